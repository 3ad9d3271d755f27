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

/* CMA-ES of two unknowns, as far as the exercises need it. The text calls w,
   mueff and cmu v, N_e and c_P. */
typedef struct {
  double m[2];        /* mean */
  double sigma;       /* step size */
  double ps[2];       /* its path */
  double pc[2];       /* path of C */
  double C[2][2];     /* covariance */
  double root[2][2];  /* C^-1/2, symmetric */
  size_t parents;     /* points that are kept, the better half */
  const double *w;    /* their weights, (parents), the sum is 1 */
  double mueff;       /* how many points the weighted mean is worth */
  double cs, ds, chi; /* of the step size: rate, damping, usual length of ps */
  double cc, c1, cmu; /* rates of pc and of C */
} my_strategy;

/* Moves pc and C by one generation. y (parents x 2): the steps of its better
   half, y_j = (x_j - m) / sigma, the best first. */
void my_covariance(my_strategy *s, const double (*y)[2]);

/* Moves m, ps and sigma by one generation; y as above. */
void my_update(my_strategy *s, const double (*y)[2]);

/* A straight line through points. */
typedef struct {
  double a, b;      /* y = a x + b */
  double a_error;   /* standard error of a */
  double explained; /* R^2 */
} my_line;

/* Fits n > 2 points, whose x are not all equal, by least squares. */
my_line my_fit(size_t n, const double *x, const double *y);

/* A problem for which a rule is to choose alpha. */
typedef struct {
  const gsl_spmatrix *A; /* (n x n) in CSR */
  const double *b;       /* (n) */
  const double *lo, *hi; /* (n) each; hi may be infinite */
  size_t sweeps;         /* that will be made with the alpha chosen */
  size_t *left;          /* sweeps that my_try may still make */
} my_problem;

/* Makes so many sweeps with this alpha, from 0, and returns the error after
   them. All tries of a problem together may make as many sweeps as the run
   itself; a try that asks for more makes none and returns NAN. */
double my_try(const my_problem *problem, double alpha, size_t sweeps);

/* Chooses alpha in ]0, 2[ for a problem. */
double my_rule(const my_problem *problem);

#endif
