/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Products of small blocks, stored row by row; for blocks of order 3 (ball
   joints) the loops are written out. Products of matrices return their number
   of multiply-adds. */
#ifndef PANTIN_LINEAR_KERNEL_H
#define PANTIN_LINEAR_KERNEL_H

#include <stddef.h>

/* Copies the lower triangle of D, (n x n), to the upper one. */
static inline void kernel_mirror(size_t n, double *D)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      D[j * n + i] = D[i * n + j];
}

/* Returns a . b of k numbers; k is known where this is called with a
   constant. */
static inline double kernel_dot(size_t k, const double *a, const double *b)
{
  if (k == 3)
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (k == 6)
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) +
           (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
  double sum = 0;
  for (size_t l = 0; l < k; l++)
    sum += a[l] * b[l];
  return sum;
}

/* Subtracts: C -= A B^T; A (m x k), B (n x k), C (m x n). */
static inline void kernel_subtract_any(size_t m, size_t n, size_t k,
                                       const double *A, const double *B,
                                       double *C)
{
  for (size_t i = 0; i < m; i++, A += k)
    for (size_t j = 0; j < n; j++)
      *C++ -= kernel_dot(k, A, B + j * k);
}

/* Subtracts C -= A B^T for m = n = k = 3, where rows of C are `stride` numbers
   apart. */
static inline void kernel_subtract_3(size_t stride, const double *A,
                                     const double *B, double *C)
{
  const double b0 = B[0], b1 = B[1], b2 = B[2], b3 = B[3], b4 = B[4], b5 = B[5],
               b6 = B[6], b7 = B[7], b8 = B[8];
  for (size_t i = 0; i < 9; i += 3, C += stride) {
    const double x = A[i], y = A[i + 1], z = A[i + 2];
    C[0] -= x * b0 + y * b1 + z * b2;
    C[1] -= x * b3 + y * b4 + z * b5;
    C[2] -= x * b6 + y * b7 + z * b8;
  }
}

/* Computes C -= A B^T for sizes that are known only here; the usual ones are
   passed on as constants. Returns the number of products. */
static inline size_t kernel_subtract(size_t m, size_t n, size_t k,
                                     const double *A, const double *B,
                                     double *C)
{
  if (m == 3 && n == 3 && k == 3)
    kernel_subtract_3(3, A, B, C);
  else if (k == 3)
    kernel_subtract_any(m, n, 3, A, B, C);
  else if (k == 6)
    kernel_subtract_any(m, n, 6, A, B, C);
  else
    kernel_subtract_any(m, n, k, A, B, C);
  return m * n * k;
}

/* Subtracts C -= A B^T in the lower triangle of C, which is symmetric; A, B
   (m x k). */
static inline void kernel_subtract_lower_any(size_t m, size_t k,
                                             const double *A, const double *B,
                                             double *C)
{
  for (size_t i = 0; i < m; i++, A += k, C += m)
    for (size_t j = 0; j <= i; j++)
      C[j] -= kernel_dot(k, A, B + j * k);
}

/* Computes the lower triangle of C -= A B^T, blocks of order 3, in which rows
   of C are `stride` apart. */
static inline void kernel_subtract_lower_3(size_t stride, const double *A,
                                           const double *B, double *C)
{
  const double b0 = B[0], b1 = B[1], b2 = B[2], b3 = B[3], b4 = B[4], b5 = B[5];
  double *D = C + stride, *E = D + stride;
  C[0] -= A[0] * b0 + A[1] * b1 + A[2] * b2;
  D[0] -= A[3] * b0 + A[4] * b1 + A[5] * b2;
  D[1] -= A[3] * b3 + A[4] * b4 + A[5] * b5;
  E[0] -= A[6] * b0 + A[7] * b1 + A[8] * b2;
  E[1] -= A[6] * b3 + A[7] * b4 + A[8] * b5;
  E[2] -= A[6] * B[6] + A[7] * B[7] + A[8] * B[8];
}

/* Subtracts C -= A B^T in the lower triangle for C of order 6, A and B (6 x 3),
   by tiles of order 3. */
