/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks the rule on parabolas, whose answer is in closed form, and on the
   steps of case 2d, whose answers are a table of the course. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* phi = phi0 + slope alpha + q alpha^2 */
typedef struct {
  double phi0, slope, q;
} parabola;

static double parabola_value(double alpha, void *parameters)
{
  const parabola *of = parameters;
  return of->phi0 + of->slope * alpha + of->q * alpha * alpha;
}

/* Checks parabolas. Each satisfies the rule up to alpha = -(1 - omega) slope /
   q, so that the answer is the largest power of 1/2 below that, and 1 at
   most. */
static void check_parabolas(exercise *e)
{
  static const double slope[] = {-1, -0.3, -7.5};
  static const double q[] = {0.5, 0.97, 1.9, 11.3, 140.7};
  static const double omegas[] = {1e-4, 0.1, 0.45};
  for (size_t k = 0; k < 3 * 5 * 3; k++) {
    parabola of = {2.385, slope[k % 3], q[k / 3 % 5]};
    const double omega = omegas[k / 15];
    const double limit = -(1 - omega) * of.slope / of.q;
    const double expected = fmin(1, exp2(floor(log2(limit))));
    exercise_input(e, "phi = %g %+g alpha %+g alpha^2, omega = %g", of.phi0,
                   of.slope, of.q, omega);
    const gsl_function phi = {parabola_value, &of};
    exercise_value(e, my_armijo(&phi, of.phi0, of.slope, omega), expected, 0,
                   "alpha");
  }
}

/* phi = 1/2 |F|^2 along Newton's direction from a point of the chain. */
typedef struct {
  chain_input at, trial;
  double *work; /* F, then the direction p */
} line;

/* Moves from the point at which the line begins to the one at alpha. */
static void advance(line *of, double alpha, pn_chain_point *to)
{
  const size_t n = to->bars;
  const pn_chain_vector p =
      pn_chain_vector_view(of->work + pn_chain_vector_size(n), n);
  for (size_t i = 1; i < n; i++) {
    to->x[i] = of->at.point->x[i] + alpha * p.x[i];
    to->y[i] = of->at.point->y[i] + alpha * p.y[i];
  }
  for (size_t i = 0; i < n; i++)
    to->lambda[i] = of->at.point->lambda[i] + alpha * p.lambda[i];
}

static double measure(line *of, const pn_chain_point *point)
{
  pn_chain_info info;
  pn_chain_measure(of->at.chain, point, &info);
  return info.phi;
}

static double line_value(double alpha, void *parameters)
{
  line *of = parameters;
  advance(of, alpha, of->trial.point);
  return measure(of, of->trial.point);
}

/* Checks the alpha of one step; then takes that step with the alpha of the
   table, whatever the answer was. */
static void check_step(exercise *e, line *of, pn_chain_step *step, size_t k,
                       double expected)
{
  const pn_chain *chain = of->at.chain;
  const pn_chain_point *point = of->at.point;
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  const pn_chain_vector F = pn_chain_vector_view(of->work, n);
  int singular;
  const double phi0 = measure(of, point);
  pn_chain_gradient(chain, point, F.x, F.y);
  pn_chain_constraints(chain, point->x, point->y, F.lambda);
  pn_chain_kkt_set(step->kkt, point);
  pn_chain_step_solve(step, F, pn_chain_vector_view(of->work + size, n),
                      &singular);
  for (size_t j = size; j < 2 * size; j++)
    of->work[j] = -of->work[j];
  exercise_input(e, "case 2d, step %zu", k + 1);
  const gsl_function phi = {line_value, of};
  exercise_value(e, my_armijo(&phi, phi0, -2 * phi0, 1e-4), expected, 0,
                 "alpha");
  advance(of, expected, of->at.point);
}

/* Checks all steps of case 2d. */
static void check_case_2d(exercise *e)
{
  static const double alpha[] = {0.03125, 1, 0.5, 0.5, 0.25, 0.03125, 0.25, 1,
                                 1,       1, 0.5, 0.5, 0.5,  1,       1,    1};
  line of = {chain_input_2d(), chain_input_2d(), NULL};
  const size_t bars = of.at.chain->bars;
  pn_chain_step *step = pn_chain_step_alloc(bars);
  of.work = calloc(2 * pn_chain_vector_size(bars), sizeof *of.work);
  if (step && of.work) {
    pn_chain_step_multipliers(step, of.at.chain, of.at.point);
    for (size_t k = 0; k < sizeof alpha / sizeof alpha[0]; k++)
      check_step(e, &of, step, k, alpha[k]);
  } else
    fputs("out of memory\n", stderr);
  free(of.work);
  pn_chain_step_free(step);
  chain_input_free(&of.at);
  chain_input_free(&of.trial);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/armijo");
  check_parabolas(&e);
  check_case_2d(&e);
  return exercise_end(&e);
}
