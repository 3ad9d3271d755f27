/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains for the drivers of the exercises. Each function ends the program if
   memory is short. */
#ifndef PANTIN_TUTORIALS_CHAIN_INPUTS_H
#define PANTIN_TUTORIALS_CHAIN_INPUTS_H

#include "exercise.h"
#include "pantin/chain/chain.h"

enum { CHAIN_INPUTS = 8, CHAIN_INPUT_BARS_MAX = 7 };

typedef struct {
  pn_chain *chain;
  pn_chain_point *point;
} chain_input;

/* Make the chain of the course with its nodes at the start of case 2a or of 2d,
   and with multipliers of 0. */
chain_input chain_input_2a(void);
chain_input chain_input_2d(void);

/* Calls `check` for the inputs `first` .. CHAIN_INPUTS - 1, each of which it
   names to the exercise: the start of 2a as it is, the same with multipliers,
   then chains of 3 bars and more with random nodes and multipliers. */
void chain_check_each(exercise *e, size_t first,
                      void (*check)(exercise *e, chain_input input));

void chain_input_free(chain_input *input);

/* Points to the k-th free coordinate, in the order x_1 .. x_nn, y_1 .. y_nn. */
double *chain_coordinate(const pn_chain_point *point, size_t k);

/* Step and tolerance of central differences. What is differenced here are
   polynomials of degree two, so that there is no error but rounding. */
extern const double chain_difference_step, chain_difference_error;

#endif
