/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* From the leaves to the root, and back: a breadth-first search from block 0
   numbers the blocks by their distance from it, and the elimination takes the
   farthest first.

   A leaf-to-root order of a tree has no fill: of the neighbours of a vertex
   only its parent is left when it is eliminated, and a single neighbour has
   nothing to be joined with. The same holds if cliques take the place of
   edges, as in J W J^T, where all joints of a body are neighbours: those
   neighbours of a vertex that are left belong to one clique.

   Source: D. Baraff, Linear-time dynamics using Lagrange multipliers, SIGGRAPH
   96, section 6. */
#include "pantin/linear/order.h"
#include "pantin/linear/order_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* Lists the blocks by their distance from block 0, then those of the other
   parts likewise. first, neighbour: as pni_block_neighbours sets them; reached:
   (blocks) zeros. */
static void search(const size_t *first, const size_t *neighbour, size_t blocks,
                   int *reached, size_t *order)
{
  size_t count = 0, visited = 0;
  for (size_t root = 0; root < blocks; root++) {
    if (!reached[root])
      order[count++] = root;
    reached[root] = 1;
    while (visited < count) {
      const size_t i = order[visited++];
      for (size_t k = first[i]; k < first[i + 1]; k++)
        if (!reached[neighbour[k]]) {
          reached[neighbour[k]] = 1;
          order[count++] = neighbour[k];
        }
    }
  }
}

static int root_set(const pn_block_matrix *matrix, size_t *order)
{
  const size_t n = matrix->blocks;
  const size_t edges = pn_block_matrix_stored(matrix) - n;
  size_t *first = pn_alloc(n + 2, sizeof *first);
  size_t *neighbour = pn_alloc(2 * edges, sizeof *neighbour);
  int *reached = pn_alloc(n, sizeof *reached);
  const int code = first && neighbour && reached ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    pni_block_neighbours(matrix, first, neighbour);
    search(first, neighbour, n, reached, order);
  }
  pn_free(first);
  pn_free(neighbour);
  pn_free(reached);
  return code;
}

static int leaves_set(const pn_block_matrix *matrix, size_t *order)
{
  const int code = root_set(matrix, order);
  const size_t n = matrix->blocks;
  for (size_t k = 0; k < n / 2 && !code; k++) {
    const size_t kept = order[k];
    order[k] = order[n - 1 - k];
    order[n - 1 - k] = kept;
  }
  return code;
}

static const pn_order_type leaves = {
    .name = "leaves",
    .summary = "from the leaves to the root",
    .set = leaves_set,
};

static const pn_order_type root = {
    .name = "root",
    .summary = "from the root to the leaves, the bad one",
    .set = root_set,
};

const pn_order_type *const pn_order_leaves = &leaves;
const pn_order_type *const pn_order_root = &root;
