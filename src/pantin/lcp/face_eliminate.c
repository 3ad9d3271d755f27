/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A_FF = L D L^T row after row, with L unit lower triangular: row k of L is
   the solution of

     L_<k D_<k l_k = a_k,   D_k = A_kk - l_k^T D_<k l_k,

   with a_k the part of row k of A_FF before the diagonal, by a sparse
   triangular solve. Its pattern are the columns that can be reached from that
   of a_k in the elimination tree. A pivot D_k that has shrunk to nothing
   beside A_kk belongs to a contact that depends on those before it, and a
   least one takes its place: if the equations contradict each other the
   solution is then a long way along the combination of contacts that does
   nothing, A z = 0, towards less energy; and else hardly along it at all.

   Source: T. Davis, Algorithm 849: a concise sparse Cholesky factorization
   package, ACM TOMS 31 (2005) 587. */
#include "pantin/lcp/face_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>

/* The least pivot, as a share of its diagonal entry: redundant contacts leave
   some 1e-10 after a long elimination. */
static const double least = 1e-8;

/* A matrix with a pivot below this share of it is not semidefinite. */
static const double clearly_negative = -1e-4;

typedef struct {
  size_t *parent;  /* in the elimination tree, or SIZE_MAX, (count) */
  size_t *mark;    /* the last row that was reached from here, (count) */
  size_t *reached; /* columns of row k's pattern from `top` on, (count) */
  size_t *path;    /* work of it, (count) */
  size_t *begin;   /* first entry of each column of L, (count + 1) */
  size_t *end;     /* behind its last entry so far, (count) */
  uint32_t *row;   /* rows of the entries, (begin[count]) */
  double *L;       /* the entries, (begin[count]) */
  double *inverse; /* 1 / D, (count) */
  double *y;       /* (count), zero but for row k at work */
} elimination;

static void elimination_free(elimination *e)
{
  pn_free(e->parent);
  pn_free(e->mark);
  pn_free(e->reached);
  pn_free(e->path);
  pn_free(e->begin);
  pn_free(e->end);
  pn_free(e->row);
  pn_free(e->L);
  pn_free(e->inverse);
  pn_free(e->y);
}

/* The tree, and how long each column of L will be. */
static void analyse(const gsl_spmatrix *A, const pni_face *face, elimination *e)
{
  size_t *length = e->end;
  for (size_t k = 0; k < face->count; k++) {
    const size_t r = face->row[k];
    e->parent[k] = SIZE_MAX;
    e->mark[k] = k;
    for (int p = A->p[r]; p < A->p[r + 1]; p++)
      for (size_t i = face->place[A->i[p]]; i < k && e->mark[i] != k;
           i = e->parent[i]) {
        e->parent[i] = e->parent[i] == SIZE_MAX ? k : e->parent[i];
        e->mark[i] = k;
        length[i]++;
      }
  }
  for (size_t k = 0; k < face->count; k++) {
    e->begin[k + 1] = e->begin[k] + length[k];
    e->end[k] = e->begin[k];
  }
}

