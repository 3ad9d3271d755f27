/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* row - F other, for two rows of blocks that are held as lists by ascending
   columns.

   In:  the lists `row` and `other`, either of which may be empty (NULL); F.
   Out: the first entry of the changed row; columns ascend, each occurs once.
        `other` stays as it is.

   Walk along both lists once. Where `other` has a column that `row` lacks, make
   an entry: my_entry_new(column, block, next). For blocks there are
   pn_mat3_multiply(A, B) and my_difference(A, B).

   Example, with numbers for the blocks: row = 0:5 3:2, other = 1:1 3:4 and F =
   2 give 0:5 1:-2 3:-6. */
#include "elimination/exercises.h"

my_entry *my_subtract(my_entry *row, pn_mat3 F, const my_entry *other)
{
  static const pn_mat3 zero = {{{0}}};
  my_entry **here = &row; /* where a pointer to the next entry is kept */
  for (; other; other = other->next) {
    /* TODO: find or make the entry of this column, and change it */
  }
  return row;
}
