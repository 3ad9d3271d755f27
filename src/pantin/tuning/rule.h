/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rules that choose the relaxation alpha of a frame without tuning it first
   (kappa = 0), for a simulation that has k sweeps to spend on each frame. What
   is aimed at is the natural residual after them.

     known = pn_rule_nothing_known(k);
     code = pn_rule_run(pn_rule_guarded, pgs, &settings, &known, &outcome);

   Source of the question: Kraiem (2022), conclusion. */
#ifndef PANTIN_TUNING_RULE_H
#define PANTIN_TUNING_RULE_H

#include "pantin/tuning/pgs.h"

/* The features of a frame in a small model: 1; the radius (pn_rule_radius_of);
   the share of rows that are strictly between their bounds after its sweeps;
   that of rows without bounds, as joints have; log10 of the largest over the
   least diagonal of A, which tells the ratio of masses; log10 of the rows. */
enum { PN_RULE_FEATURES = 6 };

/* What a rule may use besides the frame itself. */
typedef struct {
  size_t sweeps;       /* of the run that is to be good, k */
  double learnt;       /* the alpha that was best for other frames; 1 */
  double slope;        /* alpha = slope rho + intercept was found for other */
  double intercept;    /*   frames (pn_rule_radius_of); 0 and 1 */
  double previous;     /* the best alpha of the frame before; 1 */
  double condition[2]; /* alpha = [0] log10 cond(A) + [1] was found, the line of
                          the thesis; 0 and 1 */
  double model[PN_RULE_FEATURES]; /* alpha = sum of these times the features was
                                     found; 1, 0, ... */
} pn_rule_known;

pn_rule_known pn_rule_nothing_known(size_t sweeps);

/* What it chose. */
typedef struct {
  double alpha;
  size_t lost;  /* sweeps of the k that were made with another alpha */
  size_t extra; /* sweeps that were made besides, to find alpha */
  double error; /* the natural residual after k sweeps; by pn_rule_run */
} pn_rule_outcome;

typedef struct {
  const char *name;
  const char *summary; /* one line */
  int previous;        /* 1: it uses known->previous */
  /* Sets alpha, lost and extra. A code of pn_pgs_solve. */
  int (*choose)(pn_pgs *pgs, const pn_pgs_settings *settings,
                const pn_rule_known *known, pn_rule_outcome *outcome);
} pn_rule;

extern const pn_rule *const pn_rule_plain;    /* 1 */
extern const pn_rule *const pn_rule_twelve;   /* 1.2 */
extern const pn_rule *const pn_rule_fourteen; /* 1.4 */
extern const pn_rule *const pn_rule_learnt;   /* known->learnt */
extern const pn_rule *const pn_rule_previous; /* known->previous */
extern const pn_rule *const pn_rule_guarded;  /* 1.4, or 1 after a trial */
extern const pn_rule *const pn_rule_radius;   /* Young's formula */
extern const pn_rule *const pn_rule_line;     /* of the same radius, fitted */
extern const pn_rule *const pn_rule_golden;   /* 8 trials */
extern const pn_rule *const pn_rule_cond;     /* the thesis' line */
extern const pn_rule *const pn_rule_model;    /* of several features */

/* Returns the k-th of all rules, from 0; NULL past the last one. */
const pn_rule *pn_rule_get(size_t k);

/* Chooses alpha and makes the k sweeps with it. The settings' sweeps, error
   and change are not used: the run is not stopped before. GSL_EINVAL for more
   sweeps than pgs has room for. */
int pn_rule_run(const pn_rule *rule, pn_pgs *pgs,
                const pn_pgs_settings *settings, const pn_rule_known *known,
                pn_rule_outcome *outcome);

/* Estimates the spectral radius of the sweep with alpha = 1 by how the error
   shrinks in 10 sweeps; it is kept below 1. */
int pn_rule_radius_of(pn_pgs *pgs, const pn_pgs_settings *settings,
                      double *radius);

/* Finds the features of a frame, (PN_RULE_FEATURES), by the same sweeps. */
int pn_rule_features_of(pn_pgs *pgs, const pn_pgs_settings *settings,
                        double *feature);

/* Returns the rule of that name; NULL if there is none. */
const pn_rule *pn_rule_find(const char *name);

/* To learn from: the errors of PN_RULE_ALPHAS alphas, pn_rule_alpha(0) to
   pn_rule_alpha(PN_RULE_ALPHAS - 1), after each of (counts) numbers of sweeps:
   `error` is (PN_RULE_ALPHAS x counts). */
enum { PN_RULE_ALPHAS = 39 };
double pn_rule_alpha(size_t k);
int pn_rule_errors(pn_pgs *pgs, const pn_pgs_settings *settings, size_t counts,
                   const size_t *sweeps, double *error);

#endif
