/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solving complementarity problems: a family of methods, in one call,

     pn_lcp_solve(lcp, pn_lcp_psor, NULL, lambda, &info, &error);

   or behind one solver that the caller steps, so that any iterate can be
   measured, drawn or stopped at:

     solver = pn_lcp_solver_alloc(pn_lcp_psor, lcp);
     pn_lcp_solver_set(solver, &settings, NULL, &error);
     while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
       if (pn_lcp_solver_iterate(solver))
         break;

   after which solver->lambda is the answer and solver->residual says how good
   it is; if it is none, solver->best may be better. A game takes 20 iterations
   and never tests. */
#ifndef PANTIN_LCP_SOLVER_H
#define PANTIN_LCP_SOLVER_H

#include "pantin/lcp/lcp.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The order in which sweeps visit the rows. */
typedef enum {
  PN_LCP_FORWARD,   /* as they stand */
  PN_LCP_BACKWARD,  /* from the last to the first */
  PN_LCP_SYMMETRIC, /* forward and backward in turn */
  PN_LCP_RANDOM,    /* shuffled before each sweep */
  PN_LCP_HEIGHT,    /* from the ground upwards, in contacts; A must have its
                       factors */
  PN_LCP_COLOURS    /* by colours of rows that share no body, which processors
                       take side by side; of rigid bodies, by colours of pairs,
                       whose rows follow each other; A must have its factors */
} pn_lcp_order;

/* Returns an order's name, as on the command line; NULL past the last. */
const char *pn_lcp_order_name(pn_lcp_order order);

/* How a problem is solved. The comments say the defaults. */
typedef struct {
  double tolerance;   /* bound on residual.scaled.inf [m/s]; 1e-8 */
  double relative;    /* the same as a share of residual.scale, for problems of
                         any scale: the larger bound counts; 1e-14. Rounding
                         raises it to the same share, 1e-14 at most, of
                         residual.terms, but never above 1e-6 of at_zero */
  size_t iterations;  /* most taken before the test gives up; 5000 */
  double omega;       /* over-relaxation of psor, in ]0, 2[; 1.75 */
  double kappa;       /* regularisation of pgs and psor [1/kg]: they sweep over
                         A + kappa I, and the residual is still that of A; 0 */
  int coupled;        /* friction rows have the bounds -+ mu lambda_normal of
                         the iterate; 0: those of the problem, frozen */
  int cone;           /* friction on Coulomb's cone |(lambda_t1, lambda_t2)| <=
                         mu lambda_normal, coupled; 0: a box */
  pn_lcp_order order; /* of the sweeps in pgs, psor, nncg, pgs-sm and shock;
                         forward */
  uint64_t seed;      /* of the random order; 0 */
  size_t threads;     /* share the rows without a common body, in sweeps forward
                         or by colours over many rows, with the same bits
                         whatever their number; 0: one */
  double damping;     /* of jacobi; 0 (the default) lets it find its own, just
                         below 2 over the largest eigenvalue of D^-1 A */
} pn_lcp_settings;

/* Returns the defaults. */
pn_lcp_settings pn_lcp_settings_default(void);

/* Checks the settings. GSL_EINVAL, and in error the rule that is broken with a
   value that works. */
int pn_lcp_settings_check(const pn_lcp_settings *settings, pn_error *error);

struct pn_lcp_solver;

/* Why a solver ended. */
typedef enum {
  PN_LCP_SOLVED,     /* the residual is within the tolerance */
  PN_LCP_ITERATIONS, /* the iterations are used up, and it was getting better */
  PN_LCP_STAGNATED,  /* it gets no better, or the method can do no more */
  PN_LCP_SINGULAR,   /* a block that has to be solved for is singular */
  PN_LCP_RAY,        /* Lemke's path leads to infinity */
  PN_LCP_DIVERGED,   /* the iterate is not finite, or ever farther away */
  PN_LCP_CUT,        /* the iterations are used up amid pivoting, whose lambda
                        solves nothing before the end */
  PN_LCP_REFUSED     /* nothing was computed: the error says why */
} pn_lcp_reason;

/* Returns a reason as text for the user. */
const char *pn_lcp_reason_name(pn_lcp_reason reason);

/* What a method must know beside A, b and the bounds. */
enum {
  PN_LCP_NEEDS_FRICTION = 1, /* which rows are friction, and of what normal */
  PN_LCP_NEEDS_BODIES = 2    /* the factors of A, with the bodies of each row */
};

