/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tuning: the alpha and kappa of the least fitness (fitness.h) on one problem,
   by a family of methods.

     tune = pn_tune_alloc(lcp, &settings, &error);
     code = pn_tune_run(tune, pn_tune_scan);

   after which tune->best says what was found, and tune->plain what alpha = 1
   and kappa = 0 give. (1, 0) is always among the points, and the best ever
   seen is the answer: never worse than the default, and the default itself
   where nothing is better. */
#ifndef PANTIN_TUNING_TUNE_H
#define PANTIN_TUNING_TUNE_H

#include "pantin/tuning/cmaes.h"
#include "pantin/tuning/fitness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is tuned: a mask of these. */
enum {
  PN_TUNE_ALPHA = 1,
  PN_TUNE_KAPPA = 2,
  PN_TUNE_WARM = 4,   /* the share of the problem's guess to start from, 0 to 1;
                         without a guess nothing */
  PN_TUNE_ORDER = 8,  /* the order of the rows, one of those below */
  PN_TUNE_SWEEPS = 16 /* how many of them at most */
};

/* The orders of rows: as they are, from the last to the first, friction after
   all others, and by chance. */
enum {
  PN_TUNE_RECORDED,
  PN_TUNE_BACKWARD,
  PN_TUNE_NORMALS,
  PN_TUNE_SHUFFLED,
  PN_TUNE_ORDERS
};

/* Returns the name of an order; NULL if there is no such order. */
const char *pn_tune_order_name(size_t order);

/* Most valleys that are looked into. */
enum { PN_TUNE_VALLEYS = 16 };

/* How the search goes. The comments say the defaults. */
typedef struct {
  pn_fitness_settings fitness; /* what is minimised */
  size_t threads; /* that evaluate side by side; 1. The bits of the answer do
                     not depend on it. */
  /* scan: */
  double scan_step;    /* of alpha; 0.02 */
  size_t scan_valleys; /* that a golden section looks into; 3 */
  size_t scan_golden;  /* points of each section; 8 */
  /* grid: */
  size_t grid_alphas, grid_orders; /* points each way; 40 and 17 */
  /* cmaes: */
  pn_cmaes_settings cmaes;      /* population 24, parents 12, passive,
                              target 1e-9 */
  double mean[2], deviation[2]; /* of alpha and order; (1, -8) and (0.5, 4) */
  size_t restarts;              /* with twice the population each; 0 */
  unsigned tuned; /* ALPHA | KAPPA; more, or ALPHA alone, by cmaes only */
  /* quick: a scan in steps of scan_step, then CMA-ES in its best valleys: */
  size_t quick_valleys;     /* 2 */
  size_t quick_population;  /* 8 */
  size_t quick_evaluations; /* in each; 40 */
  double quick_deviation;   /* of the order; that of alpha is scan_step; 0.5 */
} pn_tune_settings;

/* Returns the defaults. */
pn_tune_settings pn_tune_settings_default(void);

/* Returns GSL_EINVAL, with the rule that is broken and a value that works. */
int pn_tune_settings_check(const pn_tune_settings *settings, pn_error *error);

struct pn_tune;

/* A way to search, one of a family. */
typedef struct {
  const char *name;    /* as on the command line */
  const char *summary; /* one line */
  /* Looks for the best point. GSL_SUCCESS, GSL_ENOMEM; sets tune->reason. */
  int (*run)(struct pn_tune *tune);
} pn_tune_method;

extern const pn_tune_method *const pn_tune_cmaes; /* tune_cmaes.c */
extern const pn_tune_method *const pn_tune_scan;  /* tune_scan.c */
extern const pn_tune_method *const pn_tune_grid;  /* tune_grid.c */
extern const pn_tune_method *const pn_tune_quick; /* tune_quick.c */

/* Returns the k-th of all methods, from 0; NULL past the last one. */
const pn_tune_method *pn_tune_method_get(size_t k);

/* A search for the best alpha and kappa. Its members are to be read. */
typedef struct pn_tune {
  const pn_lcp *lcp;         /* borrowed */
  pn_tune_settings settings; /* as given */
  pn_pgs **pgs; /* one for each thread and order of rows, (threads x
                   PN_TUNE_ORDERS), owned; NULL for orders that are not tried */
  pn_lcp *ordered[PN_TUNE_ORDERS]; /* the problem in other orders, owned; NULL:
                                      as it is, or not tried */

  pn_fitness best;    /* the least f; of equals the default, or the first */
  pn_fitness plain;   /* alpha = 1, kappa = 0 */
  double most;        /* the largest f but for its part of kappa; infinity once
                         a run was abandoned */
  int flat;           /* 1: all points were equally good but for kappa's part,
                         so that the best says nothing; by _run */
  size_t solves;      /* runs of PGS that count, until now: not those that a
                         scan tried in lanes that were free and did not need */
  size_t sweeps;      /* theirs, in all */
  const char *reason; /* why the method stopped, in a word */

  /* Each point as it is evaluated, in an order that does not depend on the
     threads; may be NULL. */
  void (*watch)(void *watcher, const pn_fitness *point);
  /* CMA-ES after each of its generations; may be NULL. */
  void (*watch_generation)(void *watcher, const pn_cmaes *es);
  void *watcher; /* for both, borrowed */
} pn_tune;

/* Returns NULL, with the reason, for bad settings or want of memory. */
pn_tune *pn_tune_alloc(const pn_lcp *lcp, const pn_tune_settings *settings,
                       pn_error *error);

/* Frees a search, but not its problem; NULL is fine. */
void pn_tune_free(pn_tune *tune);

/* Starts afresh and runs a method. GSL_SUCCESS or GSL_ENOMEM. */
int pn_tune_run(pn_tune *tune, const pn_tune_method *method);

/* Evaluates points for a method: the points, of which alpha and order are set,
   in parallel, abandoning those that cannot reach `limit`, and keeps the best.
   */
int pn_tune_evaluate(pn_tune *tune, double limit, size_t count,
                     pn_fitness *point);

#ifdef __cplusplus
}
#endif

#endif
