/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The functions that the exercises on contact ask for. As in the library a
   contact is between bodies i and j, its unit normal n points from i to j, and
   what does not move has the inverse mass 0. */
#ifndef PANTIN_TUTORIALS_CONTACT_EXERCISES_H
#define PANTIN_TUTORIALS_CONTACT_EXERCISES_H

#include "pantin/lcp/operator_balls.h"

/* Two bodies about to touch. */
typedef struct {
  double inverse_i, inverse_j; /* of the masses [1/kg] */
  pn_vec3 n;                   /* unit normal, from i to j */
  pn_vec3 vi, vj;              /* velocities [m/s] */
  double gap;                  /* d, < 0 where they overlap [m] */
} my_contact;

/* Computes the least impulse [N s] after which the gap is not negative at the
   end of a step dt [s]. */
double my_impulse(const my_contact *c, double dt);

/* Computes y = J W J^T x without forming the matrix. x, y: (J->rows); v: room
   for J->bodies + 1 vectors, filled with any numbers. */
void my_product(const pn_delassus *J, const double *x, double *y, pn_vec3 *v);

/* Computes how far one row is from being solved [m/s]; 0 if it is solved. D is
   the diagonal entry of A, and lo <= lambda <= hi the bounds, of which hi may
   be infinite. */
double my_residual(double D, double lo, double hi, double lambda, double w);

/* Makes one sweep of projected Gauss-Seidel. b, lambda: (J->rows); v = W J^T
   lambda (J->bodies + 1), on entry and on return. */
void my_sweep(const pn_delassus *J, const double *b, double *lambda,
              pn_vec3 *v);

/* Computes r, (n): the direction -w, but 0 in the rows that may not follow
   it. */
void my_projection(size_t n, const double *lambda, const double *w, double *r);

/* A dense problem, A by rows (n x n) and b (n). */
typedef struct {
  size_t n;
  const double *A, *b;
} my_problem;

/* The state of projected conjugate gradients; (n) each. */
typedef struct {
  double *lambda; /* >= 0 */
  double *w;      /* A lambda + b */
  double *r;      /* the projected residual */
  int *held;      /* 1 where lambda = 0 and w > 0, so that r = 0 */
  double *p;      /* the direction */
  double *Ap;     /* room */
} my_state;

/* Makes one iteration, from lambda, w, r and p (which is not 0) to the next. */
void my_pcg(const my_problem *problem, my_state *s);

/* Computes y = A x; given. */
static inline void my_times(const my_problem *problem, const double *x,
                            double *y)
{
  for (size_t i = 0; i < problem->n; i++) {
    y[i] = 0;
    for (size_t j = 0; j < problem->n; j++)
      y[i] += problem->A[i * problem->n + j] * x[j];
  }
}

/* A pile to be solved by a method of one's own, with two bounds for each
   contact. Nothing of A is known but its diagonal, and two functions use it,
   each of which counts as one unit of work. */
typedef struct my_pile {
  size_t n;
  const double *b;       /* [m/s], (n) */
  const double *D;       /* the diagonal of A [1/kg], (n), > 0 */
  const double *lo, *hi; /* lo < hi [N s], (n); either may be infinite */
  /* Computes y = A x. */
  void (*product)(struct my_pile *pile, const double *x, double *y);
  /* Makes one sweep of projected Gauss-Seidel on lambda. */
  void (*sweep)(struct my_pile *pile, double *lambda);
  size_t work; /* products and sweeps so far */
  void *its;   /* what the functions need */
} my_pile;

enum { MY_WORK_MAX = 400, MY_ROWS_MAX = 128 };

/* Solves a pile from lambda = 0, (n), n <= MY_ROWS_MAX, which is within the
   bounds: until all residuals are below 1e-9 m/s, in work of at most
   MY_WORK_MAX. */
void my_solver(my_pile *pile, double *lambda);

/* Computes the velocity of a small ball after it has hit a wall with the
   velocity v. n: unit normal of the wall, towards the ball; mu, e: coefficients
   of friction and restitution, >= 0. */
pn_vec3 my_bounce(pn_vec3 v, pn_vec3 n, double mu, double e);

/* Computes x.y; given. */
static inline double my_dot(size_t n, const double *x, const double *y)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

#endif
