/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: goes past the entry of the column that it looks for */
/* WRONG 2: skips the columns that the row does not have yet */
/* WRONG 3: adds F other, where it must be subtracted */
#include "elimination/exercises.h"

my_entry *my_subtract(my_entry *row, pn_mat3 F, const my_entry *other)
{
#if WRONG != 2
  static const pn_mat3 zero = {{{0}}};
#endif
  my_entry **here = &row; /* where the next entry is hooked in */
  for (; other; other = other->next) {
#if WRONG == 1
    while (*here && (*here)->column <= other->column)
#else
    while (*here && (*here)->column < other->column)
#endif
      here = &(*here)->next;
    if (!*here || (*here)->column > other->column)
#if WRONG == 2
      continue;
#else
      *here = my_entry_new(other->column, zero, *here);
#endif
#if WRONG == 3
    (*here)->block = my_difference(
        (*here)->block, my_difference(zero, pn_mat3_multiply(F, other->block)));
#else
    (*here)->block =
        my_difference((*here)->block, pn_mat3_multiply(F, other->block));
#endif
  }
  return row;
}
