/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contact problems on which a rule for alpha is judged: heaps of disks in the
   plane, without friction. */
#ifndef PANTIN_TUTORIALS_TUNING_PROBLEMS_H
#define PANTIN_TUTORIALS_TUNING_PROBLEMS_H

#include "exercise.h"
#include "tuning/exercises.h"

/* A problem with all that it consists of. */
typedef struct {
  my_problem problem; /* borrows the rest */
  gsl_spmatrix *A;
  double *b, *lo, *hi;
  size_t left;
} problem_owned;

/* Makes a heap of disks in rows one above the other, `across` disks in each,
   which falls on the floor as a whole. In a stack each disk stands upon one of
   the row below; otherwise upon two, and it touches those beside it. The masses
   and the speeds vary. */
problem_owned *problem_alloc(gsl_rng *random, size_t across, size_t high,
                             int stacked, size_t sweeps);
void problem_free(problem_owned *p);

/* Makes so many sweeps with this alpha, from 0, whatever is left; returns the
   error after them. */
double problem_error(const my_problem *problem, double alpha, size_t sweeps);

#endif
