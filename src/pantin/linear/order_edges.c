/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Minimum degree for a matrix that has a row for each edge of a graph, and an
   entry where two edges share a vertex: J W J^T of contacts, which are edges
   between bodies. It works on the vertices instead of on the matrix. When
   edge c of vertices i and j is eliminated, all others of i and of j are
   joined with each other, as if c had made one vertex of i and j. So the
   graph is always one of vertices, merged ones after a while, and of edges
   between two of them;

     degree of c = edges of i + edges of j - 2 (edges of i with j),

   and edges between the same two vertices are eliminated together, as the
   first one has joined them all. Those with the ground, which joins nothing,
   have the edges of their other vertex alone. An elimination looks at each
   edge of the new vertex once: where the matrix has entries by the hundred, J
   has a few.

   The two orders cannot be one: order_minimum_degree.c compares the fill of
   vertices of nearly the same degree, neighbour by neighbour, and breaks ties
   by it. It orders the matrix of a thousand contacts for a twentieth less
   fill, but takes forty times as long as this file.

   Source: the quotient graph of A. George, J. Liu, The evolution of the
   minimum degree ordering algorithm, SIAM Review 31 (1989), section 3, in
   which vertices are the cliques. */
#include "pantin/linear/order_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static const size_t none = SIZE_MAX;

int pni_edges_reserve(pni_edges *e, size_t edges, size_t vertices)
{
  if (edges > e->edge_room || !e->edge_memory) {
    pn_free(e->edge_memory);
    pn_free(e->gone);
    e->edge_room = 0;
    e->edge_memory = pn_alloc(8 * edges + 1, sizeof *e->edge_memory);
    e->gone = pn_alloc(edges, 1);
    if (!e->edge_memory || !e->gone)
      return GSL_ENOMEM;
    e->edge_room = edges;
    e->vertex = e->edge_memory;
    e->next = e->vertex + 2 * edges;
    e->by.degree = e->next + 2 * edges;
    e->by.next = e->by.degree + edges;
    e->by.before = e->by.next + edges;
    e->by.first = e->by.before + edges; /* for degrees 0 to edges */
  }
  if (vertices + 1 > e->vertex_room) {
    const size_t room = vertices + 1;
    pn_free(e->vertex_memory);
    e->vertex_room = 0;
    e->vertex_memory = pn_alloc(4 * room, sizeof *e->vertex_memory);
    if (!e->vertex_memory)
      return GSL_ENOMEM;
    e->vertex_room = room;
    e->merged = e->vertex_memory;
    e->end = e->merged + room;
    e->size = e->end + room;
    e->shared = e->size + room;
  }
  return GSL_SUCCESS;
}

void pni_edges_clear(pni_edges *e)
{
  pn_free(e->vertex_memory);
  pn_free(e->edge_memory);
  pn_free(e->gone);
  *e = (pni_edges){0};
}

/* Finds the vertex that an end belongs to now. Edge k has the ends 2 k and
   2 k + 1. */
static size_t vertex_at(pni_edges *e, size_t end)
{
  size_t vertex = e->vertex[end];
  while (e->merged[vertex] != vertex) {
    e->merged[vertex] = e->merged[e->merged[vertex]];
    vertex = e->merged[vertex];
  }
  return vertex;
}

/* Joins the ring of ends at vertex j to that at i. */
static void join_rings(pni_edges *e, size_t i, size_t j)
{
  const size_t a = e->end[i], b = e->end[j];
  if (b == none)
    return;
  if (a == none) {
    e->end[i] = b;
    return;
  }
  const size_t kept = e->next[a];
  e->next[a] = e->next[b];
  e->next[b] = kept;
}

/* Adds an end to the ring of its vertex. */
static void add_end(pni_edges *e, size_t end, size_t vertex)
{
  e->vertex[end] = vertex;
  if (vertex == e->ground)
    return;
  e->next[end] = e->end[vertex] == none ? end : e->next[e->end[vertex]];
  if (e->end[vertex] != none)
    e->next[e->end[vertex]] = end;
  e->end[vertex] = end;
  e->size[vertex]++;
}

