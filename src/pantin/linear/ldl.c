/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The symbolic half of L D L^T: order, elimination tree, lengths of the
   columns of L; and all memory. ldl_numeric.c computes the numbers.

   In the elimination tree the parent of column k is the first row below the
   diagonal that has an entry in it. The pattern of row k of L is what the
   columns of row k of A reach on their ways to the root, below k.

   Source: T. Davis, Algorithm 849: a concise sparse Cholesky factorization
   package, ACM TOMS 31 (2005) 587. */
#include "pantin/linear/ldl.h"
#include "pantin/linear/order_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

struct pni_ldl_orders {
  pni_graph graph; /* where the rows are no edges */
  pni_edges edges;
};

/* Makes room for so many rows. */
static int reserve_rows(pn_ldl *ldl, size_t n)
{
  enum { INDICES = 8, REALS = 3 };
  if (n <= ldl->room && ldl->indices)
    return GSL_SUCCESS;
  pn_free(ldl->indices);
  pn_free(ldl->reals);
  ldl->room = 0;
  ldl->indices = pn_alloc(INDICES * n + 1, sizeof *ldl->indices);
  ldl->reals = pn_alloc(REALS * n, sizeof *ldl->reals);
  if (!ldl->indices || !ldl->reals)
    return GSL_ENOMEM;
  ldl->room = n;
  size_t **const arrays[] = {&ldl->row,     &ldl->place, &ldl->mark,
                             &ldl->reached, &ldl->path,  &ldl->end,
                             &ldl->parent,  &ldl->begin};
  for (size_t k = 0; k < INDICES; k++) /* the last one has n + 1 */
    *arrays[k] = ldl->indices + k * n;
  ldl->inverse = ldl->reals;
  ldl->y = ldl->inverse + n;
  ldl->z = ldl->y + n;
  return GSL_SUCCESS;
}

pn_ldl *pn_ldl_alloc(void)
{
  pn_ldl *ldl = pn_alloc(1, sizeof *ldl);
  if (!ldl)
    return NULL;
  ldl->orders = pn_alloc(1, sizeof *ldl->orders);
  if (!ldl->orders) {
    pn_ldl_free(ldl);
    return NULL;
  }
  return ldl;
}

void pn_ldl_free(pn_ldl *ldl)
{
  if (!ldl)
    return;
  if (ldl->orders) {
    pni_graph_clear(&ldl->orders->graph);
    pni_edges_clear(&ldl->orders->edges);
  }
  pn_free(ldl->orders);
  pn_free(ldl->indices);
  pn_free(ldl->reals);
  pn_free(ldl->index);
  pn_free(ldl->value);
  pn_free(ldl);
}

/* Makes room for so many entries of L, whose values are not kept. */
static int reserve_entries(pn_ldl *ldl, size_t entries)
{
  if (entries <= ldl->entry_room && ldl->value)
    return GSL_SUCCESS;
  pn_free(ldl->index);
  pn_free(ldl->value);
  ldl->entry_room = 0;
  ldl->index = pn_realloc(NULL, entries, sizeof *ldl->index);
  ldl->value = pn_realloc(NULL, entries, sizeof *ldl->value);
  if (!ldl->index || !ldl->value)
    return GSL_ENOMEM;
  ldl->entry_room = entries;
  return GSL_SUCCESS;
}

/* An order is kept for a face of which at most one row in so many is new. */
enum { KEEP = 32 };

/* Keeps the order of the last face for one that is nearly the same: without the
   rows that have left, and with the new ones at the end. Returns 0 if there are
   too many of these since rows were last put in order. */
static int keep_order(pn_ldl *ldl, const char *chosen)
{
  size_t added = ldl->added, kept = 0;
  for (size_t r = 0; r < ldl->n; r++)
    added += (!chosen || chosen[r]) && ldl->place[r] == SIZE_MAX;
  if (KEEP * added >= ldl->count)
    return 0;
  for (size_t k = 0; k < ldl->count; k++)
    if (!chosen || chosen[ldl->row[k]])
      ldl->row[kept++] = ldl->row[k];
  for (size_t r = 0; r < ldl->n; r++)
    if (chosen && !chosen[r])
      ldl->place[r] = SIZE_MAX;
    else if (ldl->place[r] == SIZE_MAX)
      ldl->row[kept++] = r;
  ldl->count = kept;
  ldl->added = added;
  return 1;
}

/* Lists the chosen rows, ascending. */
static void choose(pn_ldl *ldl, const char *chosen)
{
  ldl->count = ldl->added = 0;
  for (size_t r = 0; r < ldl->n; r++) {
    const int is_in = !chosen || chosen[r];
    ldl->place[r] = is_in ? ldl->count : SIZE_MAX;
    if (is_in)
      ldl->row[ldl->count++] = r;
  }
}

