/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with the same rows, of random columns, written out with all their
   zeros. Checks also that each column stands in the row once, and that the
   columns ascend. */
#include "elimination/drivers/inputs.h"

#include <stdio.h>

enum { COLUMNS = 12, ROWS = 20 };

/* Allowed error; the numbers are below 4. */
static const double rounding = 1e-13;

/* Draws a block with entries in [-1, 1[. */
static pn_mat3 random_block(gsl_rng *random)
{
  pn_mat3 block;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      block.m[i][j] = 2 * gsl_rng_uniform(random) - 1;
  return block;
}

/* Draws a row: the list is returned, and written out in `full`. A column is not
   zero with the probability `density`. */
static my_entry *random_row(gsl_rng *random, double density, pn_mat3 *full)
{
  my_entry *row = NULL;
  for (size_t j = COLUMNS; j-- > 0;) {
    full[j] = (pn_mat3){{{0}}};
    if (gsl_rng_uniform(random) < density) {
      full[j] = random_block(random);
      row = my_entry_new(j, full[j], row);
    }
  }
  return row;
}

/* Compares the answer with what is expected. Reads no more entries than a row
   can have, for the list may be a circle. */
static void compare(exercise *e, const my_entry *got, const pn_mat3 *expected,
                    const int *stored)
{
  size_t count = 0, wanted = 0;
  for (const my_entry *a = got; a && count <= 2 * COLUMNS; a = a->next, count++)
    if (a->next)
      exercise_value(e, a->column < a->next->column, 1, 0,
                     "whether column %zu may stand before column %zu (1: yes)",
                     a->column, a->next->column);
  for (size_t j = 0; j < COLUMNS; j++)
    wanted += stored[j] ? 1 : 0;
  exercise_value(e, (double)count, (double)wanted, 0, "number of entries");
  for (size_t j = 0; j < COLUMNS; j++) {
    pn_mat3 block = {{{0}}};
    size_t at = 0;
    for (const my_entry *a = got; a && at < count; a = a->next, at++)
      if (a->column == j)
        block = a->block;
    elimination_compare(e, block, expected[j], rounding, 0, j);
  }
}

/* Rows of up to so many entries are shown. */
enum { SHOWN_MAX = 4 };

static size_t length(const my_entry *row)
{
  size_t entries = 0;
  for (; row; row = row->next)
    entries++;
  return entries;
}

/* Shows a row: its columns, then their blocks as the rows of a matrix. */
static void show(exercise *e, const char *name, const my_entry *row)
{
  for (; row; row = row->next) {
    char text[EXERCISE_TEXT];
    snprintf(text, sizeof text, "%s, column %zu", name, row->column);
    exercise_given_matrix(e, text, row->block.m[0], 3, 3);
  }
}

/* Subtracts a random row, times a random block, from another. */
static void check(exercise *e, double density, gsl_rng *random)
{
  pn_mat3 full[COLUMNS], other_full[COLUMNS];
  int stored[COLUMNS];
  my_entry *row = random_row(random, density, full);
  my_entry *other = random_row(random, density, other_full);
  const pn_mat3 F = random_block(random);
  if (length(row) + length(other) <= SHOWN_MAX) {
    exercise_given_matrix(e, "F", F.m[0], 3, 3);
    show(e, "row", row);
    show(e, "other", other);
  }
  for (size_t j = 0; j < COLUMNS; j++) {
    stored[j] = full[j].m[0][0] != 0 || other_full[j].m[0][0] != 0;
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++)
          full[j].m[r][c] -= F.m[r][k] * other_full[j].m[k][c];
  }
  row = my_subtract(row, F, other);
  compare(e, row, full, stored);
  my_row_free(row);
  my_row_free(other);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/subtract");
  for (size_t k = 0; k < ROWS; k++) {
    exercise_input(&e, "two random rows, number %zu", k);
    check(&e, (double)(k + 1) / ROWS, e.random);
  }
  return exercise_end(&e);
}
