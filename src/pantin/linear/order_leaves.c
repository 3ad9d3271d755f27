/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the leaves to the root, and back: a breadth-first search from block 0
   numbers the blocks by their distance from it, and the elimination takes the
   farthest first.

   A leaf-to-root order of a tree has no fill: of the neighbours of a vertex
   only its parent is left when it is eliminated, and a single neighbour has
   nothing to be joined with. The same holds where cliques take the place of
   edges, as in J W J^T, where the joints of one body are all joined: those of
   a vertex's neighbours that are left belong to one clique.

   Source: D. Baraff, Linear-time dynamics using Lagrange multipliers, SIGGRAPH
   96, section 6. */
#include "pantin/linear/order.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* The neighbours of each block: (first[i] .. first[i + 1]) of neighbour. */
typedef struct {
  size_t *first, *neighbour;
} graph;

static int graph_set(graph *g, const pn_block_matrix *matrix)
{
  const size_t n = matrix->blocks, stored = pn_block_matrix_stored(matrix);
  g->first = pn_alloc(n + 2, sizeof *g->first);
  g->neighbour = pn_alloc(2 * (stored - n), sizeof *g->neighbour);
  if (!g->first || !g->neighbour)
    return GSL_ENOMEM;
  /* Counted two places up, so that filling leaves each start in its place. */
  for (size_t j = 0; j < n; j++)
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++) {
      g->first[j + 2]++;
      g->first[matrix->row[k] + 2]++;
    }
  for (size_t i = 2; i < n + 2; i++)
    g->first[i] += g->first[i - 1];
  for (size_t j = 0; j < n; j++)
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++) {
      const size_t i = matrix->row[k];
      g->neighbour[g->first[i + 1]++] = j;
      g->neighbour[g->first[j + 1]++] = i;
    }
  return GSL_SUCCESS;
}

/* order = the blocks by their distance from block 0, then those of the other
   parts likewise. */
static void search(const graph *g, size_t blocks, int *reached, size_t *order)
{
  size_t count = 0, visited = 0;
  for (size_t root = 0; root < blocks; root++) {
    if (!reached[root])
      order[count++] = root;
    reached[root] = 1;
    while (visited < count) {
      const size_t i = order[visited++];
      for (size_t k = g->first[i]; k < g->first[i + 1]; k++)
        if (!reached[g->neighbour[k]]) {
          reached[g->neighbour[k]] = 1;
          order[count++] = g->neighbour[k];
        }
    }
  }
}

static int root_set(const pn_block_matrix *matrix, size_t *order)
{
  graph g = {0};
  int *reached = pn_alloc(matrix->blocks, sizeof *reached);
  const int code = reached ? graph_set(&g, matrix) : GSL_ENOMEM;
  if (!code)
    search(&g, matrix->blocks, reached, order);
  pn_free(g.first);
  pn_free(g.neighbour);
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
