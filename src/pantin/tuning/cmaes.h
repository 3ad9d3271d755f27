/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* CMA-ES: minimises f of a few variables without derivatives, by drawing
   points around a mean and learning from the better half where to go, how
   far, and in which directions. The caller evaluates f, wherever and in
   whatever order he likes:

     pn_cmaes *es = pn_cmaes_alloc(n, &settings, mean, deviation, &error);
     while (pn_cmaes_test(es) == PN_CMAES_RUNNING) {
       pn_cmaes_ask(es);
       for (size_t k = 0; k < es->population; k++)
         value[k] = f(&es->points[k * n]);
       pn_cmaes_tell(es, value);
     }

   after which es->best is the best point of all, with es->best_value.

   The random numbers of generation g come from a generator seeded with (seed,
   g): the state is what stands here, and equal seeds give equal runs.

   Source: Hansen (2016), The CMA evolution strategy: a tutorial,
   arXiv:1604.00772; its letters are used. Bounds as in Hansen's cmaes.m. */
#ifndef PANTIN_TUNING_CMAES_H
#define PANTIN_TUNING_CMAES_H

#include "pantin/base/error.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How CMA-ES runs, and when it stops. */
typedef struct {
  size_t population;  /* points of a generation, lambda; 0: 4 + floor(3 ln n) */
  size_t parents;     /* mu; 0: half the population */
  int active;         /* 1: the worse half is learnt from too; 1 */
  size_t seed;        /* below 2^53; 1 */
  size_t evaluations; /* most of them; 100000 */
  size_t generations; /* most of them; 0: 1000 (n + 5)^2 / sqrt(population) */
  double target;      /* stop at a value so small; -infinity */
  /* Each of the following criteria ends the run; 0 switches it off. */
  double step;      /* steps below this share of the first deviation; 1e-11 */
  double step_up;   /* a step above so many times the first; 1e3 */
  double spread;    /* values of a generation and of the recent best ones
                       differ by no more; 1e-12 */
  double history;   /* the recent best ones differ by no more; 1e-13 */
  double condition; /* condition number of C; 1e14 */
  int stagnation;   /* 1: best and median values do not improve; 1 */
  int equal_values; /* 1: the first and a later value of a generation are
                       equal, too often; 1 */
} pn_cmaes_settings;

/* Why a run ends. */
typedef enum {
  PN_CMAES_RUNNING,
  PN_CMAES_TARGET,
  PN_CMAES_EVALUATIONS,
  PN_CMAES_GENERATIONS,
  PN_CMAES_STEP,
  PN_CMAES_STEP_UP,
  PN_CMAES_SPREAD,
  PN_CMAES_HISTORY,
  PN_CMAES_CONDITION,
  PN_CMAES_STAGNATION,
  PN_CMAES_EQUAL_VALUES,
  PN_CMAES_NO_EFFECT_AXIS, /* a tenth of a step along an axis of C is lost in
                              rounding */
  PN_CMAES_NO_EFFECT_COORDINATE, /* a fifth of a step along a coordinate is */
  PN_CMAES_REASONS               /* how many there are */
} pn_cmaes_reason;

/* Returns the reason in a word, as "stagnation"; NULL if there is no such
   reason. */
const char *pn_cmaes_reason_name(pn_cmaes_reason reason);

