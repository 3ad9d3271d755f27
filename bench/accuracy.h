/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How exactly an engine moves the puppet: computed from the bodies' states
   alone, alike for all engines. */
#ifndef PANTIN_BENCH_ACCURACY_H
#define PANTIN_BENCH_ACCURACY_H

#include "engine.h"

typedef struct {
  double time;    /* how far it came [s] */
  double gap;     /* of the joints, the largest of all steps [m] */
  double energy;  /* |E / E(0) - 1|, the largest of all steps */
  double at_2_s;  /* largest distance of a body's centre from where the */
  double at_10_s; /* reference has it, at 2 s and at the end [m] */
} accuracy;

/* Makes the steps, dt each, of a run of 10 s that has just been started. 0; or
   -1 if the engine does not start from the tree's state, or memory is short.
   A run that fails on its way keeps what was measured till then. */
int accuracy_measure(accuracy *result, const engine *by, void *run,
                     const engine_tree *puppet, double dt, size_t steps);

#endif
