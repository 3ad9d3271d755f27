/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Steps of chains too long for eigenvalues whose matrix K is singular, or has
   a singular pivot block. K is regularised, [ H + s I, A^T; A, -s I ], so that
   |K z - r| = s |z|, with s = 1e-10 of the largest entry of K. The product
   with K is computed from its definition, bar by bar. */
#include "pantin/chain/step.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/simulator.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { BARS = PN_CHAIN_DENSE_BARS_MAX + 16, SIZE = 3 * BARS + 2 };

static gsl_rng *random_source;
static pn_chain *chain;
static pn_chain_point *point;
static pn_chain_step *step;
static double storage[4][SIZE];
static pn_chain_vector r, z, product, wanted;

static void begin(void)
{
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_source, 2019);
  chain = course_random_chain(random_source, BARS, 0);
  point = course_random_point(random_source, chain);
  step = pn_chain_step_alloc(BARS);
  ck_assert_ptr_nonnull(step);
  ck_assert_ptr_null(step->dense);
  pn_chain_vector *const views[] = {&r, &z, &product, &wanted};
  memset(storage, 0, sizeof storage);
  for (int k = 0; k < 4; k++)
    *views[k] = pn_chain_vector_view(storage[k], BARS);
  for (size_t i = 0; i < BARS; i++) {
    wanted.x[i] = i > 0 ? gsl_rng_uniform(random_source) - 0.5 : 0;
    wanted.y[i] = i > 0 ? gsl_rng_uniform(random_source) - 0.5 : 0;
    wanted.lambda[i] = gsl_rng_uniform(random_source) - 0.5;
  }
}

static void end(void)
{
  pn_chain_step_free(step);
  pn_chain_point_free(point);
  pn_chain_free(chain);
  gsl_rng_free(random_source);
}

/* Lays all bars along one line, where A loses a rank. */
static void lay_straight(void)
{
  for (size_t i = 0; i <= BARS; i++) {
    point->x[i] = 0.375 * (double)i;
    point->y[i] = -0.125 * (double)i;
  }
}

/* Computes K v of the matrix at the point; returns its largest entry, as
   far as the regularisation looks at it. */
static double multiply(pn_chain_vector v, pn_chain_vector out)
{
  double largest = 0;
  memset(out.x, 0, SIZE * sizeof *out.x);
  for (size_t i = 0; i < BARS; i++) {
    const double w = point->lambda[i];
    const double dx = point->x[i + 1] - point->x[i];
    const double dy = point->y[i + 1] - point->y[i];
    const double x = v.x[i + 1] - v.x[i], y = v.y[i + 1] - v.y[i];
    out.x[i] -= 2 * (w * x + dx * v.lambda[i]);
    out.y[i] -= 2 * (w * y + dy * v.lambda[i]);
    out.x[i + 1] += 2 * (w * x + dx * v.lambda[i]);
    out.y[i + 1] += 2 * (w * y + dy * v.lambda[i]);
    out.lambda[i] = 2 * (dx * x + dy * y);
    largest = fmax(largest, fmax(fabs(w), fmax(fabs(dx), fabs(dy))));
  }
  out.x[0] = out.y[0] = out.x[BARS] = out.y[BARS] = 0;
  return largest;
}

static double norm(pn_chain_vector v)
{
  double sum = 0;
  for (size_t k = 0; k < SIZE; k++)
    sum += v.x[k] * v.x[k];
  return sqrt(sum);
}

/* Solves K z = r for an r that is K v plus something outside of the range of
   the A of a straight chain. */
static int solve(double *s)
{
  static const double regularisation = 1e-10;
  int singular = 0;
  *s = regularisation * multiply(wanted, r);
  for (size_t i = 0; i < BARS; i++)
    r.lambda[i] += 1;
  pn_chain_kkt_set(step->kkt, point);
  const int code = pn_chain_step_solve(step, r, z, &singular);
  ck_assert_int_eq(singular, 1);
  return code;
}

START_TEST(a_straight_chain_is_regularised)
{
  static const double rounding = 1e-3;
  double s;
  lay_straight();
  ck_assert_int_eq(solve(&s), GSL_SUCCESS);
  multiply(z, product);
  for (size_t k = 0; k < SIZE; k++)
    product.x[k] -= r.x[k];
  test_close(norm(product) / (s * norm(z)), 1, rounding, "|K z - r| / s |z|");
}
END_TEST

/* Pivots as small as s leave no digits: no step rather than a wrong one. */
START_TEST(a_step_that_is_lost_in_rounding_is_refused)
{
  double s;
  if (_i == 0)
    point->lambda[1] = -point->lambda[0];
  else {
    lay_straight(); /* after the least squares, which fail */
    memset(point->lambda, 0, BARS * sizeof *point->lambda);
  }
  ck_assert_int_eq(solve(&s), GSL_ESING);
}
END_TEST

START_TEST(a_chain_in_one_point_has_no_step)
{
  int singular = 0;
  memset(point->x, 0, (BARS + 1) * sizeof *point->x);
  memset(point->y, 0, (BARS + 1) * sizeof *point->y);
  memset(point->lambda, 0, BARS * sizeof *point->lambda);
  memcpy(storage[0], storage[3], sizeof storage[0]);
  pn_chain_kkt_set(step->kkt, point);
  ck_assert_int_eq(pn_chain_step_solve(step, r, z, &singular), GSL_ESING);
  ck_assert_int_eq(singular, 1);
  ck_assert_int_eq(pn_chain_step_multipliers(step, chain, point), GSL_ESING);
  for (size_t i = 0; i < BARS; i++)
    ck_assert(point->lambda[i] == 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("step");
  TCase *singular = tcase_create("singular");
  tcase_add_checked_fixture(singular, begin, end);
  tcase_add_test(singular, a_straight_chain_is_regularised);
  tcase_add_loop_test(singular, a_step_that_is_lost_in_rounding_is_refused, 0,
                      2);
  tcase_add_test(singular, a_chain_in_one_point_has_no_step);
  suite_add_tcase(suite, singular);
  return test_run(suite);
}
