/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minimum degree for A = J W J^T, on the balls instead of on A. Two contacts
   are joined in A if they share a ball. When contact c of balls i and j is
   eliminated, all others of i and of j are joined with each other: as if c
   had made one body of i and j. So the graph is always one of bodies, merged
   ones after a while, and of contacts between two of them;

     degree of c = contacts of i + contacts of j - 2 (contacts of i with j),

   and contacts between the same two bodies are eliminated together, as the
   first one has joined them all. Those with the wall, which joins nothing,
   have the contacts of their ball alone. An elimination looks at each contact
   of the new body once: where A has entries by the hundred, J has a few.

   Source: the quotient graph of A. George, J. Liu, The evolution of the
   minimum degree ordering algorithm, SIAM Review 31 (1989), section 3, in
   which bodies are the cliques. */
#include "pantin/lcp/face_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <string.h>

static const size_t none = SIZE_MAX;

/* Contact k has the ends 2 k and 2 k + 1. */
typedef struct {
  size_t wall;    /* number of the body that does not move */
  size_t *body;   /* at each end as it was at first, (2 contacts) */
  size_t *merged; /* the body it is a part of now, or itself, (bodies + 1) */
  size_t *end;    /* one of its ends, or none, (bodies + 1) */
  size_t *next;   /* the next end of the same body, in a ring, (2 contacts) */
  size_t *size;   /* contacts of a body, (bodies + 1) */
  size_t *shared; /* those of them with the body at hand, (bodies + 1) */
  char *gone;     /* 1 for eliminated contacts, (contacts) */
  size_t *degree; /* (contacts) */
  size_t *bucket; /* first contact of each degree, or none, (contacts + 1) */
  size_t *after, *before; /* its doubly linked list, (contacts) */
} graph;

static void graph_free(graph *g)
{
  pn_free(g->body);
  pn_free(g->merged);
  pn_free(g->end);
  pn_free(g->next);
  pn_free(g->size);
  pn_free(g->shared);
  pn_free(g->gone);
  pn_free(g->degree);
  pn_free(g->bucket);
  pn_free(g->after);
  pn_free(g->before);
}

