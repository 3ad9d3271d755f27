/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves the contact of a rod of 1 kg and 1 m, leaning by 45 degrees, which
   slides and falls onto the floor: one normal and one tangent. The friction
   bound is either frozen, and renewed from round to round, or coupled, and
   renewed within the sweeps of projected Gauss-Seidel, for several alpha. */
#include <math.h>
#include <stdio.h>

static const double mu = 0.6;

/* w = A x + b for x = (lambda_n, lambda_t). With r from the rod's middle to the
   contact, A is 1/m + (r x d)^2 / I for each direction d, and (r x n) (r x t)
   / I off the diagonal. */
static const double A[2][2] = {{2.5, -1.5}, {-1.5, 2.5}}; /* [1/kg] */
static const double b[2] = {-0.1635, 0.3};                /* g h, and sliding */

static double clip(double x, double lo, double hi)
{
  return fmin(fmax(x, lo), hi);
}

/* Computes w_i. */
static double velocity(const double *x, int i)
{
  return A[i][0] * x[0] + A[i][1] * x[1] + b[i];
}

/* Makes a relaxed sweep; a negative bound stands for mu times the newest normal
   impulse. */
static void sweep(double *x, double alpha, double bound)
{
  x[0] = clip(x[0] - alpha * velocity(x, 0) / A[0][0], 0, INFINITY);
  if (bound < 0)
    bound = mu * x[0];
  x[1] = clip(x[1] - alpha * velocity(x, 1) / A[1][1], -bound, bound);
}

/* Prints rounds with a frozen bound. */
static void frozen(void)
{
  double bound = 0;
  printf("round    bound  lambda_n  lambda_t\n");
  for (int round = 1; round <= 6; round++) {
    double x[2] = {0};
    for (int k = 0; k < 100; k++)
      sweep(x, 1, bound);
    printf("%5d %8.4f %9.4f %9.4f\n", round, bound, x[0], x[1]);
    bound = mu * x[0];
  }
}

/* Prints sweeps with a coupled bound. */
static void coupled(void)
{
  static const double alpha[] = {1, 1.4, 1.8};
  double x[3][2] = {{0}};
  printf("sweep  alpha:   1.0                 1.4                 1.8\n");
  for (int k = 1; k <= 26; k++) {
    for (int a = 0; a < 3; a++)
      sweep(x[a], alpha[a], -1);
    if (k > 3 && k < 23)
      continue;
    printf("%5d", k);
    for (int a = 0; a < 3; a++)
      printf("  %8.4f %8.4f ", x[a][0], x[a][1]);
    printf("\n");
  }
}

int main(void)
{
  frozen();
  coupled();
  return 0;
}
