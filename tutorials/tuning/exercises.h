/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The functions that the exercises on tuning ask for. A problem has n rows,
   w = A x + b [m/s], and bounds lo <= x <= hi [N s], which may be infinite. */
#ifndef PANTIN_TUTORIALS_TUNING_EXERCISES_H
#define PANTIN_TUTORIALS_TUNING_EXERCISES_H

#include <stddef.h> /* gsl_spmatrix.h forgets it */
#include <gsl/gsl_spmatrix.h>

/* Sets the bounds of the friction rows, from the impulses x. Friction rows are
   those with normal[i] != i; normal[i] is the row of their contact's normal
   impulse and mu[i] their coefficient. All other bounds stay. All: (n). */
void my_bounds(size_t n, const size_t *normal, const double *mu,
               const double *x, double *lo, double *hi);

/* Computes the natural residual of the mixed problem in the 1-norm, the sum of
   |x - clip(x - w)|. All: (n); lo <= x <= hi. */
double my_error(size_t n, const double *x, const double *w, const double *lo,
                const double *hi);

/* Makes one sweep of projected Gauss-Seidel with relaxation alpha and
   regularisation kappa. A in CSR (n x n), the others (n). */
void my_sweep(const gsl_spmatrix *A, const double *b, const double *lo,
              const double *hi, double alpha, double kappa, double *x);

/* A run of projected Gauss-Seidel, and how it is judged. */
typedef struct {
  size_t sweeps, sweeps_most; /* k, from 1, and k_max */
  double order, order_low;    /* of kappa, log10; order_low or less: 0 */
  double order_high;          /* the highest that is tried */
  double least;               /* least error of the run */
  double goal;                /* eps: an error that is small enough */
  double for_sweeps, for_order, for_error; /* weights of f1, f2, f3 */
} my_run;

/* Computes f = for_sweeps f1 + for_order f2 + for_error f3. */
double my_fitness(const my_run *run);

/* CMA-ES of two unknowns, as far as the exercise needs it. */
typedef struct {
  double m[2];       /* mean */
  double sigma;      /* step size */
  double ps[2];      /* its path */
  double C[2][2];    /* covariance */
  double root[2][2]; /* C^-1/2, symmetric */
  size_t parents;    /* mu */
  const double *w;   /* weights, (parents), their sum is 1 */
  double mueff, cs, ds, chi;
} my_strategy;

/* Moves m, ps and sigma by one generation. y (parents x 2): its better half,
   y_k = (x_k - m) / sigma, the best first. */
void my_update(my_strategy *s, const double (*y)[2]);

/* A straight line through points. */
typedef struct {
  double a, b;      /* y = a x + b */
  double a_error;   /* standard error of a */
  double explained; /* R^2 */
} my_line;

/* Fits n > 2 points, whose x are not all equal, by least squares. */
my_line my_fit(size_t n, const double *x, const double *y);

#endif
