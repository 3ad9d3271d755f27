/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Conjugate gradient: minimises 1/2 x^T A x - b^T x along directions p that
   are orthogonal in the sense of A,

     alpha = r.z / p.Ap,  x += alpha p,  r -= alpha Ap,  z = M^-1 r,
     beta = r.z / (r.z before),  p = z + beta p.

   Only products with A are asked for. (Peyre 2001, section 3.2, minimises
   1/2 |A x - b|^2 instead, whose gradient is A^T (A x - b), and asks for
   products with A^T: neither belongs to this method.)

   A singular A does no harm if the equations are consistent: then neither r
   nor p has a component along the null vectors. If they are only nearly
   consistent, like those of redundant constraints that have drifted apart, such
   a component is what remains of r when all else is solved: A p is nearly 0,
   alpha huge, and the search must end.

   Source: M. Hestenes, E. Stiefel, J. Res. Nat. Bur. Stand. 49 (1952) 409;
   G. Golub, C. Van Loan, Matrix Computations (1996), section 10.3. */
#include "pantin/linear/cg.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

pn_cg *pn_cg_alloc(size_t size)
{
  pn_cg *cg = pn_alloc(1, sizeof *cg);
  if (!cg)
    return NULL;
  cg->size = size;
  cg->r = pn_alloc(size, sizeof *cg->r);
  cg->z = pn_alloc(size, sizeof *cg->z);
  cg->p = pn_alloc(size, sizeof *cg->p);
  cg->Ap = pn_alloc(size, sizeof *cg->Ap);
  cg->best = pn_alloc(size, sizeof *cg->best);
  if (!cg->r || !cg->z || !cg->p || !cg->Ap || !cg->best) {
    pn_cg_free(cg);
    return NULL;
  }
  return cg;
}

void pn_cg_free(pn_cg *cg)
{
  if (!cg)
    return;
  pn_free(cg->r);
  pn_free(cg->z);
  pn_free(cg->p);
  pn_free(cg->Ap);
  pn_free(cg->best);
  pn_free(cg);
}

static double dot(size_t n, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Returns p.Dp, which p.Ap is compared with. */
static double measure(const pn_cg *cg)
{
  double sum = 0;
  for (size_t i = 0; i < cg->size; i++)
    sum += (cg->diagonal ? cg->diagonal[i] : 1) * cg->p[i] * cg->p[i];
  return sum;
}

/* Adds: y += s x. */
static void add(size_t n, double s, const double *x, double *y)
{
  for (size_t i = 0; i < n; i++)
    y[i] += s * x[i];
}

int pn_cg_solve(pn_cg *cg, pn_cg_product *apply, pn_cg_product *precondition,
                void *params, const double *b, double relative, double absolute,
                size_t iterations, double *x)
{
  const size_t n = cg->size;
  const double goal = relative * sqrt(dot(n, b, b)) + absolute;
  double *z = precondition ? cg->z : cg->r;
  apply(x, cg->Ap, params);
  for (size_t i = 0; i < n; i++)
    cg->r[i] = b[i] - cg->Ap[i];
  memset(cg->p, 0, n * sizeof *cg->p);
  cg->residual = INFINITY;
  double rz_before = 1;
  int code;
  for (cg->iterations = 0;; cg->iterations++) {
    /* Keep the best iterate; test. */
    const double residual = sqrt(dot(n, cg->r, cg->r));
    if (residual < cg->residual) {
      cg->residual = residual;
      memcpy(cg->best, x, n * sizeof *x);
    }
    if (residual <= goal || cg->iterations == iterations) {
      code = residual <= goal ? GSL_SUCCESS : GSL_EMAXITER;
      break;
    }

    /* The direction: the (preconditioned) residual made conjugate. */
    if (precondition)
      precondition(cg->r, cg->z, params);
    const double rz = dot(n, cg->r, z), beta = rz / rz_before;
    for (size_t i = 0; i < n; i++)
      cg->p[i] = z[i] + (cg->iterations > 0 ? beta * cg->p[i] : 0);
    rz_before = rz;

    /* The minimum along it. */
    apply(cg->p, cg->Ap, params);
    const double curvature = dot(n, cg->p, cg->Ap);
    if (!isfinite(curvature) || (cg->flat == 0 && curvature <= 0)) {
      code = GSL_EDOM;
      break;
    }
    if (curvature <= cg->flat * measure(cg)) {
      code = GSL_SUCCESS;
      break;
    }
    add(n, rz / curvature, cg->p, x);
    add(n, -rz / curvature, cg->Ap, cg->r);
  }
  if (cg->residual < INFINITY)
    memcpy(x, cg->best, n * sizeof *x);
  return code;
}
