/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Elimination as a game on a graph (section 4): take a vertex away, and join
   all its neighbours with each other. Each edge that was not there is fill.

   In:  joined[a * n + b], 1 if there is an edge between a and b, otherwise 0;
        you may change it. `order` names the n vertices in the order in which
        they are taken away.
   Out: how many edges are new, each pair counted once.

   Example: vertex 0 joined with 1, 2 and 3. In the order 0 1 2 3 the fill is 3,
   in the order 1 2 3 0 it is 0. */
#include "elimination/exercises.h"

size_t my_fill(size_t n, int *joined, const size_t *order)
{
  size_t fill = 0;
  for (size_t k = 0; k < n; k++) {
    /* TODO: play the move order[k] */
  }
  return fill;
}
