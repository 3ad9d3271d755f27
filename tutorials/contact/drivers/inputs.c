/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "contact/drivers/inputs.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

pn_vec3 contact_direction(gsl_rng *random)
{
  for (;;) {
    const double x = exercise_uniform(random, -1, 1);
    const double y = exercise_uniform(random, -1, 1);
    const pn_vec3 v = {x, y, exercise_uniform(random, -1, 1)};
    const double length = pn_vec3_norm(v);
    if (length > 0.1 && length < 1)
      return pn_vec3_scale(1 / length, v);
  }
}

double *contact_array(size_t n)
{
  double *array = calloc(n, sizeof *array);
  exercise_require(array != NULL);
  return array;
}

static pn_delassus *alloc(size_t contacts, size_t bodies)
{
  pn_delassus *J = pn_delassus_alloc(contacts, bodies);
  exercise_require(J != NULL);
  J->rows = contacts;
  return J;
}

pn_lcp *contact_problem(gsl_rng *random, size_t contacts, size_t bodies)
{
  pn_lcp *lcp = pn_lcp_alloc(contacts);
  pn_delassus *J = alloc(contacts, bodies);
  exercise_require(lcp != NULL);
  for (size_t k = 0; k < bodies; k++)
    J->inverse_mass[k] = exercise_uniform(random, 0.3, 2.1);
  for (size_t c = 0; c < contacts; c++) {
    const size_t i = gsl_rng_uniform_int(random, bodies);
    size_t j = (i + 1 + gsl_rng_uniform_int(random, bodies - 1)) % bodies;
    if (gsl_rng_uniform_int(random, 3) == 0)
      j = bodies;
    const int swap = gsl_rng_uniform_int(random, 2) == 1;
    J->pair[c] = (pn_pair){(uint32_t)(swap ? j : i), (uint32_t)(swap ? i : j)};
    J->normal[c] = contact_direction(random);
    lcp->b[c] = exercise_uniform(random, -1, 1);
  }
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

/* Makes the problem of balls on top of each other: the lowest has the mass
   `lowest` [kg], the others have the mass `others`. */
static pn_lcp *make_stack(size_t balls, double lowest, double others)
{
  pn_lcp *lcp = pn_lcp_alloc(balls);
  pn_delassus *J = alloc(balls, balls);
  exercise_require(lcp != NULL);
  for (size_t k = 0; k < balls; k++) {
    J->inverse_mass[k] = 1 / (k == 0 ? lowest : others);
    J->normal[k] = (pn_vec3){0, 0, 1};
    J->pair[k] = (pn_pair){(uint32_t)(k ? k - 1 : balls), (uint32_t)k};
    lcp->b[k] = k ? 0 : -0.2;
  }
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

pn_lcp *contact_stack(size_t balls)
{
  return make_stack(balls, 1, 1);
}

pn_lcp *contact_pair(double lower, double upper)
{
  return make_stack(2, lower, upper);
}

pn_lcp *contact_groove(void)
{
  static const double slope = M_PI / 6, fall = 0.0981; /* rad, m/s */
  pn_lcp *lcp = pn_lcp_alloc(2);
  pn_delassus *J = alloc(2, 1);
  exercise_require(lcp != NULL);
  J->inverse_mass[0] = 1;
  for (size_t c = 0; c < 2; c++) {
    J->pair[c] = (pn_pair){1, 0};
    J->normal[c] = pn_vec3_make(c ? -sin(slope) : sin(slope), 0, cos(slope));
    lcp->b[c] = -fall * J->normal[c].z;
  }
  pn_lcp_set_operator(lcp, &J->base);
  return lcp;
}

/* Finds the sign with which body k enters contact c: -1, 0 or 1. */
static double sign_in(pn_pair c, size_t k)
{
  return (double)(c.j == k) - (double)(c.i == k);
}

double *contact_matrix(const pn_delassus *J)
{
  double *A = contact_array(J->rows * J->rows);
  for (size_t c = 0; c < J->rows; c++)
    for (size_t d = 0; d < J->rows; d++)
      for (size_t k = 0; k < J->bodies; k++)
        A[c * J->rows + d] += sign_in(J->pair[c], k) * sign_in(J->pair[d], k) *
                              pn_vec3_dot(J->normal[c], J->normal[d]) *
                              J->inverse_mass[k];
  return A;
}

double contact_energy(size_t n, const double *A, const double *b,
                      const double *x)
{
  double energy = 0;
  for (size_t i = 0; i < n; i++) {
    double Ax = 0;
    for (size_t j = 0; j < n; j++)
      Ax += A[i * n + j] * x[j];
    energy += x[i] * (Ax / 2 + b[i]);
  }
  return energy;
}

void contact_solution(const pn_lcp *lcp, double *lambda)
{
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_enumerate, lcp);
  exercise_require(solver && !pn_lcp_solver_set(solver, &settings, NULL, NULL));
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE &&
         !pn_lcp_solver_iterate(solver))
    ;
  memcpy(lambda, solver->lambda, lcp->size * sizeof *lambda);
  pn_lcp_solver_free(solver);
}
