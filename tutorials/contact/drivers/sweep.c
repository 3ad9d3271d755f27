/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with minimisation: a sweep minimises 1/2 lambda^T A lambda + b^T
   lambda in one lambda_c >= 0 after the other, which is done here by a parabola
   through three energies. The velocities must remain those of the impulses, and
   many sweeps must lead to the solution, which is found by trying all active
   sets. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double rounding = 1e-12;

/* What so many sweeps may leave of the error. */
enum { SWEEPS = 4000 };
static const double converged = 1e-8;

enum { CONTACTS = 8, BODIES = 5 };

/* Minimises the energy of n contacts along lambda_c >= 0, all others fixed. */
static void minimise(size_t n, const double *A, const double *b, double *lambda,
                     size_t c)
{
  const double at = lambda[c], h = 0.5;
  double energy[3];
  for (int k = 0; k < 3; k++) {
    lambda[c] = at + (k - 1) * h;
    energy[k] = contact_energy(n, A, b, lambda);
  }
  const double curvature = energy[0] - 2 * energy[1] + energy[2];
  const double lowest = at + h * (energy[0] - energy[2]) / (2 * curvature);
  lambda[c] = fmax(0, lowest);
}

/* Compares v with the velocities that the impulses give. */
static void compare_velocities(exercise *e, const pn_delassus *J,
                               const double *lambda, const pn_vec3 *v,
                               double allowed)
{
  pn_vec3 expected[BODIES + 1];
  pn_delassus_velocities(J, lambda, expected);
  for (size_t k = 0; k < J->bodies; k++) {
    exercise_value(e, v[k].x, expected[k].x, allowed, "v[%zu].x", k);
    exercise_value(e, v[k].y, expected[k].y, allowed, "v[%zu].y", k);
    exercise_value(e, v[k].z, expected[k].z, allowed, "v[%zu].z", k);
  }
}

/* Compares three sweeps, impulse by impulse. */
static void check_sweeps(exercise *e, const char *name, const pn_lcp *lcp)
{
  const size_t n = lcp->size;
  double *A = contact_matrix(pn_delassus_of(lcp->A));
  double lambda[CONTACTS] = {0}, expected[CONTACTS] = {0};
  pn_vec3 v[BODIES + 1] = {{0, 0, 0}};
  for (int sweep = 1; sweep <= 3; sweep++) {
    exercise_input(e, "%s, sweep %d", name, sweep);
    exercise_given_matrix(e, "A", A, n, n);
    exercise_given(e, "b", lcp->b, n);
    exercise_given(e, "before", lambda, n);
    my_sweep(pn_delassus_of(lcp->A), lcp->b, lambda, v);
    for (size_t c = 0; c < n; c++) {
      minimise(n, A, lcp->b, expected, c);
      exercise_value(e, lambda[c], expected[c], rounding, "lambda[%zu]", c);
    }
    compare_velocities(e, pn_delassus_of(lcp->A), lambda, v, rounding);
  }
  free(A);
}

/* Compares the result of many sweeps with the solution. */
static void check_limit(exercise *e, const pn_lcp *lcp)
{
  double lambda[CONTACTS] = {0}, expected[CONTACTS];
  pn_vec3 v[BODIES + 1] = {{0, 0, 0}};
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    my_sweep(pn_delassus_of(lcp->A), lcp->b, lambda, v);
  contact_solution(lcp, expected);
  exercise_input(e, "%d contacts of %d bodies, after %d sweeps", CONTACTS,
                 BODIES, SWEEPS);
  for (size_t c = 0; c < CONTACTS; c++)
    exercise_value(e, lambda[c], expected[c], converged, "lambda[%zu]", c);
  compare_velocities(e, pn_delassus_of(lcp->A), expected, v, converged);
}

/* Lets sweeps carry a stack of balls. */
static void carry_stack(void)
{
  enum { BALLS = 8, WIDTH = 6 };
  pn_lcp *lcp = contact_stack(BALLS);
  double lambda[BALLS] = {0};
  pn_vec3 v[BALLS + 1] = {{0, 0, 0}};
  puts("\nEight balls on top of each other: the impulses from the ground up,\n"
       "after so many of your sweeps (0.2 N s for each ball above):");
  for (int sweep = 1; sweep <= 256; sweep++) {
    my_sweep(pn_delassus_of(lcp->A), lcp->b, lambda, v);
    if ((sweep & (sweep - 1)) == 0 && sweep != 2 && sweep != 8) {
      printf("  %4d ", sweep);
      for (size_t c = 0; c < BALLS; c++)
        printf(" %*.3f", WIDTH, lambda[c]);
      printf("\n");
    }
  }
  puts("What a ball higher up weighs comes down by one ball in a sweep: the\n"
       "higher the stack, the more sweeps.");
  pn_lcp_free(lcp);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/sweep");
  pn_lcp *small = contact_groove();
  check_sweeps(&e, "the ball in the groove", small);
  pn_lcp_free(small);
  for (int k = 1; k <= CONTACT_INPUTS; k++) {
    pn_lcp *lcp = contact_problem(e.random, CONTACTS, BODIES);
    check_sweeps(&e, "8 contacts of 5 bodies", lcp);
    check_limit(&e, lcp);
    pn_lcp_free(lcp);
  }
  exercise_reward(&e, carry_stack);
  return exercise_end(&e);
}
