/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: drops the first block but subtracts nothing from the rest */
/* WRONG 2: multiplies by the inverse from the wrong side */
/* WRONG 3: eliminates only the first block of the row, not all */
#include "elimination/exercises.h"

void my_arrive(size_t i, my_entry **row)
{
#if WRONG == 3
  if (row[i]->column < i)
#else
  while (row[i]->column < i)
#endif
  {
    const my_entry *pivot = row[row[i]->column];
    const pn_mat3 F =
#if WRONG == 2
        pn_mat3_multiply(pn_mat3_inverse(pivot->block), row[i]->block);
#else
        pn_mat3_multiply(row[i]->block, pn_mat3_inverse(pivot->block));
#endif
#if WRONG == 1
    row[i] = my_subtract(my_entry_drop(row[i]), F, NULL);
#else
    row[i] = my_subtract(my_entry_drop(row[i]), F, pivot->next);
#endif
  }
}
