/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The multipliers of least norm. Redundant rows are combinations of others, so
   that J^T lambda stays the same when some null vector z, J^T z = 0, is added
   to lambda; and then lambda is least when it has no part in any z, that is,
   when it lies in the range of J. So

     (J J^T) x = J (J^T lambda)

   by conjugate gradients from x = 0, whose iterates all lie there. Eliminations
   find the motion as well with any lambda; but to someone who reads the forces
   of two hinges that hold the same plank, this one tells that they share the
   load.

   Source: G. Golub, C. Van Loan, Matrix Computations (1996), sections 5.5 and
   10.2. */
#include "pantin/multipliers/least_norm.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Relative residual to reach, and to accept when rounding ends the descent
   earlier. */
static const double wanted = 1e-14, accepted = 1e-10;

/* A direction p with |J^T p|^2 below this share of |p|^2 is a null vector that
   rounding has brought in. */
static const double null_vector = 1e-12;

/* Without rounding m iterations would be enough. */
enum { ITERATIONS_PER_ROW = 10 };

pn_least_norm *pn_least_norm_alloc(const pn_assembly *assembly)
{
  pn_least_norm *least = pn_alloc(1, sizeof *least);
  if (!least)
    return NULL;
  const size_t rows = assembly->rows;
  least->assembly = assembly;
  least->cg = pn_cg_alloc(rows);
  least->force = pn_alloc(assembly->velocities, sizeof *least->force);
  least->right = pn_alloc(rows, sizeof *least->right);
  least->lambda = pn_alloc(rows, sizeof *least->lambda);
  if (!least->cg || !least->force || !least->right || !least->lambda) {
    pn_least_norm_free(least);
    return NULL;
  }
  least->cg->flat = null_vector;
  return least;
}

void pn_least_norm_free(pn_least_norm *least)
{
  if (!least)
    return;
  pn_cg_free(least->cg);
  pn_free(least->force);
  pn_free(least->right);
  pn_free(least->lambda);
  pn_free(least);
}

/* Computes y = J J^T x. */
static void product(const double *x, double *y, void *params)
{
  const pn_least_norm *least = params;
  const pn_assembly *a = least->assembly;
  memset(least->force, 0, a->velocities * sizeof *least->force);
  pn_assembly_add_force(a, x, least->force);
  pn_assembly_velocity(a, least->force, y);
}

static double norm(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

int pn_least_norm_apply(pn_least_norm *least, double *lambda)
{
  const size_t rows = least->assembly->rows;
  if (rows == 0)
    return GSL_SUCCESS;
  product(lambda, least->right, least);
  memset(least->lambda, 0, rows * sizeof *lambda);
  const int code =
      pn_cg_solve(least->cg, product, NULL, least, least->right, wanted, 0,
                  ITERATIONS_PER_ROW * rows, least->lambda);
  const int is_good =
      (code == GSL_SUCCESS || code == GSL_EMAXITER) &&
      least->cg->residual <= accepted * norm(least->right, rows);
  if (!is_good)
    return GSL_EFAILED;
  memcpy(lambda, least->lambda, rows * sizeof *lambda);
  return GSL_SUCCESS;
}
