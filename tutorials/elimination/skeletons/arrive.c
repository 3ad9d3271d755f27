/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row i arrives, its columns ascending. As long as it begins left of the
   diagonal, with a block A_ik, k < i, take from it the row k times

     F = A_ik U_kk^-1,

   U_kk being the block that row k begins with. That makes A_ik zero: it is
   dropped, not computed. Row k may bring in other columns between k and i, but
   none before. Afterwards row i begins with its diagonal. */
#include "elimination/exercises.h"

void my_arrive(size_t i, my_entry **row)
{
  while (row[i]->column < i) {
    const my_entry *pivot = row[row[i]->column];
    /* TODO: F; and the rest of row k is to be taken from what remains */
    row[i] = my_entry_drop(row[i]);
  }
}
