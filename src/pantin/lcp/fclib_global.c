/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Condenses a global problem of FCLIB, with the velocities v of all degrees of
   freedom,

     M v = H r + f,   u = H^T v + w,

   to the local one that is solved here: u = W r + q with

     W = H^T M^-1 H,   q = H^T M^-1 f + w.

   M is symmetric positive definite, as a rule in blocks, and is factored with
   little fill; each column of H then costs one solution.

   Source: Acary and others (2014), INRIA RT-0444. */
#include "config.h"

#include "pantin/lcp/fclib_private.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/ldl.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Room for the factor, as so many times the entries of M. */
enum { FILL = 64 };

/* The condensing at work. */
typedef struct {
  pn_ldl *ldl;      /* of M, owned */
  gsl_spmatrix *Ht; /* H transposed: row j has the entries of column j, owned */
  double *x, *f;    /* (n), owned */
  pni_entries W;
} condensing;

/* Factors M, which must be positive definite and may not fill up. */
static pni_fault factor(condensing *c, const gsl_spmatrix *M)
{
  const size_t n = M->size1;
  c->ldl = pn_ldl_alloc();
  if (!c->ldl || pn_ldl_reserve(c->ldl, n, FILL * M->nz, NULL))
    return pni_fclib_no_memory;
  if (pn_ldl_analyse(c->ldl, M->p, M->i, NULL))
    return "M of this global problem fills up when it is factored";
  if (pn_ldl_factor(c->ldl, M->p, M->i, M->data) || c->ldl->vanished > 0)
    return "M of this global problem is not positive definite";
  return NULL;
}

/* Returns row j of H^T times y. */
static double times(const gsl_spmatrix *Ht, size_t j, const double *y)
{
  double sum = 0;
  for (int k = Ht->p[j]; k < Ht->p[j + 1]; k++)
    sum += Ht->data[k] * y[Ht->i[k]];
  return sum;
}

/* Computes column j of W. */
static pni_fault column(condensing *c, size_t j, size_t n)
{
  const gsl_spmatrix *Ht = c->Ht;
  memset(c->x, 0, n * sizeof *c->x);
  for (int k = Ht->p[j]; k < Ht->p[j + 1]; k++)
    c->x[Ht->i[k]] = Ht->data[k];
  pn_ldl_solve(c->ldl, c->x, c->x);
  if (pni_fclib_reserve(&c->W, Ht->size1))
    return pni_fclib_no_memory;
  for (size_t i = 0; i < Ht->size1; i++) {
    const double x = times(Ht, i, c->x);
    if (x != 0)
      pni_fclib_add(&c->W, i, j, x, 0);
  }
  return NULL;
}

/* Computes W = H^T M^-1 H column by column, and b = w + H^T M^-1 f. */
static pni_fault condense(condensing *c, hid_t vectors, size_t n, pn_lcp *lcp,
                          double *asymmetry)
{
  const size_t m = lcp->size;
  gsl_spmatrix *A;
  c->x = pn_alloc(n, sizeof *c->x);
  c->f = pn_alloc(n, sizeof *c->f);
  if (!c->x || !c->f)
    return pni_fclib_no_memory;
  if (pni_hdf5_get_reals(vectors, "f", n, c->f) ||
      pni_hdf5_get_reals(vectors, "w", m, lcp->b))
    return "f or w is missing, or its size does not fit";
  pn_ldl_solve(c->ldl, c->f, c->x);
  for (size_t i = 0; i < m; i++)
    lcp->b[i] += times(c->Ht, i, c->x);
  pni_fault wrong = NULL;
  for (size_t j = 0; j < m && !wrong; j++)
    wrong = column(c, j, n);
  if (!wrong)
    wrong = pni_fclib_compress(&c->W, m, m, &A);
  return wrong ? wrong : pni_fclib_set_matrix(lcp, A, asymmetry);
}

pni_fault pni_fclib_condense(hid_t problem, hid_t vectors, size_t n,
                             pn_lcp *lcp, double *asymmetry)
{
  condensing c = {.ldl = NULL};
  gsl_spmatrix *M = NULL;
  pni_fault wrong = pni_fclib_get_one(problem, "M", n, n, PNI_AS_IT_IS, &M);
  if (!wrong)
    wrong =
        pni_fclib_get_one(problem, "H", n, lcp->size, PNI_TRANSPOSED, &c.Ht);
  if (!wrong)
    wrong = factor(&c, M);
  if (!wrong)
    wrong = condense(&c, vectors, n, lcp, asymmetry);
  if (M)
    gsl_spmatrix_free(M);
  if (c.Ht)
    gsl_spmatrix_free(c.Ht);
  pn_ldl_free(c.ldl);
  pn_free(c.x);
  pn_free(c.f);
  pn_free(c.W.entry);
  return wrong;
}