/* A method: how to take one step. It keeps what it needs in `state`. */
typedef struct {
  const char *name;    /* as on the command line */
  const char *summary; /* one line */
  int handles_boxes;   /* 0: only 0 <= lambda without upper bounds */
  int handles_coupled; /* 1: knows bounds that move with lambda */
  int handles_kappa;   /* 1: knows regularisation */
  int handles_cone;    /* 1: knows Coulomb's cone */
  int needs;           /* PN_LCP_NEEDS_ ... or 0 */
  int converges;       /* 0: its limit is not the solution */
  int pivots;          /* 1: its iterates are no approximate solutions */
  size_t rows_max;     /* the largest problem it takes; 0: any */
  size_t state_size;   /* bytes of state, zeroed before alloc */
  /* Allocates the state for problems of at most so many rows. GSL_SUCCESS or
     GSL_ENOMEM; after a failure `free` is called all the same. */
  int (*alloc)(void *state, size_t rows);
  /* Prepares for solver->lcp from the start in solver->lambda, which is within
     the bounds; may refuse the problem, with the reason. */
  int (*set)(void *state, struct pn_lcp_solver *solver, pn_error *error);
  /* Takes one step: moves solver->lambda, which stays within the bounds.
     GSL_ENOPROG: the method can get no further, and lambda is as it was; if it
     knows a reason other than PN_LCP_STAGNATED, it sets solver->reason. */
  int (*iterate)(void *state, struct pn_lcp_solver *solver);
  /* Frees what the state holds. */
  void (*free)(void *state);
} pn_lcp_method;

/* A run of a method on a problem. Its members are to be read. */
typedef struct pn_lcp_solver {
  const pn_lcp_method *method; /* as given to _alloc */
  const pn_lcp *lcp;           /* borrowed, given to _alloc */
  pn_lcp_settings settings;    /* as given to _set */
  double *lambda;              /* the current iterate [N s], (room), owned */
  double *step;                /* omega / (D + kappa) [kg], omega 1 but in psor,
                                  (room), owned */
  double *w;                /* A lambda + b [m/s], (room), owned; as residual */
  double *lo, *hi;          /* coupled bounds of the iterate, (room), owned; as
                               residual */
  pn_lcp_residual residual; /* set by _test and _measure */
  double within; /* the tolerance of the last test, of which the settings say
                    how it is found [m/s] */
  pn_lcp_reason reason; /* why it ended, set by _iterate and _test */
  double at_zero;       /* the residual of lambda = 0: what there is to solve
                           [m/s] */
  double least;         /* the least residual so far, of those tested and of
                           lambda = 0, if that is within the bounds */
  size_t least_at;      /* the iteration that had it */
  double *best;         /* the iterate that had it [N s], (room), owned */
  double peak[2];       /* the greatest in the third and in the last quarter of
                           the iterations, of those measured; 0: none */
  size_t iteration;     /* steps taken so far */
  size_t *order;        /* of the sweeps, where the settings ask for one,
                           or of their runs (order.c), (room), owned */
  size_t *level;        /* of each body, for the order by height,
                           (level_room), owned; NULL otherwise */
  size_t level_room;    /* bodies and the wall that fit in it */
  struct pni_colours *colours; /* of the rows, or runs of them, owned; NULL
                                  until a sweep asks for them */
  struct pn_pool *pool;        /* of the threads, owned; NULL: one thread */
  size_t threads;              /* in the pool */
  uint64_t random;             /* state of the random order */
  size_t sweeps;               /* with an order so far */
  size_t products;             /* products with A and sweeps so far */
  size_t factorisations;       /* of parts of A so far */
  size_t room;                 /* rows that fit */
  size_t scratch_room;         /* reals that fit in scratch */
  double *scratch; /* as the operator needs, for the method, owned */
  double *measure; /* the same for measuring, owned */
  void *state;     /* the method's, owned */
  int ready;       /* 1 after _set */
  pn_error error;  /* why _iterate refused */
} pn_lcp_solver;

