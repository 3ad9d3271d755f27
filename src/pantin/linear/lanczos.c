/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lanczos' method: from q_1, orthonormal q_k with A Q = Q H, H tridiagonal,

     beta_k q_k+1 = A q_k - alpha_k q_k - beta_k-1 q_k-1,
     alpha_k = q_k . A q_k,   beta_k = |right-hand side|,

   whose largest eigenvalue theta tends to that of A from below, faster than by
   power iteration. With s the eigenvector of H, |s| = 1, an eigenvalue of A is
   as near to theta as the residual, |A Q s - theta Q s| = beta_k |s_k|.

   Rounding makes the q lose their orthogonality, but only along eigenvectors
   that are found already: theta, which is what is wanted, does not suffer, and
   three vectors are enough.

   Source: C. Paige, J. Inst. Math. Appl. 18 (1976) 341; G. Golub, C. Van Loan,
   Matrix computations (2013), sections 10.1 and 10.3. */
#include "pantin/linear/lanczos.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/kernel.h"

#include <gsl/gsl_errno.h>
#include <float.h>
#include <math.h>

/* theta is computed after so many steps, and then each time after so many more
   and one for so many that were taken: in k steps some 8 log(k / 8) times, so
   that the products with A, and not H, take the time. */
enum { LOOK = 8 };

/* Finds the largest eigenvalue of the tridiagonal H, (k x k), by bisection: the
   pivots of H - s I have as many positive signs as it has eigenvalues above
   s. */
static double largest_of(const double *alpha, const double *beta, size_t k)
{
  double low = -INFINITY, high = -INFINITY;
  for (size_t i = 0; i < k; i++) {
    const double reach = (i > 0 ? beta[i - 1] : 0) + (i + 1 < k ? beta[i] : 0);
    low = fmax(low, alpha[i]);
    high = fmax(high, alpha[i] + reach);
  }
  while (high - low >
         fmax(2 * DBL_EPSILON * fmax(fabs(low), fabs(high)), DBL_MIN)) {
    const double s = low + (high - low) / 2;
    double pivot = -1;
    for (size_t i = 0; i < k && pivot < 0; i++)
      pivot = alpha[i] - s - (i > 0 ? beta[i - 1] * beta[i - 1] / pivot : 0);
    if (pivot < 0)
      high = s;
    else
      low = s;
  }
  return high;
}

/* Computes the share |s_k| of the last component in the eigenvector of theta:
   from s_k = 1 up to s_1, so that rounding errors do not grow. */
static double last_of(const double *alpha, const double *beta, size_t k,
                      double theta)
{
  double s = 1, squares = 1, pivot = theta - alpha[k - 1];
  for (size_t i = k - 1; i > 0 && isfinite(squares); i--) {
    s *= pivot / beta[i - 1];
    squares += s * s;
    pivot = theta - alpha[i - 1] - beta[i - 1] * beta[i - 1] / pivot;
  }
  return 1 / sqrt(squares);
}

/* Computes alpha and beta of a step; q is normalised, and `next` is beta q_k+1.
 */
static void take_step(size_t n, pn_cg_product *apply, void *params,
                      const double *before, double *q, double *next,
                      double *alpha, double *beta)
{
  const double length = *beta;
  for (size_t i = 0; i < n; i++)
    q[i] /= length;
  apply(q, next, params);
  *alpha = kernel_dot(n, q, next);
  for (size_t i = 0; i < n; i++)
    next[i] -= *alpha * q[i] + length * before[i];
  *beta = sqrt(kernel_dot(n, next, next));
}

int pn_lanczos_largest(size_t size, pn_cg_product *apply, void *params,
                       double share, double *largest)
{
  double *work = pn_alloc(3 * size + 2 * PN_LANCZOS_STEPS, sizeof *work);
  if (!work)
    return GSL_ENOMEM;
  double *before = work, *q = before + size, *next = q + size;
  double *alpha = next + size, *beta = alpha + PN_LANCZOS_STEPS;
  int code = GSL_EMAXITER;
  size_t look = LOOK;
  *largest = 0;

  /* A start that is the same in every run and has a part of everything; there
     is nothing before it. */
  for (size_t i = 0; i < size; i++)
    q[i] = 1 + 0.5 * sin(2.385 * (double)(i + 1));
  double length = sqrt(kernel_dot(size, q, q));

  for (size_t k = 0; k < PN_LANCZOS_STEPS && code == GSL_EMAXITER; k++) {
    take_step(size, apply, params, before, q, next, &alpha[k], &length);
    beta[k] = length;
    if (!isfinite(length))
      code = GSL_EDOM;
    /* A step without a length ends in the eigenvalue itself. */
    else if (k + 1 == look || k + 1 == PN_LANCZOS_STEPS ||
             length <= DBL_EPSILON * fabs(alpha[k])) {
      *largest = largest_of(alpha, beta, k + 1);
      if (length * last_of(alpha, beta, k + 1, *largest) <=
          share * fabs(*largest))
        code = GSL_SUCCESS;
      look = k + 1 + LOOK + (k + 1) / LOOK;
    }
    double *const free_one = before;
    before = q;
    q = next;
    next = free_one;
  }
  pn_free(work);
  return code;
}
