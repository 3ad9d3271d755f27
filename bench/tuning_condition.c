/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The condition number of J W J^T on its range: pn_lcp_condition, which finds
   that of A as well, beside GSL's symmetric eigenvalues of G^T G, of order 6
   to a body, all of them; J W J^T = G G^T has the same but for zeros. */
#include "tuning_condition.h"

#include "pantin/lcp/operator_rigid.h"
#include "pantin/tuning/condition.h"

#include "bench.h"
#include "measure.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdio.h>

/* Prepares nothing; the task is a pointer to the problem. */
static int no_preparation(void *vlcp)
{
  (void)vlcp;
  return 0;
}

static int pantin_run(void *vlcp, void *range)
{
  pn_condition condition;
  const int code = pn_lcp_condition(*(const pn_lcp **)vlcp, &condition);
  *(double *)range = condition.range;
  return code;
}

/* Adds the products of two blocks of row r to M. */
static void add_blocks(const pn_rigid_delassus *R, size_t r, gsl_matrix *M)
{
  const size_t body[2] = {R->pair[r].i, R->pair[r].j};
  const double *g = R->G + r * PN_RIGID_ROW;
  for (size_t k = 0; k < PN_RIGID_ROW; k++)
    for (size_t l = 0; l < PN_RIGID_ROW; l++) {
      const size_t i = body[k / PN_RIGID_BLOCK], j = body[l / PN_RIGID_BLOCK];
      if (i < R->bodies && j < R->bodies)
        *gsl_matrix_ptr(M, PN_RIGID_BLOCK * i + k % PN_RIGID_BLOCK,
                        PN_RIGID_BLOCK * j + l % PN_RIGID_BLOCK) += g[k] * g[l];
    }
}

static int gsl_run(void *vlcp, void *range)
{
  static const double rank_share = 1e-10; /* as in condition.c */
  const pn_lcp *lcp = *(const pn_lcp **)vlcp;
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  const size_t n = PN_RIGID_BLOCK * R->bodies;
  gsl_matrix *M = gsl_matrix_calloc(n, n);
  gsl_vector *values = gsl_vector_alloc(n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(n);
  for (size_t r = 0; r < R->rows; r++)
    add_blocks(R, r, M);
  const int code = gsl_eigen_symm(M, values, work);
  const double most = gsl_vector_max(values);
  double least = most;
  for (size_t k = 0; k < n; k++)
    if (gsl_vector_get(values, k) > rank_share * most)
      least = fmin(least, gsl_vector_get(values, k));
  *(double *)range = most / least;
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(M);
  return code;
}

void condition_show(const pn_lcp *lcp)
{
  static const measure_work works[2] = {
      {no_preparation, pantin_run, sizeof(double)},
      {no_preparation, gsl_run, sizeof(double)}};
  static const char *const names[2] = {"Pantin", "GSL"};
  static const double wanted = 5;
  enum { ROUNDS = 3, RUNS = 3, LIMIT = 60 };
  double seconds[2] = {NAN, NAN}, range[2] = {NAN, NAN};
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < 2; k++)
      seconds[k] = fmin(seconds[k],
                        measure(&works[k], &lcp, &range[k], RUNS, LIMIT).least);
  printf("The condition number of J W J^T on its range, and of A; GSL: all "
         "eigenvalues\n\n");
  for (int k = 0; k < 2; k++)
    printf("%-10s %8.1f ms  %.6e\n", names[k], 1e3 * seconds[k], range[k]);
  printf("\n");
  bench_note("condition of a wall frame", "ms", 1e3 * seconds[0], "GSL",
             1e3 * seconds[1], wanted);
}
