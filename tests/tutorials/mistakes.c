/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Plays an answer that sends a matrix, a vector, a count and a kind, each gone
   wrong in the way that the program's own name says after the last dash. */
#include "exercise.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

enum { ROWS = 4, COLUMNS = 4 };

static const double A[ROWS][COLUMNS] = {{1.5, 0, -2.25, 0.3},
                                        {0.7, 3, 0, -1.1},
                                        {0, 0.4, 5, 2.6},
                                        {-0.9, 1.2, 0.8, 4}};
static const double b[COLUMNS] = {0.25, -1.75, 0, 3.5};

/* The way to go wrong. */
static const char *way;

static int is(const char *name)
{
  return strcmp(way, name) == 0;
}

/* Computes what comes in the place of x. */
static double spoil(double x)
{
  return is("negative")     ? -x
         : is("half")       ? x / 2
         : is("twice")      ? 2 * x
         : is("in_degrees") ? x * 180 / M_PI
         : is("term")       ? x + 0.125
         : is("signs")      ? fabs(x)
         : is("hole")       ? 0
         : is("unset")      ? NAN
                            : x;
}

/* Finds the entry of A that comes at (i, j). */
static double entry(int i, int j)
{
  if (is("transposed"))
    return A[j][i];
  if (is("column"))
    return j > 0 ? A[i][j - 1] : 9;
  if (is("row"))
    return i + 1 < ROWS ? A[i + 1][j] : 9;
  if (is("interleaved"))
    return A[i][j / 2 + j % 2 * 2];
  if (is("diagonal") && i == j)
    return 7;
  return spoil(A[i][j]);
}

int main(int argc, char **argv)
{
  (void)argc;
  static const char kinds[] = "MINIMUM MAXIMUM SADDLE";
  const char *dash = strrchr(argv[0], '-');
  way = dash ? dash + 1 : "";
  exercise e;
  exercise_begin(&e, "chain/mistakes");
  exercise_input(&e, "a case worked by hand");
  exercise_given(&e, "b", b, COLUMNS);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      exercise_value(&e, entry(i, j), A[i][j], 1e-12, "A(%d, %d)", i, j);
  for (int j = 0; j < COLUMNS; j++) {
    const int from = is("late") ? j - 1 : is("backwards") ? COLUMNS - 1 - j : j;
    exercise_value(&e, spoil(from < 0 ? 9 : b[from]), b[j], 1e-12, "b[%d]", j);
  }
  exercise_value(&e,
                 is("many")      ? 6
                 : is("doubled") ? 10
                                 : 5,
                 5, 0, "the count");
  exercise_value(&e, is("rounding") ? 2e-16 : 1, 1, 1e-12, "the sum");
  exercise_choice(&e, is("kind") ? 1 : 2, 2, kinds, "the kind");
  if (is("crash"))
    *(volatile int *)NULL = 1;
  return exercise_end(&e);
}
