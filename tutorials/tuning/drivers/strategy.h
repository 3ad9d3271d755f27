/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the drivers on CMA-ES share: the library's run in a long valley, of
   which each generation is compared with an answer. */
#ifndef PANTIN_TUTORIALS_TUNING_STRATEGY_H
#define PANTIN_TUTORIALS_TUNING_STRATEGY_H

#include "exercise.h"
#include "pantin/tuning/cmaes.h"
#include "tuning/exercises.h"

enum {
  STRATEGY_POPULATION = 12,
  STRATEGY_PARENTS = 6,
  STRATEGY_GENERATIONS = 8
};

/* Begins a run. */
pn_cmaes *strategy_begin(void);

/* Makes a generation of the library. Before it, copies the state into s; y, (6
   x 2), gets the steps of the better half, the best first. */
void strategy_generation(pn_cmaes *es, my_strategy *s, double (*y)[2]);

/* Shows weights and steps. */
void strategy_show(exercise *e, const my_strategy *s, const double (*y)[2]);

/* Compares two numbers, relative to their size. */
void strategy_compare(exercise *e, double got, double expected,
                      const char *what);

/* Checks the exercise of this name: by hand, then in each generation of a run
   of the library; rewards it. Returns the status of the program. */
int strategy_check(const char *name, void (*by_hand)(exercise *),
                   void (*generation)(exercise *, pn_cmaes *),
                   void (*reward)(void));

#endif
