/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with minimisation: a row aims at the lowest point of
   1/2 x^T (A + kappa I) x + b^T x along its x_i, which is found here by a
   parabola through three energies. Then checks the limit of many sweeps, at
   which w = A x + b is -kappa x in each free row and pushes against the bound
   in the others. */
#include "exercise.h"
#include "tuning/exercises.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 9, SWEEPS = 3000 };

static const double rounding = 1e-11;
static const double converged = 1e-7; /* of what many sweeps leave */

/* Draws a problem: A = G G^T + 0.05 I by rows, where some entries of G are
   0. */
static void fill(gsl_rng *random, double *A, double *b, double *lo, double *hi)
{
  double G[ROWS][COLUMNS];
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t k = 0; k < COLUMNS; k++)
      G[i][k] = (i + k) % 3 ? exercise_uniform(random, -1, 1) : 0;
    b[i] = exercise_uniform(random, -1, 1);
    lo[i] = i == 0 ? -INFINITY : i < 3 ? 0 : -0.2;
    hi[i] = i < 3 ? INFINITY : 0.2;
  }
  for (size_t i = 0; i < ROWS; i++)
    for (size_t j = 0; j < ROWS; j++) {
      A[i * ROWS + j] = i == j ? 0.05 : 0;
      for (size_t k = 0; k < COLUMNS; k++)
        A[i * ROWS + j] += G[i][k] * G[j][k];
    }
}

/* Compresses A to CSR, without its zeros. */
static gsl_spmatrix *compress(size_t n, const double *A)
{
  gsl_spmatrix *triplets = gsl_spmatrix_alloc(n, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (A[i * n + j] != 0)
        gsl_spmatrix_set(triplets, i, j, A[i * n + j]);
  gsl_spmatrix *rows = gsl_spmatrix_compress(triplets, GSL_SPMATRIX_CSR);
  gsl_spmatrix_free(triplets);
  return rows;
}

/* Computes 1/2 x^T (A + kappa I) x + b^T x. */
static double energy(const double *A, const double *b, double kappa,
                     const double *x)
{
  double sum = 0;
  for (size_t i = 0; i < ROWS; i++) {
    sum += x[i] * (b[i] + kappa * x[i] / 2);
    for (size_t j = 0; j < ROWS; j++)
      sum += x[i] * A[i * ROWS + j] * x[j] / 2;
  }
  return sum;
}

/* Finds the x_i at which the energy is least, all others fixed. */
static double lowest(const double *A, const double *b, double kappa, double *x,
                     size_t i)
{
  const double at = x[i], h = 0.5;
  double f[3];
  for (int k = 0; k < 3; k++) {
    x[i] = at + (k - 1) * h;
    f[k] = energy(A, b, kappa, x);
  }
  x[i] = at;
  return at + h * (f[0] - f[2]) / (2 * (f[0] - 2 * f[1] + f[2]));
}

static void check(exercise *e, gsl_rng *random, double alpha, double kappa)
{
  double A[ROWS * ROWS], b[ROWS], lo[ROWS], hi[ROWS];
  double x[ROWS] = {0}, expected[ROWS] = {0};
  fill(random, A, b, lo, hi);
  gsl_spmatrix *rows = compress(ROWS, A);
  for (int sweep = 1; sweep <= 3; sweep++) {
    exercise_input(e, "%d rows, alpha %g, kappa %g, sweep %d", ROWS, alpha,
                   kappa, sweep);
    exercise_given_matrix(e, "A", A, ROWS, ROWS);
    exercise_given(e, "b", b, ROWS);
    exercise_given(e, "lo", lo, ROWS);
    exercise_given(e, "hi", hi, ROWS);
    exercise_given(e, "x before", x, ROWS);
    my_sweep(rows, b, lo, hi, alpha, kappa, x);
    for (size_t i = 0; i < ROWS; i++) {
      const double aim = lowest(A, b, kappa, expected, i);
      const double to = expected[i] + alpha * (aim - expected[i]);
      expected[i] = fmin(fmax(to, lo[i]), hi[i]);
      exercise_value(e, x[i], expected[i], rounding, "x[%zu]", i);
    }
  }
  exercise_input(e, "%d rows, alpha %g, kappa %g, after %d sweeps", ROWS, alpha,
                 kappa, SWEEPS);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    my_sweep(rows, b, lo, hi, alpha, kappa, x);
  for (size_t i = 0; i < ROWS; i++) {
    double w = b[i] + kappa * x[i];
    for (size_t j = 0; j < ROWS; j++)
      w += A[i * ROWS + j] * x[j];
    exercise_value(e, x[i] - fmin(fmax(x[i] - w, lo[i]), hi[i]), 0, converged,
                   "the residual of row %zu", i);
  }
  gsl_spmatrix_free(rows);
}

/* Draws how many sweeps it takes for each alpha. */
static void show_alphas(void)
{
  enum { MOST = 400, SWEEPS_PER_SIGN = 2 };
  double A[ROWS * ROWS], b[ROWS], lo[ROWS], hi[ROWS];
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(random != NULL);
  gsl_rng_set(random, 5);
  fill(random, A, b, lo, hi);
  gsl_spmatrix *rows = compress(ROWS, A);
  puts("\nSweeps of yours until nothing moves by more than 1e-6, by alpha:");
  for (int k = 4; k <= 19; k++) {
    double x[ROWS] = {0}, moved = 1;
    int sweeps = 0;
    for (; moved > 1e-6 && sweeps < MOST; sweeps++) {
      double last[ROWS];
      memcpy(last, x, sizeof x);
      my_sweep(rows, b, lo, hi, 0.1 * k, 0, x);
      moved = 0;
      for (size_t i = 0; i < ROWS; i++)
        moved = fmax(moved, fabs(x[i] - last[i]));
    }
    printf("  %.1f %4d  ", 0.1 * k, sweeps);
    for (int column = 0; column < sweeps / SWEEPS_PER_SIGN; column++)
      putchar('=');
    puts("");
  }
  gsl_spmatrix_free(rows);
  gsl_rng_free(random);
}

/* Checks two rows, in numbers for paper. */
static void by_hand(exercise *e)
{
  static const double A[] = {2, 1, 1, 2}, b[] = {-3, -3}, lo[] = {0, 0};
  static const double hi[] = {INFINITY, INFINITY};
  static const double expected[][2] = {{1.2, 0.72}, {0.672, 0.7872}};
  double x[2] = {0};
  gsl_spmatrix *rows = compress(2, A);
  for (int sweep = 0; sweep < 2; sweep++) {
    exercise_input(e, "two rows, alpha 1.2, kappa 1, sweep %d", sweep + 1);
    exercise_given_matrix(e, "A", A, 2, 2);
    exercise_given(e, "b", b, 2);
    exercise_given(e, "x before", x, 2);
    my_sweep(rows, b, lo, hi, 1.2, 1, x);
    for (size_t i = 0; i < 2; i++)
      exercise_value(e, x[i], expected[sweep][i], rounding, "x[%zu]", i);
  }
  gsl_spmatrix_free(rows);
}

int main(void)
{
  static const double alphas[] = {1, 0.6, 1.7}, kappas[] = {0, 0.3};
  exercise e;
  exercise_begin(&e, "tuning/sweep");
  by_hand(&e);
  for (int k = 0; k < 6; k++)
    check(&e, e.random, alphas[k % 3], kappas[k / 3]);
  exercise_reward(&e, show_alphas);
  return exercise_end(&e);
}
