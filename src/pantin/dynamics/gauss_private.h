/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gauss elimination of a part of a full matrix. */
#ifndef PANTIN_DYNAMICS_GAUSS_PRIVATE_H
#define PANTIN_DYNAMICS_GAUSS_PRIVATE_H

#include <stddef.h>

/* Returns a . b of n numbers, many, in four sums: none of them waits for the
   last addition of another. */
static inline double pni_long_dot(const double *a, const double *b, size_t n)
{
  double p = 0, q = 0, r = 0, s = 0;
  size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    p += a[k] * b[k];
    q += a[k + 1] * b[k + 1];
    r += a[k + 2] * b[k + 2];
    s += a[k + 3] * b[k + 3];
  }
  for (; k < n; k++)
    p += a[k] * b[k];
  return (p + q) + (r + s);
}

/* Eliminates the first t rows of C, (n x n), whose pivots must not vanish: the
   last n - t rows and columns become the matrix of what is left, of a symmetric
   matrix only its upper triangle. The rest of the lower triangle becomes the
   shares. */
void pni_gauss(double *C, size_t n, size_t t, int is_symmetric);

/* Takes from p, (n), which is b of C p + b = 0, what the first t rows do to
   those behind them. */
void pni_gauss_forward(const double *C, size_t n, size_t t, double *p);

/* Solves for the first t of p, (n), where the others are known. */
void pni_gauss_back(const double *C, size_t n, size_t t, double *p);

#endif