static int elimination_set(const gsl_spmatrix *A, const pni_face *face,
                           elimination *e)
{
  const size_t n = face->count;
  e->parent = pn_alloc(n, sizeof *e->parent);
  e->mark = pn_alloc(n, sizeof *e->mark);
  e->reached = pn_alloc(n, sizeof *e->reached);
  e->path = pn_alloc(n, sizeof *e->path);
  e->begin = pn_alloc(n + 1, sizeof *e->begin);
  e->end = pn_alloc(n, sizeof *e->end);
  e->inverse = pn_alloc(n, sizeof *e->inverse);
  e->y = pn_alloc(n, sizeof *e->y);
  if (!e->parent || !e->mark || !e->reached || !e->path || !e->begin ||
      !e->end || !e->inverse || !e->y)
    return GSL_ENOMEM;
  analyse(A, face, e);
  e->row = pn_alloc(e->begin[n], sizeof *e->row);
  e->L = pn_alloc(e->begin[n], sizeof *e->L);
  return e->row && e->L ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Puts row k of A before the diagonal into y, and its pattern in L into
   reached[top] .. reached[count - 1], so that no column comes before one that
   it depends on. Returns top. */
static size_t scatter(const gsl_spmatrix *A, const pni_face *face, size_t k,
                      elimination *e, double *diagonal)
{
  const size_t r = face->row[k];
  size_t top = face->count;
  e->mark[k] = k;
  for (int p = A->p[r]; p < A->p[r + 1]; p++) {
    size_t i = face->place[A->i[p]], length = 0;
    if (i == k)
      *diagonal = A->data[p];
    if (i >= k)
      continue;
    e->y[i] = A->data[p];
    for (; e->mark[i] != k; i = e->parent[i]) {
      e->path[length++] = i;
      e->mark[i] = k;
    }
    while (length > 0)
      e->reached[--top] = e->path[--length];
  }
  return top;
}

/* y -= L_i y_i, column i as far as it has come. */
static void subtract(elimination *e, size_t i)
{
  const double yi = e->y[i];
  for (size_t p = e->begin[i]; p < e->end[i]; p++)
    e->y[e->row[p]] -= e->L[p] * yi;
}

/* Whether column i of L has its first entry in row j and the others where
   column j has its own: all that j has are then i's, in the tree. */
static int leads_to(const elimination *e, size_t i, size_t j)
{
  return e->parent[i] == j &&
         e->end[i] - e->begin[i] == e->end[j] - e->begin[j] + 1;
}

/* Columns that are subtracted at once. */
enum { CHAIN = 4 };

static int is_chain(const elimination *e, const size_t *column)
{
  int is = 1;
  for (size_t a = 0; a + 1 < CHAIN && is; a++)
    is = leads_to(e, column[a], column[a + 1]);
  return is;
}

/* y -= L_i y_i for columns that lead to each other: first among their own
   rows, then where all have entries. */
static void subtract_chain(elimination *e, const size_t *column)
{
  const size_t last = column[CHAIN - 1];
  const size_t count = e->end[last] - e->begin[last];
  const uint32_t *row = e->row + e->begin[last];
  const double *L[CHAIN];
  double y[CHAIN];
  for (size_t a = 0; a < CHAIN; a++) {
    y[a] = e->y[column[a]];
    for (size_t c = 0; c < a; c++)
      y[a] -= *L[c]++ * y[c];
    e->y[column[a]] = y[a];
    L[a] = e->L + e->begin[column[a]];
  }
  for (size_t p = 0; p < count; p++)
    e->y[row[p]] -=
        (L[0][p] * y[0] + L[1][p] * y[1]) + (L[2][p] * y[2] + L[3][p] * y[3]);
}

/* Row k of L, and 1 / D_k. */
static int eliminate(const gsl_spmatrix *A, const pni_face *face, size_t k,
                     elimination *e, size_t *redundant)
{
  double diagonal = 0;
  const size_t top = scatter(A, face, k, e, &diagonal);
  const size_t *reached = e->reached;
  for (size_t t = top; t < face->count; t++)
    if (t + CHAIN <= face->count && is_chain(e, reached + t)) {
      subtract_chain(e, reached + t);
      t += CHAIN - 1;
    } else
      subtract(e, reached[t]);
  double pivot = diagonal;
  for (size_t t = top; t < face->count; t++) {
    const size_t i = reached[t];
    const double l = e->y[i] * e->inverse[i];
    pivot -= l * e->y[i];
    e->y[i] = 0;
    e->row[e->end[i]] = (uint32_t)k;
    e->L[e->end[i]++] = l;
  }
  const size_t small = !(pivot > least * diagonal);
  e->inverse[k] = 1 / (small ? least * diagonal : pivot);
  *redundant += small;
  return pivot > clearly_negative * diagonal && isfinite(e->inverse[k])
             ? GSL_SUCCESS
             : GSL_EDOM;
}

/* x = (L D L^T)^-1 x */
static void solve(const elimination *e, size_t count, double *x)
{
  for (size_t k = 0; k < count; k++)
    for (size_t p = e->begin[k]; p < e->end[k]; p++)
      x[e->row[p]] -= e->L[p] * x[k];
  for (size_t k = count; k-- > 0;) {
    x[k] *= e->inverse[k];
    for (size_t p = e->begin[k]; p < e->end[k]; p++)
      x[k] -= e->L[p] * x[e->row[p]];
  }
}

int pni_face_eliminate(const gsl_spmatrix *A, const pni_face *face, double *x,
                       size_t *redundant)
{
  elimination e = {0};
  int code = elimination_set(A, face, &e);
  *redundant = 0;
  for (size_t k = 0; k < face->count && !code; k++)
    e.mark[k] = SIZE_MAX;
  for (size_t k = 0; k < face->count && !code; k++)
    code = eliminate(A, face, k, &e, redundant);
  if (!code)
    solve(&e, face->count, x);
  elimination_free(&e);
  return code;
}
