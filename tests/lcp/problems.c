/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "problems.h"

#include "pantin/lcp/fclib.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

#include <check.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double within(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

static pn_vec3 direction(gsl_rng *random)
{
  pn_vec3 n;
  do
    n = pn_vec3_make(within(random, -1, 1), within(random, -1, 1),
                     within(random, -1, 1));
  while (pn_vec3_norm(n) > 1 || pn_vec3_norm(n) < 0.1);
  return pn_vec3_normalize(n);
}

pn_lcp *problem_contacts(gsl_rng *random, size_t contacts, size_t bodies)
{
  pn_lcp *lcp = pn_lcp_alloc(contacts);
  ck_assert_ptr_nonnull(lcp);
  pn_delassus *J = pn_delassus_alloc(contacts, bodies);
  ck_assert_ptr_nonnull(J);
  J->rows = contacts;
  for (size_t k = 0; k < bodies; k++)
    J->inverse_mass[k] = within(random, 0.2, 3);
  for (size_t c = 0; c < contacts; c++) {
    const size_t i = gsl_rng_uniform_int(random, bodies);
    size_t j = bodies;
    if (bodies > 1 && gsl_rng_uniform_int(random, 3) > 0)
      j = (i + 1 + gsl_rng_uniform_int(random, bodies - 1)) % bodies;
    const int swap = gsl_rng_uniform_int(random, 2) == 1;
    J->pair[c] = (pn_pair){(uint32_t)(swap ? j : i), (uint32_t)(swap ? i : j)};
    J->normal[c] = direction(random);
    lcp->b[c] = within(random, -1, 1);
  }
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

/* Converts a full matrix to CSR; its entries, i n + j, are freed. */
static pn_lcp *from_entries(size_t n, double *entries)
{
  pn_lcp *lcp = pn_lcp_alloc(n);
  ck_assert_ptr_nonnull(lcp);
  gsl_spmatrix *A = gsl_spmatrix_alloc_nzmax(n, n, n * n, GSL_SPMATRIX_CSR);
  ck_assert_ptr_nonnull(A);
  for (size_t k = 0; k < n * n; k++) {
    A->i[k] = (int)(k % n);
    A->data[k] = entries[k];
  }
  for (size_t i = 0; i <= n; i++)
    A->p[i] = (int)(i * n);
  A->nz = n * n;
  free(entries);
  ck_assert_int_eq(pn_lcp_set_entries(lcp, A), GSL_SUCCESS);
  return lcp;
}

/* Computes shift + scale G G^T with G (n x m), i m + j, which is freed. */
static double *gram(size_t n, size_t m, double *G, double scale, double shift)
{
  double *A = calloc(n * n, sizeof *A);
  ck_assert_ptr_nonnull(A);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      for (size_t k = 0; k < m; k++)
        A[i * n + j] += scale * G[i * m + k] * G[j * m + k];
      A[i * n + j] += i == j ? shift : 0;
    }
  free(G);
  return A;
}

pn_lcp *problem_dense(gsl_rng *random, size_t n, size_t rank, double shift)
{
  double *G = calloc(n * rank, sizeof *G);
  ck_assert_ptr_nonnull(G);
  for (size_t k = 0; k < n * rank; k++)
    G[k] = within(random, -1, 1);
  pn_lcp *lcp = from_entries(n, gram(n, rank, G, 1 / (double)n, shift));
  for (size_t i = 0; i < n; i++)
    lcp->b[i] = within(random, -1, 1);
  return lcp;
}

pn_lcp *problem_murty(size_t n)
{
  double *L = calloc(n * n, sizeof *L);
  ck_assert_ptr_nonnull(L);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      L[i * n + j] = i == j ? 1 : 2;
  pn_lcp *lcp = from_entries(n, gram(n, n, L, 1, 0));
  for (size_t i = 0; i < n; i++)
    lcp->b[i] = -1;
  return lcp;
}

pn_lcp *problem_stack(size_t balls, const double *mass)
{
  pn_lcp *lcp = pn_lcp_alloc(balls);
  ck_assert_ptr_nonnull(lcp);
  pn_delassus *J = pn_delassus_alloc(balls, balls);
  ck_assert_ptr_nonnull(J);
  J->rows = balls;
  for (size_t k = 0; k < balls; k++) {
    J->inverse_mass[k] = 1 / mass[k];
    J->pair[k] = (pn_pair){(uint32_t)(k > 0 ? k - 1 : balls), (uint32_t)k};
    J->normal[k] = pn_vec3_make(0, 0, 1);
  }
  lcp->b[0] = -0.2;
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

void problem_draw_bounds(gsl_rng *random, pn_lcp *lcp)
{
  for (size_t i = 0; i < lcp->size; i++) {
    const double at = within(random, -0.5, 0.5), width = within(random, 0, 0.7);
    const double bounds[][2] = {{0, INFINITY},    {-INFINITY, INFINITY},
                                {at, at + width}, {-INFINITY, at},
                                {at, at},         {-width, width}};
    const size_t kind = gsl_rng_uniform_int(random, 6);
    lcp->lo[i] = bounds[kind][0];
    lcp->hi[i] = bounds[kind][1];
  }
}

double *problem_matrix(const pn_lcp *lcp)
{
  const size_t n = lcp->size;
  double *dense = calloc(n * n, sizeof *dense);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  ck_assert(dense && csr);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      dense[i * n + j] = gsl_spmatrix_get(csr->A, i, j);
  pn_lcp_csr_free(csr);
  return dense;
}

void problem_backwards(gsl_rng *random, pn_lcp *lcp, int degenerate,
                       double *lambda)
{
  const size_t n = lcp->size;
  double *A = problem_matrix(lcp);
  for (size_t i = 0; i < n; i++) {
    const double lo = fmax(lcp->lo[i], -2), hi = fmin(lcp->hi[i], 2);
    const size_t kind = gsl_rng_uniform_int(random, 3);
    double w = 0;
    lambda[i] = within(random, lo, hi);
    if (kind == 0 && isfinite(lcp->lo[i])) {
      lambda[i] = lo;
      w = within(random, 0.1, 1);
    } else if (kind == 1 && isfinite(lcp->hi[i])) {
      lambda[i] = hi;
      w = -within(random, 0.1, 1);
    }
    if (degenerate && gsl_rng_uniform_int(random, 2) == 0)
      w = 0;
    lcp->b[i] = w;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      lcp->b[i] -= A[i * n + j] * lambda[j];
  free(A);
}

void problem_refused(const char *path, const char *because)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_fclib_read(path, NULL, &error));
  ck_assert_msg(strstr(error.text, because) != NULL, "'%s', not '%s'",
                error.text, because);
}