/* Takes the ends of edges that are gone out of a vertex's ring. */
static void tidy(pni_edges *e, size_t i)
{
  size_t last = none, first = e->end[i];
  if (first == none)
    return;
  size_t end = first;
  e->end[i] = none;
  do {
    const size_t next = e->next[end];
    if (!e->gone[end / 2]) {
      if (last == none)
        e->end[i] = end;
      else
        e->next[last] = end;
      last = end;
    }
    end = next;
  } while (end != first);
  if (last != none)
    e->next[last] = e->end[i];
}

/* Computes the degrees of vertex i's edges anew; returns the least. */
static size_t set_degrees(pni_edges *e, size_t i)
{
  const size_t first = e->end[i];
  size_t least = none, end = first;
  if (first == none)
    return none;

  /* Count the edges that lead to each neighbour. */
  do
    e->shared[vertex_at(e, end ^ 1)]++;
  while ((end = e->next[end]) != first);

  do {
    const size_t c = end / 2, j = vertex_at(e, end ^ 1), both = e->shared[j];
    const size_t other = j == e->ground ? both : e->size[j];
    buckets_remove(&e->by, c);
    e->by.degree[c] = e->size[i] + other - 2 * both;
    buckets_add(&e->by, c);
    least = e->by.degree[c] < least ? e->by.degree[c] : least;
  } while ((end = e->next[end]) != first);

  /* Leave the counts at 0. */
  do
    e->shared[vertex_at(e, end ^ 1)] = 0;
  while ((end = e->next[end]) != first);
  return least;
}

/* Eliminates edge c with all others between its two vertices: appends them to
   order. Returns the vertex that is left. */
static size_t eliminate(pni_edges *e, size_t c, size_t *order, size_t *count)
{
  size_t i = vertex_at(e, 2 * c), j = vertex_at(e, 2 * c + 1);
  if (i == e->ground) {
    i = j;
    j = e->ground;
  }
  const size_t before = *count, first = e->end[i];
  size_t end = first;
  do
    if (vertex_at(e, end ^ 1) == j) {
      buckets_remove(&e->by, end / 2);
      e->gone[end / 2] = 1;
      order[(*count)++] = end / 2;
    }
  while ((end = e->next[end]) != first);
  e->size[i] -= *count - before;
  if (j != e->ground) {
    e->merged[j] = i;
    e->size[i] += e->size[j] - (*count - before);
    join_rings(e, i, j);
  }
  tidy(e, i);
  return i;
}

/* Starts from the graph as it is given. */
static void set_graph(pni_edges *e, size_t edges, const size_t *row,
                      const uint32_t *ends, size_t vertices)
{
  e->ground = vertices;
  for (size_t v = 0; v <= vertices; v++) {
    e->merged[v] = v;
    e->end[v] = none;
    e->size[v] = 0;
  }
  for (size_t c = 0; c < edges; c++) {
    add_end(e, 2 * c, ends[2 * row[c]]);
    add_end(e, 2 * c + 1, ends[2 * row[c] + 1]);
    e->by.degree[c] = 0;
    e->gone[c] = 0;
  }
}

void pni_edges_order(pni_edges *e, size_t edges, const size_t *row,
                     const uint32_t *ends, size_t vertices, size_t *order)
{
  set_graph(e, edges, row, ends, vertices);

  /* All edges are filed under degree 0 first, and then under their own. */
  buckets_clear(&e->by, edges + 1);
  for (size_t c = 0; c < edges; c++)
    buckets_add(&e->by, c);
  for (size_t i = 0; i < vertices; i++)
    set_degrees(e, i);

  for (size_t count = 0, least = 0; count < edges;) {
    while (e->by.first[least] == none)
      least++;
    const size_t i = eliminate(e, e->by.first[least], order, &count);
    const size_t lowest = set_degrees(e, i);
    least = lowest < least ? lowest : least;
  }
}
