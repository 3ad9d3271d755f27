/* Wrong, off by one: a column that is not there yet is left out. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elimination/exercises.h"

my_entry *my_subtract(my_entry *row, pn_mat3 F, const my_entry *other)
{
  my_entry **here = &row; /* where the next entry is hooked in */
  for (; other; other = other->next) {
    while (*here && (*here)->column < other->column)
      here = &(*here)->next;
    if (!*here || (*here)->column > other->column)
      continue;
    (*here)->block =
        my_difference((*here)->block, pn_mat3_multiply(F, other->block));
  }
  return row;
}
