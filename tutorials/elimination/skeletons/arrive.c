/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The elimination of a row at the moment when it arrives.

   In:  row[0 .. i - 1], which are done: row k begins with its diagonal block
        U_kk. row[i], as it is in the matrix: columns ascend, some may be less
        than i.
   Out: row[i], which begins with its own diagonal block.

   As long as the row begins left of its diagonal, in column k, subtract a
   multiple of row k that makes its first block vanish. Drop that block instead
   of computing it: my_entry_drop(row) frees the first entry and returns the
   rest. my_subtract(row, F, other) of the exercise before may be called. Row k
   may bring in new columns, but none before k.

   Example, with numbers for the blocks: row[0] = 0:2 1:4, and row[1] = 0:4 1:9
   arrives. Twice row 0 is subtracted, and 1:1 is left. */
#include "elimination/exercises.h"

void my_arrive(size_t i, my_entry **row)
{
  while (row[i]->column < i) {
    const my_entry *pivot = row[row[i]->column]; /* the first entry of row k */
    /* TODO: the multiple F; subtract it times the rest of row k */
    row[i] = my_entry_drop(row[i]);
  }
}
