/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks single iterations from random points: the step by the energies along
   p; the new p by its purpose, which is to be conjugate to the last one or,
   after a restart, to be r. Then checks whole runs: n balls must take n
   iterations, and random contacts must be solved. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rounding = 1e-11;

/* How near to the solution a run must come, and in how many iterations. */
static const double converged = 1e-8;
enum { ITERATIONS_MAX = 3000 };

enum { ROWS_MAX = 8, BODIES = 5 };

typedef struct {
  double lambda[ROWS_MAX], w[ROWS_MAX], r[ROWS_MAX], p[ROWS_MAX], Ap[ROWS_MAX];
  int held[ROWS_MAX];
  my_state state; /* points into these */
} arrays;

/* Begins at lambda, with p = r. */
static void begin(arrays *a, const my_problem *problem)
{
  a->state = (my_state){a->lambda, a->w, a->r, a->held, a->p, a->Ap};
  my_times(problem, a->lambda, a->w);
  for (size_t i = 0; i < problem->n; i++) {
    a->w[i] += problem->b[i];
    a->held[i] = a->lambda[i] <= 0 && a->w[i] > 0;
    a->p[i] = a->r[i] = a->held[i] ? 0 : -a->w[i];
  }
}

/* Finds the t at which the energy of lambda + t p is least, from three
   energies. */
static double lowest(const my_problem *problem, const arrays *a)
{
  double energy[3], x[ROWS_MAX];
  for (int k = 0; k < 3; k++) {
    for (size_t i = 0; i < problem->n; i++)
      x[i] = a->lambda[i] + (k - 1) * a->p[i];
    energy[k] = contact_energy(problem->n, problem->A, problem->b, x);
  }
  return (energy[0] - energy[2]) / 2 / (energy[0] - 2 * energy[1] + energy[2]);
}

/* Checks the new p, given the arrays before the iteration. */
static void check_direction(exercise *e, const my_problem *problem,
                            const arrays *last, const arrays *a, int restart)
{
  const size_t n = problem->n;
  if (restart) {
    for (size_t i = 0; i < n; i++)
      exercise_value(e, a->p[i], a->r[i], rounding,
                     "p[%zu] after a restart (that is r)", i);
    return;
  }
  double Ap[ROWS_MAX];
  my_times(problem, last->p, Ap);
  exercise_value(e, my_dot(n, a->p, Ap), 0, rounding,
                 "(p new).A(p old), without a restart");
}

/* Checks one iteration. */
static void check_iteration(exercise *e, const my_problem *problem, arrays *a)
{
  const size_t n = problem->n;
  const arrays last = *a;
  exercise_given_matrix(e, "A", problem->A, n, n);
  exercise_given(e, "b", problem->b, n);
  exercise_given(e, "lambda", a->lambda, n);
  exercise_given(e, "p", a->p, n);
  const double alpha = lowest(problem, a);
  my_pcg(problem, &a->state);
  int restart = 0;
  double x[ROWS_MAX], w[ROWS_MAX];
  for (size_t i = 0; i < n; i++) {
    const double wanted = last.lambda[i] + alpha * last.p[i];
    x[i] = fmax(0, wanted);
    restart |= wanted < 0;
    exercise_value(e, a->lambda[i], x[i], rounding, "lambda[%zu]", i);
  }
  my_times(problem, x, w);
  for (size_t i = 0; i < n; i++) {
    w[i] += problem->b[i];
    const int held = x[i] == 0 && w[i] > 0;
    exercise_value(e, a->r[i], held ? 0 : -w[i], rounding, "r[%zu]", i);
    restart |= held != last.held[i];
  }
  check_direction(e, problem, &last, a, restart);
}

