/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of small blocks, each row by row; those of order 3 (ball joints)
   written out. Those of matrices return their number of multiply-adds. */
#ifndef PANTIN_LINEAR_KERNEL_H
#define PANTIN_LINEAR_KERNEL_H

#include <stddef.h>

/* C -= A B^T; A (m x k), B (n x k), C (m x n). */
static inline void kernel_subtract_any(size_t m, size_t n, size_t k,
                                       const double *A, const double *B,
                                       double *C)
{
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t l = 0; l < k; l++)
        sum += A[i * k + l] * B[j * k + l];
      C[i * n + j] -= sum;
    }
}

static inline void kernel_subtract_3(const double *A, const double *B,
                                     double *C)
{
  const double b0 = B[0], b1 = B[1], b2 = B[2], b3 = B[3], b4 = B[4], b5 = B[5],
               b6 = B[6], b7 = B[7], b8 = B[8];
  for (size_t i = 0; i < 9; i += 3) {
    const double x = A[i], y = A[i + 1], z = A[i + 2];
    C[i] -= x * b0 + y * b1 + z * b2;
    C[i + 1] -= x * b3 + y * b4 + z * b5;
    C[i + 2] -= x * b6 + y * b7 + z * b8;
  }
}

static inline size_t kernel_subtract(size_t m, size_t n, size_t k,
                                     const double *A, const double *B,
                                     double *C)
{
  if (m == 3 && n == 3 && k == 3)
    kernel_subtract_3(A, B, C);
  else if (k == 3)
    kernel_subtract_any(m, n, 3, A, B, C);
  else if (k == 6)
    kernel_subtract_any(m, n, 6, A, B, C);
  else
    kernel_subtract_any(m, n, k, A, B, C);
  return m * n * k;
}

/* C = A S with S symmetric; A and C (m x k), S (k x k). */
static inline void kernel_multiply_any(size_t m, size_t k, const double *A,
                                       const double *S, double *C)
{
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < k; j++) {
      double sum = 0;
      for (size_t l = 0; l < k; l++)
        sum += A[i * k + l] * S[j * k + l];
      C[i * k + j] = sum;
    }
}

static inline void kernel_multiply_3(const double *A, const double *S,
                                     double *C)
{
  const double s0 = S[0], s1 = S[1], s2 = S[2], s4 = S[4], s5 = S[5], s8 = S[8];
  for (size_t i = 0; i < 9; i += 3) {
    const double x = A[i], y = A[i + 1], z = A[i + 2];
    C[i] = x * s0 + y * s1 + z * s2;
    C[i + 1] = x * s1 + y * s4 + z * s5;
    C[i + 2] = x * s2 + y * s5 + z * s8;
  }
}

static inline size_t kernel_multiply(size_t m, size_t k, const double *A,
                                     const double *S, double *C)
{
  if (m == 3 && k == 3)
    kernel_multiply_3(A, S, C);
  else if (k == 6)
    kernel_multiply_any(m, 6, A, S, C);
  else
    kernel_multiply_any(m, k, A, S, C);
  return m * k * k;
}

/* y -= A x; A (m x k). */
static inline void kernel_apply(size_t m, size_t k, const double *A,
                                const double *x, double *y)
{
  if (m == 3 && k == 3) {
    const double x0 = x[0], x1 = x[1], x2 = x[2];
    y[0] -= A[0] * x0 + A[1] * x1 + A[2] * x2;
    y[1] -= A[3] * x0 + A[4] * x1 + A[5] * x2;
    y[2] -= A[6] * x0 + A[7] * x1 + A[8] * x2;
    return;
  }
  for (size_t i = 0; i < m; i++) {
    double sum = 0;
    for (size_t l = 0; l < k; l++)
      sum += A[i * k + l] * x[l];
    y[i] -= sum;
  }
}

/* x -= A^T y; A (m x k). */
static inline void kernel_apply_transposed(size_t m, size_t k, const double *A,
                                           const double *y, double *x)
{
  if (m == 3 && k == 3) {
    const double y0 = y[0], y1 = y[1], y2 = y[2];
    x[0] -= A[0] * y0 + A[3] * y1 + A[6] * y2;
    x[1] -= A[1] * y0 + A[4] * y1 + A[7] * y2;
    x[2] -= A[2] * y0 + A[5] * y1 + A[8] * y2;
    return;
  }
  for (size_t i = 0; i < m; i++)
    for (size_t l = 0; l < k; l++)
      x[l] -= A[i * k + l] * y[i];
}

#endif
