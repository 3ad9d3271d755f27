/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gauss elimination of the first rows of a full matrix, without exchanges:

     C_ij <- C_ij - (C_ik / C_kk) C_kj,   k < t, k < i, k < j

   in the order of k. Four rows are subtracted from another one at once, which
   then is loaded and stored only once for them. Of a symmetric matrix the upper
   triangle is computed, which gives the shares of the lower one, too.

   Source: Golub, Van Loan (2013), Matrix computations, section 3.2. */
#include "pantin/dynamics/gauss_private.h"

#include "pantin/base/lanes.h"

/* Rows that are subtracted at once. */
enum { PANEL = 4 };

/* Subtracts shares of `count` rows, PANEL at most, from another one, from
   column j on. */
PNI_INLINE void subtract(size_t n, size_t count, const double *from,
                         const double *share, size_t j, double *to)
{
  if (count < PANEL) {
    for (size_t l = 0; l < count; l++)
      for (size_t k = j; k < n; k++)
        to[k] -= share[l] * from[l * n + k];
    return;
  }
  const double *a = from, *b = a + n, *c = b + n, *d = c + n;
#ifdef PNI_LANES
  for (; j + PNI_LANES <= n; j += PNI_LANES) {
    const pni_lanes v = lanes_load(to + j) - share[0] * lanes_load(a + j) -
                        share[1] * lanes_load(b + j) -
                        share[2] * lanes_load(c + j) -
                        share[3] * lanes_load(d + j);
    lanes_store(to + j, &v);
  }
#endif
  for (; j < n; j++)
    to[j] = to[j] - share[0] * a[j] - share[1] * b[j] - share[2] * c[j] -
            share[3] * d[j];
}

/* Sets the shares of row i in the rows `from` first on, and keeps them. */
PNI_INLINE void set_shares(double *C, size_t n, int is_symmetric, size_t first,
                           size_t count, size_t i, double *share)
{
  for (size_t l = 0; l < count; l++) {
    const double *row = C + (first + l) * n;
    double entry = is_symmetric ? row[i] : C[i * n + first + l];
    for (size_t k = 0; k < l && !is_symmetric; k++)
      entry -= share[k] * C[(first + k) * n + first + l];
    share[l] = entry / row[first + l];
  }
  for (size_t l = 0; l < count; l++)
    C[i * n + first + l] = share[l];
}

PNI_WIDE void pni_gauss(double *C, size_t n, size_t t, int is_symmetric)
{
  double share[PANEL];
  for (size_t first = 0; first < t; first += PANEL) {
    const size_t end = first + PANEL < t ? first + PANEL : t;
    for (size_t i = first + 1; i < n; i++) {
      const size_t count = (i < end ? i : end) - first;
      set_shares(C, n, is_symmetric, first, count, i, share);
      subtract(n, count, C + first * n, share,
               is_symmetric || i < end ? i : end, C + i * n);
    }
  }
}

void pni_gauss_forward(const double *C, size_t n, size_t t, double *p)
{
  for (size_t i = 1; i < n; i++)
    p[i] -= pni_long_dot(C + i * n, p, i < t ? i : t);
}

void pni_gauss_back(const double *C, size_t n, size_t t, double *p)
{
  for (size_t k = t; k-- > 0;)
    p[k] = -(p[k] + pni_long_dot(C + k * n + k + 1, p + k + 1, n - k - 1)) /
           C[k * n + k];
}
