/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The cases of the course report (2019) for the tests, and random chains. The
   report prints 0.7 for the last bar of case 2; it is 0.5, for only that gives
   the iteration counts that it reports. */
#ifndef PANTIN_TESTS_CHAIN_COURSE_H
#define PANTIN_TESTS_CHAIN_COURSE_H

#include "pantin/chain/chain.h"

#include <gsl/gsl_rng.h>

enum { COURSE_BARS_MAX = 5 };

typedef struct {
  const char *name;
  size_t bars;
  double length[COURSE_BARS_MAX];
  double end[2];
  double x[COURSE_BARS_MAX - 1], y[COURSE_BARS_MAX - 1]; /* start nodes */
} course_case;

/* Finds the case of that name; the test fails if there is none. */
const course_case *course_find(const char *name);

/* Make the chain and the start of a case; the test fails when memory is
   short. */
pn_chain *course_chain(const course_case *course);
pn_chain_point *course_start(const course_case *course, const pn_chain *chain);

/* Makes a chain of that many bars with lengths in [0.3, 1.3[ and its end within
   reach, and a point with nodes and multipliers anywhere in [-2, 2[. */
pn_chain *course_random_chain(gsl_rng *random, size_t bars, size_t facets);
pn_chain_point *course_random_point(gsl_rng *random, const pn_chain *chain);

#endif