static inline void kernel_subtract_lower_6(const double *A, const double *B,
                                           double *C)
{
  enum { TILE = 9 };              /* numbers of A's upper tile */
  enum { LEFT = 18, RIGHT = 21 }; /* where C's lower tiles start */
  kernel_subtract_lower_3(6, A, B, C);
  kernel_subtract_3(6, A + TILE, B, C + LEFT);
  kernel_subtract_lower_3(6, A + TILE, B + TILE, C + RIGHT);
}

/* Computes the lower triangle of C -= A B^T; the usual sizes are passed on as
   constants. Returns the number of products. */
static inline size_t kernel_subtract_lower(size_t m, size_t k, const double *A,
                                           const double *B, double *C)
{
  if (m == 3 && k == 3)
    kernel_subtract_lower_3(3, A, B, C);
  else if (m == 6 && k == 3)
    kernel_subtract_lower_6(A, B, C);
  else if (k == 3)
    kernel_subtract_lower_any(m, 3, A, B, C);
  else if (k == 6)
    kernel_subtract_lower_any(m, 6, A, B, C);
  else
    kernel_subtract_lower_any(m, k, A, B, C);
  return m * (m + 1) / 2 * k;
}

/* Sets C = A B^T; A (m x k), B (n x k), C (m x n). */
static inline void kernel_product_any(size_t m, size_t n, size_t k,
                                      const double *A, const double *B,
                                      double *C)
{
  for (size_t i = 0; i < m; i++, A += k)
    for (size_t j = 0; j < n; j++)
      *C++ = kernel_dot(k, A, B + j * k);
}

static inline void kernel_product(size_t m, size_t n, size_t k, const double *A,
                                  const double *B, double *C)
{
  if (k == 3)
    kernel_product_any(m, n, 3, A, B, C);
  else if (k == 6)
    kernel_product_any(m, n, 6, A, B, C);
  else
    kernel_product_any(m, n, k, A, B, C);
}

/* Sets C = A S with S symmetric; A and C (m x k), S (k x k). */
static inline void kernel_multiply_3(size_t m, const double *A, const double *S,
                                     double *C)
{
  const double s0 = S[0], s1 = S[1], s2 = S[2], s4 = S[4], s5 = S[5], s8 = S[8];
  for (size_t i = 0; i < 3 * m; i += 3) {
    const double x = A[i], y = A[i + 1], z = A[i + 2];
    C[i] = x * s0 + y * s1 + z * s2;
    C[i + 1] = x * s1 + y * s4 + z * s5;
    C[i + 2] = x * s2 + y * s5 + z * s8;
  }
}

static inline size_t kernel_multiply(size_t m, size_t k, const double *A,
                                     const double *S, double *C)
{
  if (k == 3)
    kernel_multiply_3(m, A, S, C);
  else
    kernel_product(m, k, k, A, S, C);
  return m * k * k;
}

/* Subtracts: y -= A x; A (m x k). */
static inline void kernel_apply_any(size_t m, size_t k, const double *A,
                                    const double *x, double *y)
{
  for (size_t i = 0; i < m; i++, A += k)
    y[i] -= kernel_dot(k, A, x);
}

static inline void kernel_apply_3(size_t m, const double *A, const double *x,
                                  double *y)
{
  const double x0 = x[0], x1 = x[1], x2 = x[2];
  for (size_t i = 0; i < m; i++, A += 3)
    y[i] -= A[0] * x0 + A[1] * x1 + A[2] * x2;
}

static inline void kernel_apply(size_t m, size_t k, const double *A,
                                const double *x, double *y)
{
  if (k == 3)
    kernel_apply_3(m, A, x, y);
  else if (k == 6)
    kernel_apply_any(m, 6, A, x, y);
  else
    kernel_apply_any(m, k, A, x, y);
}

/* Subtracts: x -= A^T y; A (m x k). */
static inline void kernel_apply_transposed(size_t m, size_t k, const double *A,
                                           const double *y, double *x)
{
  if (k == 3) {
    double x0 = x[0], x1 = x[1], x2 = x[2];
    for (size_t i = 0; i < m; i++, A += 3) {
      x0 -= A[0] * y[i];
      x1 -= A[1] * y[i];
      x2 -= A[2] * y[i];
    }
    x[0] = x0;
    x[1] = x1;
    x[2] = x2;
    return;
  }
  for (size_t i = 0; i < m; i++, A += k)
    for (size_t l = 0; l < k; l++)
      x[l] -= A[l] * y[i];
}

#endif