/* A run of CMA-ES. Its members are to be read. */
typedef struct {
  pn_cmaes_settings settings; /* as given to _alloc */
  size_t n;                   /* variables */
  size_t population;          /* lambda */
  size_t parents;             /* mu */

  /* Constants of the strategy, by _alloc: tutorial, table 1. */
  double *weight; /* of the k-th best step, (population), owned; those after
                     the parents are 0, or negative when active */
  double mueff, cs, ds, cc, c1, cmu, chi; /* by the names of the table */

  /* The distribution from which points are drawn, N(mean, sigma^2 C). */
  size_t generation;  /* generations told */
  size_t evaluations; /* values told */
  double sigma;       /* step size */
  double *mean;       /* (n), owned */
  double *old_mean;   /* of the generation before, (n), owned */
  double *C;          /* covariance, (n x n) row after row, owned */
  double *B;          /* its eigenvectors in columns, (n x n), owned */
  double *D;          /* roots of its eigenvalues, (n), owned */
  size_t decomposed;  /* evaluations when B and D were computed */
  double *ps, *pc;    /* evolution paths, (n) each, owned */
  double *deviation;  /* first standard deviations, (n), owned */

  /* The generation asked for: evaluate `points`. */
  double *points;  /* (population x n), within the bounds, owned */
  double *steps;   /* y = (sample - mean) / sigma, (population x n), owned */
  double *samples; /* as drawn, maybe out of bounds, (population x n), owned */
  size_t *order;   /* from the best to the worst, (population), owned; _tell */
  double *value;   /* told, with the penalty of what is out of bounds,
                      (population), owned; by _tell */

  double *best;           /* best point evaluated, (n), owned */
  double best_value;      /* its value */
  size_t best_evaluation; /* its number, from 1; 0: none yet */

  double *history; /* best and median value of the recent generations: ring of
                      pairs, (window x 2), owned */
  double *sorting; /* (window + population), owned */
  size_t window;   /* generations in history */
  int stagnates;   /* by _tell: neither got better in the window */
  size_t equal;    /* bits: in which of the recent generations were two values
                      equal; the newest is bit 0 */

  int bounded;         /* 1: within low and high */
  double *low, *high;  /* (n) each, owned; may be infinite */
  double *penalty;     /* weights of the squared way out of bounds, (n) */
  double *differences; /* recent quartile ranges of f, a ring, owned */
  size_t ring, differences_count; /* its room, and what was ever put there */
  int penalty_settled;            /* 1: the first guess of it is over */

  double *injected; /* (n), owned; the next sample if `inject` is 1 */
  int inject;       /* 1: the next sample is `injected` */
  int asked;        /* 1: `points` are drawn, and not yet told */

  double *memory; /* the arrays that are the state, (reals), owned */
  size_t reals;   /* in memory */
  double *work;   /* the other ones, owned */
  double *drawn;  /* (3 n), owned */
  size_t flags;   /* the switches in one number, for files */
  void *eigen;    /* GSL's workspace and matrices, owned */
  void *random;   /* GSL's generator, owned */
} pn_cmaes;

/* Returns the defaults. */
pn_cmaes_settings pn_cmaes_settings_default(void);

/* Begins a run at `mean` with standard deviations `deviation`, (n) each.
   Returns NULL with the reason in error: GSL_EINVAL for a setting out of range,
   GSL_ENOMEM. */
pn_cmaes *pn_cmaes_alloc(size_t n, const pn_cmaes_settings *settings,
                         const double *mean, const double *deviation,
                         pn_error *error);

/* Frees a run; NULL is fine. */
void pn_cmaes_free(pn_cmaes *es);

/* Keeps the points between bounds, (n) each: a sample outside is evaluated at
   the nearest point inside and pays for the distance. Call it before the first
   generation. GSL_EINVAL unless low < high and the mean is between. */
int pn_cmaes_set_bounds(pn_cmaes *es, const double *low, const double *high);

/* Puts a point, (n), into the next generation as its first. GSL_SUCCESS, or
   GSL_EINVAL, and nothing happens, if it is not finite. */
int pn_cmaes_inject(pn_cmaes *es, const double *point);

/* Draws a generation, es->points. A second call draws the same points. */
void pn_cmaes_ask(pn_cmaes *es);

/* Takes the values of es->points, (population), and makes a step. A NaN counts
   as infinity. GSL_EFAILED if C is not finite any more; GSL_EINVAL, and nothing
   happens, if there was no _ask since the last _tell. */
int pn_cmaes_tell(pn_cmaes *es, const double *value);

/* Tells whether and why the run is over. */
pn_cmaes_reason pn_cmaes_test(const pn_cmaes *es);

/* Writes the state between a _tell and the next _ask as text that reads back
   to the same bits. Failures stay in the stream. */
void pn_cmaes_save(const pn_cmaes *es, FILE *stream);

/* Reads what _save wrote; `name` stands for the file in messages. Returns NULL
   with GSL_EINVAL or GSL_ENOMEM in error. */
pn_cmaes *pn_cmaes_load(FILE *stream, const char *name, pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
