/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The inverse of a diagonal block by Gauss-Jordan steps on its scalar pivots,
   the largest first; those next to zero are dropped. Blocks of order 3, which
   ball joints have, are inverted by cofactors where that is as accurate, and
   those of order 6, of bodies, by their parts of order 3.

   Source: J. Goodnight, A tutorial on the SWEEP operator, The American
   Statistician 33 (1979) 149. */
#include "pantin/linear/pivot.h"

#include "pantin/linear/block.h"
#include "pantin/linear/kernel.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { ORDER_MAX = PN_BLOCK_ORDER_MAX };

/* Rounding may turn a redundant row's pivot negative, in badly scaled matrices
   by more than the tolerance. A matrix with a pivot below this share of its
   diagonal entry is not semidefinite. */
static const double clearly_negative = -1e-4;

/* Makes a Gauss-Jordan step on row and column k of a symmetric matrix of order
   n. Stepping on a set S of rows, in any order, turns the part S x S into the
   negative of its inverse, and leaves the Schur complement in the rest. */
static void sweep(size_t n, double *D, size_t k)
{
  const double inverse = 1 / D[k * n + k];
  double column[ORDER_MAX];
  for (size_t i = 0; i < n; i++)
    column[i] = D[i * n + k];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      D[i * n + j] -= inverse * column[i] * column[j];
  for (size_t i = 0; i < n; i++)
    D[i * n + k] = D[k * n + i] = inverse * column[i];
  D[k * n + k] = -inverse;
}

/* Inverts D = [A B^T; B C] of order 6 by its Schur complement S; with
   G = B A^-1,

     S = C - G B^T,   D^-1 = [A^-1 + G^T S^-1 G, -G^T S^-1; -S^-1 G, S^-1],

   if A and S are plainly regular; returns whether they are. */
static int invert_regular_6(double *D, const double *diagonal, double *pivot)
{
  double A[9], B[9], S[9], G[9], SG[9];
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++) {
      A[3 * i + j] = D[6 * i + j];
      B[3 * i + j] = D[6 * (i + 3) + j];
      S[3 * i + j] = D[6 * (i + 3) + j + 3];
    }
  if (!pivot_invert_regular_3(A, diagonal, pivot))
    return 0;
  kernel_multiply(3, 3, B, A, G);
  kernel_subtract(3, 3, 3, G, B, S);
  if (!pivot_invert_regular_3(S, diagonal + 3, pivot + 3))
    return 0;
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      SG[3 * i + j] =
          S[3 * i] * G[j] + S[3 * i + 1] * G[3 + j] + S[3 * i + 2] * G[6 + j];
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++) {
      D[6 * i + j] = A[3 * i + j] + G[i] * SG[j] + G[3 + i] * SG[3 + j] +
                     G[6 + i] * SG[6 + j];
      D[6 * (i + 3) + j] = D[6 * j + i + 3] = -SG[3 * i + j];
      D[6 * (i + 3) + j + 3] = S[3 * i + j];
    }
  return 1;
}

int pni_pivot_invert(size_t n, double *D, const double *diagonal,
                     double tolerance, double *pivot, size_t *dropped,
                     double *left)
{
  if (n == 3 && pivot_invert_regular_3(D, diagonal, pivot))
    return GSL_SUCCESS;
  if (n == 6 && invert_regular_6(D, diagonal, pivot))
    return GSL_SUCCESS;

  /* Sweep over the pivots, the largest share of its diagonal entry first. */
  int done[ORDER_MAX] = {0};
  for (size_t turn = 0; turn < n; turn++) {
    size_t best = n;
    double best_share = tolerance;
    for (size_t k = 0; k < n; k++)
      if (!done[k] && D[k * n + k] > best_share * diagonal[k]) {
        best = k;
        best_share = D[k * n + k] / diagonal[k];
      }
    if (best == n)
      break;
    done[best] = 1;
    pivot[best] = D[best * n + best];
    sweep(n, D, best);
  }

  /* Drop the others, unless one is clearly negative. */
  for (size_t k = 0; k < n; k++) {
    if (done[k])
      continue;
    pivot[k] = D[k * n + k];
    if (!(isfinite(pivot[k]) && pivot[k] >= clearly_negative * diagonal[k]))
      return GSL_EDOM;
    ++*dropped;
    if (left)
      *left = fmax(*left, fabs(pivot[k]) / diagonal[k]);
    pivot[k] = 0;
    for (size_t i = 0; i < n; i++)
      D[i * n + k] = D[k * n + i] = 0;
  }

  /* The sweeps have left -D^-1. */
  for (size_t i = 0; i < n * n; i++) {
    D[i] = -D[i];
    if (!isfinite(D[i]))
      return GSL_EDOM;
  }
  return GSL_SUCCESS;
}
