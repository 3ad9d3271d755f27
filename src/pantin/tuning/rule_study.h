/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What rules for alpha are worth: learnt on some frames, tried on others, by
   the natural residual after 20, 50 and 200 sweeps.

     pn_rule_study_begin(&study, &settings);
     for each frame to learn from: examine, then learn;
     pn_rule_study_conclude(&study);
     for each frame to try them on: examine, then judge.

   Frames may be examined in several threads at a time. */
#ifndef PANTIN_TUNING_RULE_STUDY_H
#define PANTIN_TUNING_RULE_STUDY_H

#include "pantin/tuning/rule.h"

enum { PN_RULES_MAX = 16, PN_RULE_COUNTS = 3 };

/* The numbers of sweeps: 20, 50, 200. */
extern const size_t pn_rule_counts[PN_RULE_COUNTS];

/* One rule with one number of sweeps, over the frames it was tried on. */
typedef struct {
  double gain;  /* sum of ln(error / error of alpha = 1) */
  size_t worse; /* frames where the error is larger, by a tenth or more */
  double extra; /* sum of lost and extra sweeps */
} pn_rule_score;

/* What is found in one frame: the errors of all alphas, and, while the study
   learns, what rules are fitted to; afterwards, what each rule chose. */
typedef struct {
  double error[PN_RULE_ALPHAS][PN_RULE_COUNTS];
  double feature[PN_RULE_FEATURES]; /* of which the radius is [1] */
  double condition;                 /* log10 cond(A) */
  pn_rule_outcome outcome[PN_RULES_MAX][PN_RULE_COUNTS];
} pn_rule_findings;

typedef struct {
  pn_pgs_settings settings; /* errors below settings.error count as that: less
                               would be no better for a simulation */
  int concluded;            /* whether it has learnt */
  size_t learnt_frames, frames; /* learnt from, tried on */
  size_t rules;
  pn_rule_known known[PN_RULE_COUNTS];
  /* The last of the rules is followed by the best alpha of each frame. */
  pn_rule_score score[PN_RULES_MAX + 1][PN_RULE_COUNTS];

  double cost[PN_RULE_ALPHAS][PN_RULE_COUNTS]; /* sums of ln error */
  double *radius, *condition;                  /* (learnt_frames), owned */
  double *feature;              /* (learnt_frames x PN_RULE_FEATURES), owned */
  double *best[PN_RULE_COUNTS]; /* alphas, (learnt_frames), owned */
  size_t room;
} pn_rule_study;

void pn_rule_study_begin(pn_rule_study *study, const pn_pgs_settings *settings);

/* Runs on a problem with rows what the study wants to know. Returns GSL_SUCCESS
   or GSL_ENOMEM. */
int pn_rule_study_examine(const pn_rule_study *study, const pn_lcp *lcp,
                          pn_rule_findings *found);

/* Adds a frame to learn from. Returns GSL_SUCCESS or GSL_ENOMEM. */
int pn_rule_study_learn(pn_rule_study *study, const pn_rule_findings *found);

/* Sets what the rules know: the best constant, and the line over the radius.
   Returns GSL_SUCCESS, or GSL_ENOMEM and the study goes on learning. */
int pn_rule_study_conclude(pn_rule_study *study);

/* Adds a frame that the rules were tried on. */
void pn_rule_study_judge(pn_rule_study *study, const pn_rule_findings *found);

void pn_rule_study_free(pn_rule_study *study);

#endif
