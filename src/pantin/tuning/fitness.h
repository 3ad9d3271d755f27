/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How good a relaxation alpha and a regularisation kappa = 10^o are on one
   problem:

     f = 1.0 f1 + 0.5 f2 + 1.2 f3,
     f1 = (k - 1) / (k_max - 1)          the sweeps,
     f2 = (o - o_min) / (o_max - o_min)  how much the problem is changed,
     f3 = max(0, log10(e_min / eps))     what is missing at the best sweep.

   o = o_min stands for kappa = 0. f3 is not bounded: where no run converges,
   f1 is 1 and f3 decides. e_min is the least error of the run, not the last:
   a run whose error goes up and down may be lucky.

   Source: Kraiem (2022), section 2.6; there f3 is said to be in [0, 1], and f2
   to have the largest regularisation. */
#ifndef PANTIN_TUNING_FITNESS_H
#define PANTIN_TUNING_FITNESS_H

#include "pantin/tuning/pgs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The weights of the fitness, the bounds of the search, and the runs. */
typedef struct {
  double sweeps, regularisation, error; /* weights of f1, f2, f3; 1, 0.5, 1.2 */
  double alpha_low, alpha_high;         /* 0.1 and 2 */
  double order_low, order_high;         /* of kappa; -16 and -1 */
  pn_pgs_settings pgs;                  /* of each run */
} pn_fitness_settings;

/* Returns the defaults. */
pn_fitness_settings pn_fitness_settings_default(void);

/* Returns GSL_EINVAL, with the rule that is broken and a value that works. */
int pn_fitness_settings_check(const pn_fitness_settings *settings,
                              pn_error *error);

/* A point of the search, and what its run was worth. */
typedef struct {
  double alpha, order; /* what was tried; order_low: kappa = 0 */
  double warm;         /* share of the guess that it starts from */
  size_t rows_in;      /* the order of the rows, as in tune.h */
  size_t sweeps;       /* most of them; 0: all of the settings */
  double kappa;        /* 10^order [1/kg], or 0 */
  double f;            /* infinity if the run was abandoned or has no error */
  double f1, f2, f3;   /* its terms, without weights */
  pn_pgs_run run;      /* how it went */
} pn_fitness;

/* Runs `count` (at most PN_PGS_MOST) points, of which alpha and order are
   set, and fills in the rest. A run that cannot become better than `limit`
   any more is abandoned (infinity: none is). GSL_EINVAL for a point out of
   range. */
int pn_fitness_evaluate(pn_pgs *p, const pn_fitness_settings *settings,
                        double limit, size_t count, pn_fitness *point);

#ifdef __cplusplus
}
#endif

#endif
