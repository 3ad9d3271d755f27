/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rules for alpha are worth that a simulation could use: learnt on some
   frames, tried on others. */
#ifndef PROGRAMS_TUNE_RULE_H
#define PROGRAMS_TUNE_RULE_H

#include "pantin/tuning/rule.h"
#include "programs/program.h"
#include "programs/tune/source.h"

#include <stdio.h>

enum { TUNE_RULES_MAX = 16, TUNE_COUNTS = 3 };

/* The numbers of sweeps that the errors are taken after. */
extern const size_t tune_counts[TUNE_COUNTS]; /* 20, 50, 200 */

/* One rule with one number of sweeps, over the frames it was tried on. */
typedef struct {
  double decades; /* sum of ln(error / error of alpha = 1) */
  size_t worse;   /* frames where the error is larger, by a tenth or more */
  double extra;   /* sum of lost and extra sweeps */
} tune_rule_score;

typedef struct {
  const char *name; /* of the source; borrowed */
  const tune_request *asked;
  size_t learnt_frames;
  pn_rule_known known[TUNE_COUNTS];
  tune_rule_score score[TUNE_RULES_MAX + 1][TUNE_COUNTS]; /* the last of the
                        rules is followed by the best alpha of each frame */
  size_t rules, frames;

  /* While it learns: */
  double cost[PN_RULE_ALPHAS][TUNE_COUNTS]; /* sums of ln error */
  double *radius;                           /* (learnt_frames), owned */
  double *best[TUNE_COUNTS];                /* alphas, (learnt_frames), owned */
  size_t room;
  int learning;
} tune_rules;

/* Learns on the files of --fit, or else on the first half of the frames, and
   tries the rules on the frames, or their second half. The error's code; the
   study is to be freed in any case. */
int tune_rules_all(tune_rules *rules, program *self);

void tune_rules_print(FILE *stream, const tune_rules *rules);
void tune_rules_json(FILE *stream, const tune_rules *rules);
void tune_rules_free(tune_rules *rules);

#endif
