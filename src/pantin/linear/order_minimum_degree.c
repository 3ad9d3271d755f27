/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minimum degree: at each turn a block that is joined to the fewest others, or
   nearly, on the elimination graph itself: of several the one that adds the
   fewest edges. (Without that choice grids fill in by a tenth more. Production
   codes keep the cliques that eliminated vertices leave implicit, which saves
   memory where fill is heavy; for mechanisms it is not.)

   Source: A. George, J. Liu, The evolution of the minimum degree ordering
   algorithm, SIAM Review 31 (1989), section 2. */
#include "pantin/linear/order.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>

static const size_t none = SIZE_MAX;

typedef struct {
  size_t degree, room;
  size_t *neighbour; /* (room), the first `degree` in use, in any order */
} vertex;

typedef struct {
  size_t vertices;
  vertex *vertex;        /* (vertices) */
  size_t *mark;          /* the last stamp put on each, (vertices) */
  size_t stamp;          /* the current one */
  size_t *bucket;        /* first vertex of each degree, or none, (vertices) */
  size_t *next, *before; /* its doubly linked list, (vertices) */
} graph;

static void graph_free(graph *g)
{
  for (size_t i = 0; g->vertex && i < g->vertices; i++)
    pn_free(g->vertex[i].neighbour);
  pn_free(g->vertex);
  pn_free(g->mark);
  pn_free(g->bucket);
  pn_free(g->next);
  pn_free(g->before);
}

static int add_neighbour(vertex *v, size_t i)
{
  if (v->degree == v->room) {
    const size_t room = 2 * v->room + 4;
    size_t *more = pn_realloc(v->neighbour, room, sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    v->neighbour = more;
    v->room = room;
  }
  v->neighbour[v->degree++] = i;
  return GSL_SUCCESS;
}

static int graph_set(graph *g, const pn_block_matrix *matrix)
{
  const size_t n = matrix->blocks;
  g->vertices = n;
  g->vertex = pn_alloc(n, sizeof *g->vertex);
  g->mark = pn_alloc(n, sizeof *g->mark);
  g->bucket = pn_alloc(n, sizeof *g->bucket);
  g->next = pn_alloc(n, sizeof *g->next);
  g->before = pn_alloc(n, sizeof *g->before);
  if (!g->vertex || !g->mark || !g->bucket || !g->next || !g->before)
    return GSL_ENOMEM;
  for (size_t j = 0; j < n; j++) /* the first block is the diagonal's */
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++)
      if (add_neighbour(&g->vertex[j], matrix->row[k]) ||
          add_neighbour(&g->vertex[matrix->row[k]], j))
        return GSL_ENOMEM;
  return GSL_SUCCESS;
}

/* Puts a vertex into the list of those of its degree, and takes it out. */
static void file(graph *g, size_t i)
{
  const size_t degree = g->vertex[i].degree;
  g->next[i] = g->bucket[degree];
  g->before[i] = none;
  if (g->next[i] != none)
    g->before[g->next[i]] = i;
  g->bucket[degree] = i;
}

static void unfile(graph *g, size_t i)
{
  if (g->before[i] == none)
    g->bucket[g->vertex[i].degree] = g->next[i];
  else
    g->next[g->before[i]] = g->next[i];
  if (g->next[i] != none)
    g->before[g->next[i]] = g->before[i];
}

/* Takes vertex `gone` from the neighbours of i, and joins those of `gone` to
   it. */
static int join(graph *g, size_t i, size_t gone)
{
  vertex *v = &g->vertex[i];
  const vertex *clique = &g->vertex[gone];
  g->stamp++;
  g->mark[i] = g->stamp;
  size_t kept = 0;
  for (size_t k = 0; k < v->degree; k++) {
    g->mark[v->neighbour[k]] = g->stamp;
    if (v->neighbour[k] != gone)
      v->neighbour[kept++] = v->neighbour[k];
  }
  v->degree = kept;
  for (size_t k = 0; k < clique->degree; k++)
    if (g->mark[clique->neighbour[k]] != g->stamp &&
        add_neighbour(v, clique->neighbour[k]))
      return GSL_ENOMEM;
  return GSL_SUCCESS;
}

/* The edges that eliminating vertex i would add; `most` stands for more. */
static size_t fill_of(graph *g, size_t i, size_t most)
{
  const vertex *v = &g->vertex[i];
  size_t fill = 0;
  for (size_t e = 0; e < v->degree && fill < most; e++) {
    const vertex *a = &g->vertex[v->neighbour[e]];
    g->stamp++;
    for (size_t k = 0; k < a->degree; k++)
      g->mark[a->neighbour[k]] = g->stamp;
    for (size_t k = e + 1; k < v->degree; k++)
      fill += g->mark[v->neighbour[k]] != g->stamp;
  }
  return fill < most ? fill : most;
}

/* Degrees up to so many more than the least count as the same; and of each
   degree so many vertices are looked at: in a ring all n have the same. */
enum { SLACK = 2, TIES = 16 };

/* Of the vertices of least degree, or nearly, the one that adds least; of
   several such the one of least degree, and filed last. */
static size_t choose(graph *g, size_t degree)
{
  size_t best = none, least = none;
  for (size_t d = degree; d <= degree + SLACK && d < g->vertices; d++) {
    size_t i = g->bucket[d];
    for (size_t k = 0; k < TIES && i != none && least > 0; k++) {
      const size_t fill = fill_of(g, i, least);
      if (best == none || fill < least) {
        best = i;
        least = fill;
      }
      i = g->next[i];
    }
  }
  return best;
}

static int eliminate_all(graph *g, size_t *order)
{
  for (size_t d = 0; d < g->vertices; d++)
    g->bucket[d] = none;
  for (size_t i = g->vertices; i-- > 0;) /* so that ties go to the first */
    file(g, i);
  size_t least = 0;
  for (size_t k = 0; k < g->vertices; k++) {
    while (g->bucket[least] == none)
      least++;
    const size_t i = choose(g, least);
    const vertex *v = &g->vertex[i];
    unfile(g, i);
    order[k] = i;
    for (size_t e = 0; e < v->degree; e++) {
      unfile(g, v->neighbour[e]);
      if (join(g, v->neighbour[e], i))
        return GSL_ENOMEM;
      file(g, v->neighbour[e]);
    }
    /* A neighbour has lost one edge at most. */
    least -= least > 0;
  }
  return GSL_SUCCESS;
}

static int degree_set(const pn_block_matrix *matrix, size_t *order)
{
  graph g = {0};
  int code = graph_set(&g, matrix);
  if (!code)
    code = eliminate_all(&g, order);
  graph_free(&g);
  return code;
}

static const pn_order_type degree = {
    .name = "degree",
    .summary = "the block with the fewest neighbours first",
    .set = degree_set,
};

const pn_order_type *const pn_order_degree = &degree;