static int graph_alloc(graph *g, size_t contacts, size_t bodies)
{
  g->wall = bodies;
  g->body = pn_alloc(2 * contacts, sizeof *g->body);
  g->merged = pn_alloc(bodies + 1, sizeof *g->merged);
  g->end = pn_alloc(bodies + 1, sizeof *g->end);
  g->next = pn_alloc(2 * contacts, sizeof *g->next);
  g->size = pn_alloc(bodies + 1, sizeof *g->size);
  g->shared = pn_alloc(bodies + 1, sizeof *g->shared);
  g->gone = pn_alloc(contacts, 1);
  g->degree = pn_alloc(contacts, sizeof *g->degree);
  g->bucket = pn_alloc(contacts + 1, sizeof *g->bucket);
  g->after = pn_alloc(contacts, sizeof *g->after);
  g->before = pn_alloc(contacts, sizeof *g->before);
  return g->body && g->merged && g->end && g->next && g->size && g->shared &&
                 g->gone && g->degree && g->bucket && g->after && g->before
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* The body at an end now. */
static size_t body_at(graph *g, size_t end)
{
  size_t body = g->body[end];
  while (g->merged[body] != body) {
    g->merged[body] = g->merged[g->merged[body]];
    body = g->merged[body];
  }
  return body;
}

/* Joins the ring of ends of body j to that of i. */
static void join_rings(graph *g, size_t i, size_t j)
{
  const size_t a = g->end[i], b = g->end[j];
  if (b == none)
    return;
  if (a == none) {
    g->end[i] = b;
    return;
  }
  const size_t kept = g->next[a];
  g->next[a] = g->next[b];
  g->next[b] = kept;
}

static void add_end(graph *g, size_t end, size_t body)
{
  g->body[end] = body;
  if (body == g->wall)
    return;
  g->next[end] = g->end[body] == none ? end : g->next[g->end[body]];
  if (g->end[body] != none)
    g->next[g->end[body]] = end;
  g->end[body] = end;
  g->size[body]++;
}

/* Puts a contact into the list of its degree, and takes it out. */
static void file(graph *g, size_t c)
{
  size_t *const head = &g->bucket[g->degree[c]];
  g->after[c] = *head;
  g->before[c] = none;
  if (*head != none)
    g->before[*head] = c;
  *head = c;
}

static void unfile(graph *g, size_t c)
{
  if (g->before[c] == none)
    g->bucket[g->degree[c]] = g->after[c];
  else
    g->after[g->before[c]] = g->after[c];
  if (g->after[c] != none)
    g->before[g->after[c]] = g->before[c];
}

/* Takes the ends of contacts that are gone out of a body's ring. */
static void tidy(graph *g, size_t i)
{
  size_t last = none, first = g->end[i];
  if (first == none)
    return;
  size_t end = first;
  g->end[i] = none;
  do {
    const size_t next = g->next[end];
    if (!g->gone[end / 2]) {
      if (last == none)
        g->end[i] = end;
      else
        g->next[last] = end;
      last = end;
    }
    end = next;
  } while (end != first);
  if (last != none)
    g->next[last] = g->end[i];
}

/* Computes the degrees of the contacts of body i anew; returns the least. */
static size_t set_degrees(graph *g, size_t i)
{
  const size_t first = g->end[i];
  size_t least = none, end = first;
  if (first == none)
    return none;
  do
    g->shared[body_at(g, end ^ 1)]++;
  while ((end = g->next[end]) != first);
  do {
    const size_t c = end / 2, j = body_at(g, end ^ 1), both = g->shared[j];
    const size_t other = j == g->wall ? both : g->size[j];
    unfile(g, c);
    g->degree[c] = g->size[i] + other - 2 * both;
    file(g, c);
    least = g->degree[c] < least ? g->degree[c] : least;
  } while ((end = g->next[end]) != first);
  do
    g->shared[body_at(g, end ^ 1)] = 0;
  while ((end = g->next[end]) != first);
  return least;
}

static void graph_set(graph *g, const pn_delassus *J, const pni_face *face)
{
  for (size_t k = 0; k <= J->bodies; k++) {
    g->merged[k] = k;
    g->end[k] = none;
  }
  for (size_t c = 0; c < face->count; c++) {
    add_end(g, 2 * c, J->pair[face->row[c]].i);
    add_end(g, 2 * c + 1, J->pair[face->row[c]].j);
  }
}

/* Eliminates contact c and all others of its two bodies with each other:
   appends them to order. Returns the body that is left. */
static size_t eliminate(graph *g, size_t c, size_t *order, size_t *count)
{
  size_t i = body_at(g, 2 * c), j = body_at(g, 2 * c + 1);
  if (i == g->wall) {
    i = j;
    j = g->wall;
  }
  const size_t before = *count, first = g->end[i];
  size_t end = first;
  do
    if (body_at(g, end ^ 1) == j) {
      unfile(g, end / 2);
      g->gone[end / 2] = 1;
      order[(*count)++] = end / 2;
    }
  while ((end = g->next[end]) != first);
  g->size[i] -= *count - before;
  if (j != g->wall) {
    g->merged[j] = i;
    g->size[i] += g->size[j] - (*count - before);
    join_rings(g, i, j);
  }
  tidy(g, i);
  return i;
}

static void eliminate_all(graph *g, size_t contacts, size_t bodies,
                          size_t *order)
{
  for (size_t d = 0; d <= contacts; d++)
    g->bucket[d] = none;
  for (size_t c = 0; c < contacts; c++)
    file(g, c); /* as if of degree 0, to be refiled */
  for (size_t i = 0; i < bodies; i++)
    set_degrees(g, i);
  for (size_t count = 0, least = 0; count < contacts;) {
    while (g->bucket[least] == none)
      least++;
    const size_t i = eliminate(g, g->bucket[least], order, &count);
    const size_t lowest = set_degrees(g, i);
    least = lowest < least ? lowest : least;
  }
}

int pni_face_order_contacts(const pn_delassus *J, pni_face *face)
{
  graph g = {0};
  size_t *order = pn_alloc(face->count, sizeof *order);
  const int code = order ? graph_alloc(&g, face->count, J->bodies) : GSL_ENOMEM;
  if (!code) {
    graph_set(&g, J, face);
    eliminate_all(&g, face->count, J->bodies, order);
    for (size_t k = 0; k < face->count; k++)
      order[k] = face->row[order[k]];
    memcpy(face->row, order, face->count * sizeof *order);
  }
  graph_free(&g);
  pn_free(order);
  return code;
}