/* Gives the graph a vertex for each row, and makes two rows neighbours if
   there is an entry. Neighbours are listed ascending. GSL_SUCCESS, or
   GSL_ENOMEM if the pool is too small for them. */
static int set_graph(pn_ldl *ldl, const int *p, const int *i)
{
  pni_graph *g = &ldl->orders->graph;
  size_t *degree = ldl->end, neighbours = 0;
  memset(degree, 0, ldl->count * sizeof *degree);
  for (size_t k = 0; k < ldl->count; k++)
    for (int q = p[ldl->row[k]]; q < p[ldl->row[k] + 1]; q++)
      if (ldl->place[i[q]] < k) {
        degree[k]++;
        degree[ldl->place[i[q]]]++;
        neighbours += 2;
      }
  if (neighbours > g->pool_room)
    return GSL_ENOMEM;
  pni_graph_begin(g);
  for (size_t k = 0; k < ldl->count; k++)
    pni_graph_add_vertex(g, degree[k]);
  for (size_t k = 0; k < ldl->count; k++)
    for (int q = p[ldl->row[k]]; q < p[ldl->row[k] + 1]; q++)
      if (ldl->place[i[q]] < k) {
        pni_graph_add_neighbour(g, k, ldl->place[i[q]]);
        pni_graph_add_neighbour(g, ldl->place[i[q]], k);
      }
  return GSL_SUCCESS;
}

/* Brings the rows of F, listed ascending, into an order of little fill.
   GSL_SUCCESS, or GSL_ENOMEM if that needs more room than there is. */
static int order_rows(pn_ldl *ldl, const int *p, const int *i)
{
  size_t *order = ldl->reached;
  if (ldl->edges.ends)
    pni_edges_order(&ldl->orders->edges, ldl->count, ldl->row, ldl->edges.ends,
                    ldl->edges.vertices, order);
  else if (set_graph(ldl, p, i) ||
           pni_graph_eliminate(&ldl->orders->graph, order))
    return GSL_ENOMEM;
  for (size_t k = 0; k < ldl->count; k++)
    order[k] = ldl->row[order[k]];
  memcpy(ldl->row, order, ldl->count * sizeof *order);
  return GSL_SUCCESS;
}

/* Finds the elimination tree, and where the columns of L begin. Returns the
   number of entries of L. */
static size_t find_tree(pn_ldl *ldl, const int *p, const int *i)
{
  size_t *length = ldl->end;
  for (size_t k = 0; k < ldl->count; k++) {
    ldl->place[ldl->row[k]] = k;
    length[k] = 0;
  }

  /* Each entry of row k leads up the tree to columns that have one in row k,
     as far as another entry has led before. */
  for (size_t k = 0; k < ldl->count; k++) {
    const size_t r = ldl->row[k];
    ldl->parent[k] = SIZE_MAX;
    ldl->mark[k] = k;
    for (int q = p[r]; q < p[r + 1]; q++)
      for (size_t j = ldl->place[i[q]]; j < k && ldl->mark[j] != k;
           j = ldl->parent[j]) {
        if (ldl->parent[j] == SIZE_MAX)
          ldl->parent[j] = k;
        ldl->mark[j] = k;
        length[j]++;
      }
  }

  ldl->begin[0] = 0;
  for (size_t k = 0; k < ldl->count; k++)
    ldl->begin[k + 1] = ldl->begin[k] + length[k];
  return ldl->begin[ldl->count];
}

int pn_ldl_reserve(pn_ldl *ldl, size_t n, size_t entries,
                   const pn_ldl_edges *edges)
{
  const size_t triangle = n > 0 ? n * (n - 1) / 2 : 0;
  const size_t most = entries < triangle ? entries : triangle;
  ldl->n = ldl->count = 0;
  ldl->edges = edges ? *edges : (pn_ldl_edges){0};
  int code = reserve_rows(ldl, n) || reserve_entries(ldl, most);
  if (!code) /* neighbours are never more than twice the entries of L */
    code = ldl->edges.ends
               ? pni_edges_reserve(&ldl->orders->edges, n, ldl->edges.vertices)
               : pni_graph_reserve(&ldl->orders->graph, n, 2 * most + n);
  if (code)
    return GSL_ENOMEM;
  ldl->n = n;
  return GSL_SUCCESS;
}

int pn_ldl_analyse(pn_ldl *ldl, const int *p, const int *i, const char *chosen)
{
  if (ldl->n == 0)
    return GSL_SUCCESS;
  if (keep_order(ldl, chosen) && find_tree(ldl, p, i) <= ldl->entry_room)
    return GSL_SUCCESS;
  choose(ldl, chosen);
  if (!order_rows(ldl, p, i) && find_tree(ldl, p, i) <= ldl->entry_room)
    return GSL_SUCCESS;
  ldl->count = 0;
  return GSL_ETABLE;
}
