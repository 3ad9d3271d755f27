/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs of projected Gauss-Seidel with relaxation alpha and regularisation
   kappa: in each row, with w = A x + b of the newest x,

     x_i <- clip(x_i - alpha (w_i + kappa x_i) / (A_ii + kappa), lo_i, hi_i).

   kappa > 0 solves (A + kappa I) x + b = w instead: it converges faster, to
   something else. The error after each sweep is the natural residual of the
   problem itself, without kappa:

     e = |x - clip(x - w, lo, hi)|,

   the sum of the rows' errors, |.|_1, unless another norm is asked for.

   To tune is to try many alpha and kappa on one problem: PN_PGS_LANES runs go
   side by side through the rows, the columns of one sweep (operator.h), so that
   the matrix is read once for all of them; or up to PN_PGS_MOST, for rigid
   bodies by factors, where registers hold eight numbers. What a run
   gives does not depend on its neighbours, nor on their number.

   Source: Kraiem (2022), algorithms 1.1, 2.1 and 2.2 and (1.42), corrected:
   (2.1) lacks (1 - alpha) x_i, algorithm 2.2 overwrites b; his b is -b here,
   and w has the same sign. His LCPError hides violated bounds; they are never
   violated here. */
#ifndef PANTIN_TUNING_PGS_H
#define PANTIN_TUNING_PGS_H

#include "pantin/lcp/lcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs that go side by side on every processor, and the most that can be asked
   for. */
enum { PN_PGS_LANES = PN_LCP_COLUMNS, PN_PGS_MOST = 16 };

/* The norm of the error. */
typedef enum { PN_PGS_NORM_1, PN_PGS_NORM_2, PN_PGS_NORM_INF } pn_pgs_norm;

/* How long a run goes on. The comments say the defaults. */
typedef struct {
  size_t sweeps;    /* most of them, k_max; 200 */
  pn_pgs_norm norm; /* of e; PN_PGS_NORM_1 */
  double error;     /* stop when e is at most this; 1e-4 */
  double change;    /* stop when |x - x of the last sweep|_2 is at most this
                       [N s]; 1e-9 */
  int coupled; /* 1: friction bounds are mu times the newest normal impulse;
                  0: the problem's lo and hi */
} pn_pgs_settings;

/* Returns the defaults. */
pn_pgs_settings pn_pgs_settings_default(void);

/* What a run tries. */
typedef struct {
  double alpha;   /* in (0, 2] */
  double kappa;   /* [1/kg], 0 or more */
  size_t abandon; /* after so many sweeps it is of no use any more; 0: never */
  size_t sweeps;  /* most of them, fewer than in the settings; 0: those */
  double warm;    /* the share of the problem's guess that the run starts from;
                     0: from x = 0 */
} pn_pgs_choice;

/* Why a run stopped. */
typedef enum {
  PN_PGS_RUNNING,
  PN_PGS_ERROR,     /* e is small */
  PN_PGS_CHANGE,    /* x does not move */
  PN_PGS_SWEEPS,    /* all sweeps were made */
  PN_PGS_ABANDONED, /* as asked */
  PN_PGS_DIVERGED   /* e is not finite */
} pn_pgs_reason;

/* How a run went. */
typedef struct {
  size_t sweeps;   /* made, k */
  double error;    /* e after the last one */
  double least;    /* the least e after any of them */
  size_t least_at; /* after how many sweeps: to have that x, run again with so
                      many */
  pn_pgs_reason reason; /* why it stopped */
} pn_pgs_run;

/* Runs of projected Gauss-Seidel side by side, and their work. */
typedef struct {
  const pn_lcp *lcp;        /* borrowed */
  const pn_lcp_operator *A; /* what it sweeps with, borrowed */
  pn_pgs_settings settings; /* of the last _solve */

  size_t most;  /* runs that can go side by side: PN_PGS_LANES or PN_PGS_MOST */
  size_t lanes; /* that went side by side last: PN_PGS_LANES if no more were
                   asked for, else up to PN_PGS_MOST */
  double kappa[PN_PGS_MOST]; /* of the runs [1/kg] */
  double moved[PN_PGS_MOST]; /* |dx|^2 of the last sweep [N^2 s^2] */
  double *step;              /* alpha / (A_ii + kappa), (n x lanes), owned */
  double *x;                 /* impulses [N s], (n x lanes), owned */
  double *w;      /* A x + b [m/s], (n x PN_PGS_LANES), owned; not computed by
                     more lanes */
  double *u;      /* scratch of the sweeps, owned */
  double *errors; /* e after each sweep, from 0, (room + 1 x lanes), owned */
  size_t room;    /* sweeps that fit in errors */
} pn_pgs;

/* Allocates the work for a problem and at most so many sweeps. A is another
   operator of the same matrix to sweep with, borrowed; NULL takes the problem's
   own, by its factors if it has them: runs side by side share the reading of A,
   and then factors are faster from some 6 entries a row on. NULL when memory is
   short or the problem has no matrix. */
pn_pgs *pn_pgs_alloc(const pn_lcp *lcp, size_t sweeps,
                     const pn_lcp_operator *A);

/* Frees the work, but not the problem; NULL is fine. */
void pn_pgs_free(pn_pgs *p);

/* Runs `count` (at most PN_PGS_MOST) choices from their starts. Afterwards, of
   at most PN_PGS_LANES choices, errors holds e after each sweep up to
   runs[].sweeps, and column l of x the impulses of choice l if all stopped at
   the same sweep: columns go on until the last run stops. More choices may have
   been run in several parts, of which only the last one's are there.
   GSL_EINVAL for settings out of range. */
int pn_pgs_solve(pn_pgs *p, const pn_pgs_settings *settings, size_t count,
                 const pn_pgs_choice *choice, pn_pgs_run *run);

#ifdef __cplusplus
}
#endif

#endif
