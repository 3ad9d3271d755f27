/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tries the rules for alpha that a simulation could use: those of
   tuning/rule_study.h, learnt on some frames, tried on others. */
#ifndef PROGRAMS_TUNE_RULE_H
#define PROGRAMS_TUNE_RULE_H

#include "pantin/tuning/rule_study.h"
#include "programs/program.h"
#include "programs/tune/input.h"

typedef struct {
  const char *name; /* of the scene, as given; borrowed */
  const tune_request *asked;
  pn_rule_study study;
} tune_rules;

/* Learns from the files of --fit, or else from the first half of the frames,
   and tries the rules on the frames, or their second half. Returns the error's
   code; the study is to be freed in any case. */
int tune_rules_run(tune_rules *rules, program *self);

extern const program_outputs tune_rules_outputs;

void tune_rules_free(tune_rules *rules);

#endif
