/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* row - F other, for two sparse rows held as lists by ascending columns. Both
   are walked along once. Where `other` has a column that `row` lacks, a new
   entry is made: fill. */
#include "elimination/exercises.h"

my_entry *my_subtract(my_entry *row, pn_mat3 F, const my_entry *other)
{
  static const pn_mat3 zero = {{{0}}};
  my_entry **here = &row; /* where the next entry is hooked in */
  for (; other; other = other->next) {
    /* TODO: go on to the first entry that is not before other's column; if it
       is behind that column, insert a zero entry there; subtract F times
       other's block from it */
  }
  return row;
}