/* Checks three iterations from a random point. */
static void check_points(exercise *e, const my_problem *problem,
                         gsl_rng *random)
{
  arrays a;
  memset(&a, 0, sizeof a);
  for (size_t i = 0; i < problem->n; i++)
    a.lambda[i] = fmax(0, exercise_uniform(random, -0.5, 1.5));
  begin(&a, problem);
  for (int k = 1; k <= 3; k++) {
    exercise_input(e, "random contacts, iteration %d", k);
    check_iteration(e, problem, &a);
  }
}

/* Iterates from lambda = 0 until the residual is rounding; returns the number
   of iterations. */
static int run(const my_problem *problem, arrays *a)
{
  memset(a, 0, sizeof *a);
  begin(a, problem);
  int k = 0;
  while (k < ITERATIONS_MAX &&
         my_dot(problem->n, a->r, a->r) > rounding * rounding) {
    my_pcg(problem, &a->state);
    k++;
  }
  return k;
}

/* Checks that balls on top of each other take as many iterations as balls. */
static void check_stack(exercise *e, size_t balls)
{
  pn_lcp *lcp = contact_stack(balls);
  double *A = contact_matrix(pn_delassus_of(lcp->A));
  const my_problem problem = {balls, A, lcp->b};
  arrays a;
  exercise_input(e, "%zu balls on top of each other", balls);
  exercise_value(e, run(&problem, &a), (double)balls, 0, "iterations");
  for (size_t k = 0; k < balls; k++)
    exercise_value(e, a.lambda[k], 0.2 * (double)(balls - k), converged,
                   "lambda[%zu]", k);
  free(A);
  pn_lcp_free(lcp);
}

/* Checks one contact, and two that share a body: p must be conjugate at once.
   At the end the first of the two is cut off at 0, and then wants to grow, so
   that it is not held. */
static void check_small(exercise *e)
{
  const double A[] = {2, -1, -1, 2}, b[] = {-3, 1};
  arrays a;
  for (size_t n = 1; n <= 2; n++) {
    const my_problem problem = {n, A, b};
    memset(&a, 0, sizeof a);
    begin(&a, &problem);
    exercise_input(e, n == 1 ? "one contact" : "two contacts of a body");
    check_iteration(e, &problem, &a);
  }
  const double other_b[] = {1.1, -2.9};
  const my_problem problem = {2, A, other_b};
  memset(&a, 0, sizeof a);
  a.lambda[0] = 0.1;
  a.lambda[1] = 1;
  begin(&a, &problem);
  exercise_input(e, "two contacts, one of which is cut off but not held");
  check_iteration(e, &problem, &a);
}

/* Lets the answer solve stacks. */
static void climb(void)
{
  puts("\nBalls on top of each other, and your iterations:");
  for (size_t balls = 1; balls <= ROWS_MAX; balls++) {
    pn_lcp *lcp = contact_stack(balls);
    double *A = contact_matrix(pn_delassus_of(lcp->A));
    const my_problem problem = {balls, A, lcp->b};
    arrays a;
    printf("  %zu %8d\n", balls, run(&problem, &a));
    free(A);
    pn_lcp_free(lcp);
  }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/pcg");
  check_small(&e);
  check_stack(&e, 5);
  check_stack(&e, 7);
  for (int k = 1; k <= CONTACT_INPUTS; k++) {
    pn_lcp *lcp = contact_problem(e.random, ROWS_MAX, BODIES);
    double *A = contact_matrix(pn_delassus_of(lcp->A)), expected[ROWS_MAX];
    const my_problem problem = {ROWS_MAX, A, lcp->b};
    check_points(&e, &problem, e.random);
    arrays a;
    run(&problem, &a);
    contact_solution(lcp, expected);
    exercise_input(&e, "random contacts, at the end");
    for (size_t i = 0; i < ROWS_MAX; i++)
      exercise_value(&e, a.lambda[i], expected[i], converged, "lambda[%zu]", i);
    free(A);
    pn_lcp_free(lcp);
  }
  exercise_reward(&e, climb);
  return exercise_end(&e);
}