/* The methods that Benet (2019) compares. */
extern const pn_lcp_method *const pn_lcp_naive;  /* naive.c */
extern const pn_lcp_method *const pn_lcp_jacobi; /* jacobi.c */
extern const pn_lcp_method *const pn_lcp_pgs;    /* pgs.c */
extern const pn_lcp_method *const pn_lcp_psor;   /* pgs.c */
extern const pn_lcp_method *const pn_lcp_pcg;    /* pcg.c */
extern const pn_lcp_method *const pn_lcp_ppcg;   /* pcg.c */
/* Further iterative methods. */
extern const pn_lcp_method *const pn_lcp_mprgp;       /* mprgp.c */
extern const pn_lcp_method *const pn_lcp_nncg;        /* nncg.c */
extern const pn_lcp_method *const pn_lcp_apgd;        /* apgd.c */
extern const pn_lcp_method *const pn_lcp_cheb_jacobi; /* chebyshev.c */
extern const pn_lcp_method *const pn_lcp_cheb_gs;     /* chebyshev.c */
extern const pn_lcp_method *const pn_lcp_pgs_sm;      /* pgs_sm.c */
extern const pn_lcp_method *const pn_lcp_staggered;   /* staggered.c */
extern const pn_lcp_method *const pn_lcp_shock;       /* shock.c */
extern const pn_lcp_method *const pn_lcp_pgs_block;   /* pgs_block.c */
extern const pn_lcp_method *const pn_lcp_renouf;      /* renouf.c */
extern const pn_lcp_method *const pn_lcp_renouf_ssor; /* renouf.c */
extern const pn_lcp_method *const pn_lcp_face;        /* face.c */
extern const pn_lcp_method *const pn_lcp_ipm;         /* ipm.c */
/* Direct methods. */
extern const pn_lcp_method *const pn_lcp_lemke;     /* lemke.c */
extern const pn_lcp_method *const pn_lcp_bpp;       /* bpp.c */
extern const pn_lcp_method *const pn_lcp_enumerate; /* enumerate.c */

/* Returns the k-th of all methods, from 0; NULL past the last one. */
const pn_lcp_method *pn_lcp_method_get(size_t k);

/* Returns the method of that name; NULL if there is none. */
const pn_lcp_method *pn_lcp_method_find(const char *name);

/* Makes a solver for this problem, which is borrowed and may change until the
   next _set, but may not outgrow its room nor get more bodies. NULL when memory
   is short. */
pn_lcp_solver *pn_lcp_solver_alloc(const pn_lcp_method *method,
                                   const pn_lcp *lcp);

/* Places the solver at the start (NULL: at 0), brought within the bounds. Call
   it once the problem is complete and whenever it has changed. GSL_EINVAL (with
   the reason in error) for bad settings, a start that is not finite, a problem
   without a matrix or one that the method does not take. */
int pn_lcp_solver_set(pn_lcp_solver *solver, const pn_lcp_settings *settings,
                      const double *start, pn_error *error);

/* Takes one step of the method. GSL_SUCCESS; GSL_ENOPROG if it has come as far
   as it can; GSL_EFAILED if the iterate is no longer finite; GSL_EINVAL, with
   the reason in solver->error, if _set did not succeed before. */
int pn_lcp_solver_iterate(pn_lcp_solver *solver);

/* Measures the iterate anew, from the problem itself; the residual is infinite
   for a problem without a matrix. */
const pn_lcp_residual *pn_lcp_solver_measure(pn_lcp_solver *solver);

/* Measures the iterate. GSL_SUCCESS when it is within the tolerance,
   GSL_EMAXITER when the iterations are used up, GSL_CONTINUE otherwise; ends
   also set solver->reason, and all calls solver->within. */
int pn_lcp_solver_test(pn_lcp_solver *solver);

/* Frees a solver, but not its problem; NULL is fine. */
void pn_lcp_solver_free(pn_lcp_solver *solver);

/* How the solution of a problem went. */
typedef struct {
  size_t iterations;        /* steps taken */
  pn_lcp_residual residual; /* of lambda */
  pn_lcp_reason reason;     /* why it ended */
} pn_lcp_info;

/* Solves a problem from lambda = 0; lambda, (n), receives the solution or, if
   none is found, the last iterate, or the best one if that is twice as good.
   settings may be NULL for the defaults, info NULL. GSL_SUCCESS when solved;
   GSL_EMAXITER, GSL_ENOPROG or GSL_EFAILED when not, with info->reason;
   GSL_EINVAL, as pn_lcp_solver_set, and GSL_ENOMEM with the error. */
int pn_lcp_solve(const pn_lcp *lcp, const pn_lcp_method *method,
                 const pn_lcp_settings *settings, double *lambda,
                 pn_lcp_info *info, pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
