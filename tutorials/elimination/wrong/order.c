/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: counts neighbours alone, which is not enough for joints */
/* WRONG 2: takes the vertex that makes the most fill */
/* WRONG 3: takes vertices away without joining their neighbours */
#include "elimination/exercises.h"

/* Counts the new edges that a vertex would make, and its neighbours. */
static size_t count_fill(size_t n, const int *joined, size_t v, size_t *degree)
{
  size_t fill = 0;
  *degree = 0;
  for (size_t a = 0; a < n; a++) {
    if (!joined[v * n + a])
      continue;
    ++*degree;
    for (size_t b = 0; b < a; b++)
      fill += joined[v * n + b] && !joined[a * n + b];
  }
  return fill;
}

/* Takes a vertex away and joins its neighbours. */
static void take_away(size_t n, int *joined, size_t v)
{
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < a; b++)
      if (joined[v * n + a] && joined[v * n + b])
        joined[a * n + b] = joined[b * n + a] = 1;
  for (size_t a = 0; a < n; a++)
    joined[a * n + v] = joined[v * n + a] = 0;
}

void my_order(size_t n, int *joined, size_t *order)
{
  for (size_t k = 0; k < n; k++)
    order[k] = k;
  for (size_t k = 0; k < n; k++) {
    size_t best = k, least = n * n, fewest = n;
    for (size_t c = k; c < n; c++) {
      size_t degree;
      const size_t fill = count_fill(n, joined, order[c], &degree);
#if WRONG == 1
      if (degree < fewest) {
#elif WRONG == 2
      if (c == k || fill > least) {
#else
      if (fill < least || (fill == least && degree < fewest)) {
#endif
        best = c;
        least = fill;
        fewest = degree;
      }
    }
    const size_t v = order[best];
    order[best] = order[k];
    order[k] = v;
#if WRONG == 3
    for (size_t a = 0; a < n; a++)
      joined[a * n + v] = joined[v * n + a] = 0;
#else
    take_away(n, joined, v);
#endif
  }
}
