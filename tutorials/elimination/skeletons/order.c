/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* PROJECT: an order of your own that makes little fill.

   In:  a graph of n vertices, at most 200: joined[a * n + b] is 1 if there is
        an edge between a and b, otherwise 0; you may change it.
   Out: order[0 .. n - 1], each vertex once, the first to be eliminated first.

   What is asked for: no fill on trees, nor on the graph of the joints of a tree
   of bodies, where it is not enough to count neighbours (section 4). On nets
   and on random graphs no more than a tenth above the fill of minimum degree.
   The whole may take some seconds.

   Example: vertex 0 joined with 1, 2 and 3. The order 1 2 3 0 makes no fill; as
   it stands, the function returns 0 1 2 3, which makes 3. */
#include "elimination/exercises.h"

void my_order(size_t n, int *joined, size_t *order)
{
  for (size_t k = 0; k < n; k++)
    order[k] = k; /* TODO */
}
