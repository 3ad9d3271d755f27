/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Elimination as a game on a graph: take a vertex away, and join all its
   neighbours with each other. Each edge that was not there is fill. No number
   of the matrix is needed. */
#include "elimination/exercises.h"

size_t my_fill(size_t n, int *joined, const size_t *order)
{
  size_t fill = 0;
  for (size_t k = 0; k < n; k++) {
    const int *neighbour = joined + order[k] * n; /* of the vertex */
    for (size_t a = 0; a < n; a++) {
      if (!neighbour[a])
        continue;
      joined[a * n + order[k]] = 0; /* it has gone */
      /* TODO: join a with the neighbours b < a, and count what is new */
    }
  }
  return fill;
}
