/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks the rows of a joint and, behind them, contacts of three rows, n, t, b.
   The bounds of a contact's tangents follow from its mu and its normal impulse;
   all other bounds must stay. */
#include "exercise.h"
#include "tuning/exercises.h"

#include <math.h>

enum { JOINT = 3, CONTACTS = 6, ROWS = JOINT + 3 * CONTACTS, TRIES = 5 };

static const double rounding = 1e-14;

/* Checks random rows. */
static void check(exercise *e, gsl_rng *random)
{
  size_t normal[ROWS];
  double mu[ROWS] = {0}, x[ROWS], lo[ROWS], hi[ROWS], most[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    const size_t in_contact = i < JOINT ? 0 : (i - JOINT) % 3;
    normal[i] = i - in_contact;
    x[i] = exercise_uniform(random, -0.3, 1);
    lo[i] = i < JOINT ? -INFINITY : in_contact ? -77 : 0;
    hi[i] = in_contact ? 77 : INFINITY;
    mu[i] = in_contact == 1   ? exercise_uniform(random, 0.2, 1.3)
            : in_contact == 2 ? mu[i - 1]
                              : 0;
    most[i] = in_contact ? mu[i] * fmax(0, x[normal[i]]) : INFINITY;
  }
  exercise_given(e, "x", x, ROWS);
  exercise_given(e, "mu", mu, ROWS);
  my_bounds(ROWS, normal, mu, x, lo, hi);
  for (size_t i = 0; i < ROWS; i++)
    if (normal[i] != i) {
      exercise_value(e, lo[i], -most[i], rounding, "lo[%zu]", i);
      exercise_value(e, hi[i], most[i], rounding, "hi[%zu]", i);
    } else {
      exercise_value(e, lo[i] == (i < JOINT ? -INFINITY : 0), 1, 0,
                     "whether lo[%zu] is as it was (1: yes)", i);
      exercise_value(e, hi[i] == INFINITY, 1, 0,
                     "whether hi[%zu] is as it was (1: yes)", i);
    }
}

/* Checks a single contact, in numbers for paper. */
static void by_hand(exercise *e, double normal_impulse, double most)
{
  static const size_t normal[3] = {0, 0, 0};
  static const double mu[3] = {0, 0.6, 0.6};
  const double x[3] = {normal_impulse, 0.5, 0};
  double lo[3] = {0, -77, -77}, hi[3] = {INFINITY, 77, 77};
  exercise_input(e, "a contact with the normal impulse %g", normal_impulse);
  exercise_given(e, "x", x, 3);
  exercise_given(e, "mu", mu, 3);
  my_bounds(3, normal, mu, x, lo, hi);
  for (size_t i = 1; i < 3; i++) {
    exercise_value(e, lo[i], -most, rounding, "lo[%zu]", i);
    exercise_value(e, hi[i], most, rounding, "hi[%zu]", i);
  }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/bounds");
  by_hand(&e, 2, 1.2);
  by_hand(&e, -1, 0);
  for (int k = 1; k <= TRIES; k++) {
    exercise_input(&e, "a joint and %d contacts, number %d", CONTACTS, k);
    check(&e, e.random);
  }
  return exercise_end(&e);
}
