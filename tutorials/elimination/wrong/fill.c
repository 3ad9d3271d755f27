/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: counts each new pair twice, once from each end */
/* WRONG 2: does not take the eliminated vertex out of the graph */
/* WRONG 3: counts the new edges but does not insert them */
#include "elimination/exercises.h"

size_t my_fill(size_t n, int *joined, const size_t *order)
{
  size_t fill = 0;
  for (size_t k = 0; k < n; k++) {
    const int *neighbour = joined + order[k] * n; /* of the vertex */
    for (size_t a = 0; a < n; a++) {
      if (!neighbour[a])
        continue;
#if WRONG != 2
      joined[a * n + order[k]] = 0; /* it has gone */
#endif
#if WRONG == 1
      for (size_t b = 0; b < n; b++)
        if (b != a && neighbour[b] && !joined[a * n + b]) {
          joined[a * n + b] = 1;
#else
      for (size_t b = 0; b < a; b++)
        if (neighbour[b] && !joined[a * n + b]) {
#if WRONG != 3
          joined[a * n + b] = joined[b * n + a] = 1;
#endif
#endif
          fill++;
        }
    }
  }
  return fill;
}
