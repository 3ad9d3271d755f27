/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Minimum degree: at each turn a vertex that is joined to the fewest others,
   or nearly, on the elimination graph itself: of several the one that adds
   the fewest edges. (Without that choice grids fill in by a tenth more.
   Production codes keep the cliques that eliminated vertices leave implicit,
   which saves memory where fill is heavy; for mechanisms it is not.)

   The neighbours of each vertex are a list in one pool of memory. A list that
   outgrows its space moves to the end of the pool, and when that is full the
   lists in use are pushed together. They never have more entries than twice
   those of L.

   Source: A. George, J. Liu, The evolution of the minimum degree ordering
   algorithm, SIAM Review 31 (1989), section 2. */
#include "pantin/linear/order.h"
#include "pantin/linear/order_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static const size_t none = SIZE_MAX;

int pni_graph_reserve(pni_graph *g, size_t vertices, size_t pool)
{
  if (vertices > g->room || !g->memory) {
    pn_free(g->memory);
    g->room = 0;
    g->memory = pn_alloc(7 * vertices, sizeof *g->memory);
    if (!g->memory)
      return GSL_ENOMEM;
    g->room = vertices;
    g->start = g->memory;
    g->space = g->start + vertices;
    g->mark = g->space + vertices;
    g->by.degree = g->mark + vertices;
    g->by.first = g->by.degree + vertices;
    g->by.next = g->by.first + vertices;
    g->by.before = g->by.next + vertices;
  }
  if (pool > g->pool_room || !g->pool) {
    uint32_t *more = pn_realloc(g->pool, pool, sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    g->pool = more;
    g->pool_room = pool;
  }
  return GSL_SUCCESS;
}

void pni_graph_clear(pni_graph *g)
{
  pn_free(g->memory);
  pn_free(g->pool);
  *g = (pni_graph){0};
}

void pni_graph_begin(pni_graph *g)
{
  g->vertices = g->used = 0;
}

void pni_graph_add_vertex(pni_graph *g, size_t degree)
{
  const size_t i = g->vertices++;
  g->start[i] = g->used;
  g->space[i] = degree;
  g->by.degree[i] = 0;
  g->used += degree;
}

void pni_graph_add_neighbour(pni_graph *g, size_t i, size_t neighbour)
{
  g->pool[g->start[i] + g->by.degree[i]++] = (uint32_t)neighbour;
}

static const uint32_t *neighbours(const pni_graph *g, size_t i)
{
  return g->pool + g->start[i];
}

/* Pushes the lists in use together. The first entry of each trades places
   with the number of its vertex, marked by the highest bit, so that a walk
   through the pool sees whose list it has come to. */
static void compact(pni_graph *g)
{
  const uint32_t marked = UINT32_C(1) << 31;
  for (size_t i = 0; i < g->vertices; i++) {
    g->space[i] = g->by.degree[i];
    if (g->space[i] > 0) {
      uint32_t *head = g->pool + g->start[i];
      g->start[i] = *head;
      *head = marked | (uint32_t)i;
    }
  }
  const size_t end = g->used;
  g->used = 0;
  for (size_t q = 0; q < end;) {
    const size_t i = g->pool[q] & ~marked;
    if (!(g->pool[q] & marked)) {
      q++;
      continue;
    }
    g->pool[q] = (uint32_t)g->start[i];
    g->start[i] = g->used;
    memmove(g->pool + g->used, g->pool + q, g->space[i] * sizeof *g->pool);
    g->used += g->space[i];
    q += g->space[i];
  }
}

/* Moves the list of a vertex to where it has space for so many. */
static int move_list(pni_graph *g, size_t i, size_t space)
{
  if (g->used + space > g->pool_room)
    compact(g);
  if (g->used + space > (g->may_grow ? g->pool_room / 2 : g->pool_room)) {
    if (!g->may_grow)
      return GSL_ENOMEM;
    const int code = pni_graph_reserve(g, g->room, 2 * (g->used + space));
    if (code)
      return code;
  }
  memcpy(g->pool + g->used, neighbours(g, i),
         g->by.degree[i] * sizeof *g->pool);
  g->start[i] = g->used;
  g->space[i] = space;
  g->used += space;
  return GSL_SUCCESS;
}

/* Takes vertex `gone` from the neighbours of i, and joins those of `gone` to
   it. */
static int join(pni_graph *g, size_t i, size_t gone)
{
  uint32_t *list = g->pool + g->start[i];
  g->stamp++;
  g->mark[i] = g->stamp;
  size_t kept = 0;
  for (size_t k = 0; k < g->by.degree[i]; k++) {
    g->mark[list[k]] = g->stamp;
    if (list[k] != gone)
      list[kept++] = list[k];
  }
  g->by.degree[i] = kept;

  const uint32_t *clique = neighbours(g, gone);
  size_t added = 0;
  for (size_t k = 0; k < g->by.degree[gone]; k++)
    added += g->mark[clique[k]] != g->stamp;
  if (kept + added > g->space[i] && move_list(g, i, kept + added))
    return GSL_ENOMEM;
  clique = neighbours(g, gone); /* it may have moved as well */
  for (size_t k = 0; k < g->by.degree[gone]; k++)
    if (g->mark[clique[k]] != g->stamp)
      pni_graph_add_neighbour(g, i, clique[k]);
  return GSL_SUCCESS;
}

/* Counts the edges that eliminating vertex i would add; `most` stands for
   more. */
static size_t fill_of(pni_graph *g, size_t i, size_t most)
{
  const uint32_t *list = neighbours(g, i);
  const size_t degree = g->by.degree[i];
  size_t fill = 0;
  for (size_t e = 0; e < degree && fill < most; e++) {
    const uint32_t *other = neighbours(g, list[e]);
    const size_t others = g->by.degree[list[e]];
    g->stamp++;
    for (size_t k = 0; k < others; k++)
      g->mark[other[k]] = g->stamp;
    for (size_t k = e + 1; k < degree; k++)
      fill += g->mark[list[k]] != g->stamp;
  }
  return fill < most ? fill : most;
}

/* Degrees up to so many more than the least count as the same; and of each
   degree so many vertices are looked at: in a ring all n have the same. */
enum { SLACK = 2, TIES = 16 };

/* Chooses among the vertices of least degree, or nearly, the one that adds
   least; of several such the one of least degree, and filed last. */
static size_t choose(pni_graph *g, size_t degree)
{
  size_t best = none, least = none;
  for (size_t d = degree; d <= degree + SLACK && d < g->vertices; d++) {
    size_t i = g->by.first[d];
    for (size_t k = 0; k < TIES && i != none && least > 0; k++) {
      const size_t fill = fill_of(g, i, least);
      if (best == none || fill < least) {
        best = i;
        least = fill;
      }
      i = g->by.next[i];
    }
  }
  return best;
}

int pni_graph_eliminate(pni_graph *g, size_t *order)
{
  g->stamp = 0;
  memset(g->mark, 0, g->vertices * sizeof *g->mark);
  buckets_clear(&g->by, g->vertices);
  for (size_t i = g->vertices; i-- > 0;) /* so that ties go to the first */
    buckets_add(&g->by, i);
  size_t least = 0;
  for (size_t k = 0; k < g->vertices; k++) {
    while (g->by.first[least] == none)
      least++;
    const size_t i = choose(g, least);
    buckets_remove(&g->by, i);
    order[k] = i;
    for (size_t e = 0; e < g->by.degree[i]; e++) {
      const size_t j = neighbours(g, i)[e];
      buckets_remove(&g->by, j);
      if (join(g, j, i))
        return GSL_ENOMEM;
      buckets_add(&g->by, j);
    }
    g->by.degree[i] = 0; /* its list is no longer in use */
    least -= least > 0;  /* a neighbour has lost one edge at most */
  }
  return GSL_SUCCESS;
}

static int degree_set(const pn_block_matrix *matrix, size_t *order)
{
  const size_t n = matrix->blocks;
  const size_t edges = pn_block_matrix_stored(matrix) - n;
  pni_graph g = {.may_grow = 1};
  size_t *first = pn_alloc(n + 2, sizeof *first);
  size_t *neighbour = pn_alloc(2 * edges, sizeof *neighbour);
  int code = GSL_ENOMEM;
  if (first && neighbour && !pni_graph_reserve(&g, n, 4 * edges)) {
    pni_block_neighbours(matrix, first, neighbour);
    for (size_t i = 0; i < n; i++) {
      pni_graph_add_vertex(&g, first[i + 1] - first[i]);
      for (size_t k = first[i]; k < first[i + 1]; k++)
        pni_graph_add_neighbour(&g, i, neighbour[k]);
    }
    code = pni_graph_eliminate(&g, order);
  }
  pni_graph_clear(&g);
  pn_free(first);
  pn_free(neighbour);
  return code;
}

static const pn_order_type degree = {
    .name = "degree",
    .summary = "the block with the fewest neighbours first",
    .set = degree_set,
};

const pn_order_type *const pn_order_degree = &degree;
