/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Row i arrives, its columns ascending. As long as it begins left of the
   diagonal, with a block A_ik, k < i, subtract row k times

     F = A_ik U_kk^-1,

   where U_kk is the block that row k begins with. That makes A_ik zero: it is
   dropped, not computed. Row k may bring in new columns between k and i, but
   none before k. Afterwards row i begins with its diagonal block. */
#include "elimination/exercises.h"

void my_arrive(size_t i, my_entry **row)
{
  while (row[i]->column < i) {
    const my_entry *pivot = row[row[i]->column];
    /* TODO: compute F; subtract F times the rest of row k from what remains */
    row[i] = my_entry_drop(row[i]);
  }
}
