/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A_FF is gathered as a block matrix with blocks of order 1, factored as
   L D L^T in the order of minimum degree, and solved. In a pile each contact
   has some ten neighbours, and the factor some hundred entries a row. */
#include "pantin/contact/face_private.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/factor.h"

#include <gsl/gsl_errno.h>

typedef struct {
  size_t count;      /* rows of the face */
  size_t *row;       /* their numbers in A, (count) */
  size_t *number;    /* the number on the face of each row that is, (n) */
  size_t *order;     /* 1 for each, (count) */
  size_t (*pair)[2]; /* entries below the diagonal, (pairs) */
  size_t pairs;
  double *x; /* right-hand side and solution, (count) */
  pn_block_matrix *matrix;
  pn_block_factor *factor;
} gathered;

static void gathered_free(gathered *g)
{
  pn_free(g->row);
  pn_free(g->number);
  pn_free(g->order);
  pn_free(g->pair);
  pn_free(g->x);
  pn_block_factor_free(g->factor);
  pn_block_matrix_free(g->matrix);
}

/* Numbers the rows of the face; returns the entries of A in them. */
static size_t number_rows(const gsl_spmatrix *A, const char *face, gathered *g)
{
  size_t entries = 0;
  for (size_t i = 0; i < A->size1; i++)
    if (face[i]) {
      g->number[i] = g->count;
      g->order[g->count] = 1;
      g->row[g->count++] = i;
      entries += (size_t)(A->p[i + 1] - A->p[i]);
    }
  return entries;
}

static void list_pairs(const gsl_spmatrix *A, const char *face, gathered *g)
{
  for (size_t i = 0; i < g->count; i++)
    for (int k = A->p[g->row[i]]; k < A->p[g->row[i] + 1]; k++) {
      const size_t j = (size_t)A->i[k];
      if (face[j] && j < g->row[i]) {
        g->pair[g->pairs][0] = i;
        g->pair[g->pairs++][1] = g->number[j];
      }
    }
}

static void fill(const gsl_spmatrix *A, const char *face, gathered *g)
{
  for (size_t i = 0; i < g->count; i++)
    for (int k = A->p[g->row[i]]; k < A->p[g->row[i] + 1]; k++) {
      const size_t j = (size_t)A->i[k];
      if (face[j] && j <= g->row[i])
        *pn_block_matrix_at(g->matrix, i, g->number[j]) = A->data[k];
    }
}

static int solve(const gsl_spmatrix *A, const char *face, const double *r,
                 gathered *g)
{
  const size_t n = A->size1;
  g->row = pn_alloc(n, sizeof *g->row);
  g->number = pn_alloc(n, sizeof *g->number);
  g->order = pn_alloc(n, sizeof *g->order);
  g->x = pn_alloc(n, sizeof *g->x);
  if (!g->row || !g->number || !g->order || !g->x)
    return GSL_ENOMEM;
  g->pair = pn_alloc(number_rows(A, face, g), sizeof *g->pair);
  if (!g->pair)
    return GSL_ENOMEM;
  if (g->count == 0)
    return GSL_SUCCESS;
  list_pairs(A, face, g);
  g->matrix = pn_block_matrix_alloc(g->count, g->order, g->pairs,
                                    (const size_t(*)[2])g->pair);
  if (!g->matrix)
    return GSL_ENOMEM;
  fill(A, face, g);
  g->factor = pn_block_factor_alloc(g->matrix, NULL);
  if (!g->factor)
    return GSL_ENOMEM;
  const int code = pn_block_factor_set(g->factor, g->matrix);
  if (code)
    return code;
  for (size_t i = 0; i < g->count; i++)
    g->x[i] = r[g->row[i]];
  pn_block_factor_solve(g->factor, 1, g->x, g->x);
  return GSL_SUCCESS;
}

int pni_face_solve(const gsl_spmatrix *A, const char *face, const double *r,
                   double *d, size_t *dropped)
{
  gathered g = {0};
  const int code = solve(A, face, r, &g);
  for (size_t i = 0; !code && i < A->size1; i++)
    d[i] = face[i] ? g.x[g.number[i]] : 0;
  if (!code)
    *dropped = g.factor ? g.factor->dropped : 0;
  gathered_free(&g);
  return code;
}
