/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of small blocks, each row by row. Where all orders are 3 (ball
   joints) the compiler sees constants and unrolls the loops. */
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

static inline void kernel_subtract(size_t m, size_t n, size_t k,
                                   const double *A, const double *B, double *C)
{
  if (m == 3 && n == 3 && k == 3)
    kernel_subtract_any(3, 3, 3, A, B, C);
  else
    kernel_subtract_any(m, n, k, A, B, C);
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

static inline void kernel_multiply(size_t m, size_t k, const double *A,
                                   const double *S, double *C)
{
  if (m == 3 && k == 3)
    kernel_multiply_any(3, 3, A, S, C);
  else
    kernel_multiply_any(m, k, A, S, C);
}

/* y -= A x; A (m x k). */
static inline void kernel_apply_any(size_t m, size_t k, const double *A,
                                    const double *x, double *y)
{
  for (size_t i = 0; i < m; i++) {
    double sum = 0;
    for (size_t l = 0; l < k; l++)
      sum += A[i * k + l] * x[l];
    y[i] -= sum;
  }
}

static inline void kernel_apply(size_t m, size_t k, const double *A,
                                const double *x, double *y)
{
  if (m == 3 && k == 3)
    kernel_apply_any(3, 3, A, x, y);
  else
    kernel_apply_any(m, k, A, x, y);
}

/* x -= A^T y; A (m x k). */
static inline void kernel_apply_transposed(size_t m, size_t k, const double *A,
                                           const double *y, double *x)
{
  for (size_t i = 0; i < m; i++)
    for (size_t l = 0; l < k; l++)
      x[l] -= A[i * k + l] * y[i];
}

#endif
