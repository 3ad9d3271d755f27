/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The quadratic subproblem. It is convex, so that its optimality conditions,
   here in plain loops, are proof enough: random chains, contradicting bars,
   any price. */
#include "pantin/chain/qp.h"

#include "pantin/base/alloc.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { BARS_MAX = 12, SIZE = 3 * BARS_MAX + 2 };

static pn_chain *chain;
static pn_chain_point *point;
static pn_chain_kkt *kkt;
static pn_chain_qp *qp;
static double right[SIZE], answer[SIZE], mu[2 * (BARS_MAX + 1)];

static void finish(void)
{
  pn_chain_qp_free(qp);
  pn_chain_kkt_free(kkt);
  pn_chain_point_free(point);
  pn_chain_free(chain);
  qp = NULL;
  kkt = NULL;
  point = NULL;
  chain = NULL;
}

/* Builds a problem about the nodes of `point`: positive weights, any r. */
static void build(gsl_rng *random, double sigma)
{
  const size_t n = chain->bars;
  kkt = pn_chain_kkt_alloc(n);
  qp = pn_chain_qp_alloc(chain);
  ck_assert(kkt && qp);
  pn_chain_kkt_set(kkt, point);
  pn_chain_vector r = pn_chain_vector_view(right, n);
  for (size_t i = 0; i < n; i++) {
    kkt->weight[i] = 0.2 + gsl_rng_uniform(random);
    qp->sigma[i] = sigma;
    r.lambda[i] = 2 * gsl_rng_uniform(random) - 1;
  }
  for (size_t i = 1; i < n; i++) {
    r.x[i] = 2 * gsl_rng_uniform(random) - 1;
    r.y[i] = 2 * gsl_rng_uniform(random) - 1.5;
  }
}

static int solve(void)
{
  return pn_chain_qp_solve(qp, kkt, point->x, point->y,
                           pn_chain_vector_view(right, chain->bars),
                           pn_chain_vector_view(answer, chain->bars), mu);
}

/* Returns the derivative of the Lagrangian by coordinate k of node i. */
static double slope(pn_chain_vector r, pn_chain_vector z, size_t i, size_t k)
{
  const double *p = k ? point->y : point->x, *d = k ? z.y : z.x;
  const double *w = kkt->weight, *l = z.lambda;
  double sum = -(k ? r.y : r.x)[i];
  sum += 2 * w[i - 1] * (d[i] - d[i - 1]) - 2 * w[i] * (d[i + 1] - d[i]);
  sum += 2 * l[i - 1] * (p[i] - p[i - 1]) - 2 * l[i] * (p[i + 1] - p[i]);
  for (size_t j = 0; j < chain->facets; j++)
    sum += mu[j * (chain->bars + 1) + i] * (k ? -1 : chain->slope[j]);
  return sum;
}

/* Returns c_i + (A d)_i. */
static double bar_error(pn_chain_vector r, pn_chain_vector z, size_t i)
{
  const double *x = point->x, *y = point->y;
  return -r.lambda[i] + 2 * (x[i + 1] - x[i]) * (z.x[i + 1] - z.x[i]) +
         2 * (y[i + 1] - y[i]) * (z.y[i + 1] - z.y[i]);
}

/* Returns the worst violation of all conditions. */
static double violation(void)
{
  const size_t n = chain->bars;
  pn_chain_vector r = pn_chain_vector_view(right, n);
  pn_chain_vector z = pn_chain_vector_view(answer, n);
  double worst = 0;
  for (size_t i = 1; i < n; i++) {
    worst = fmax(worst, fabs(slope(r, z, i, 0)));
    worst = fmax(worst, fabs(slope(r, z, i, 1)));
    for (size_t j = 0; j < chain->facets; j++) {
      const double gap = point->y[i] + z.y[i] - chain->height[j] -
                         chain->slope[j] * (point->x[i] + z.x[i]);
      const double push = mu[j * (n + 1) + i];
      worst = fmax(worst, fmax(-gap, -push));
      worst = fmax(worst, fmin(fabs(gap), fabs(push)));
    }
  }
  /* lambda = sigma where the bar stays long, -sigma where short. */
  for (size_t i = 0; i < n; i++) {
    const double left = bar_error(r, z, i), sigma = qp->sigma[i];
    worst = fmax(worst, fabs(z.lambda[i]) - sigma);
    const double unpaid = sigma - copysign(z.lambda[i], left * z.lambda[i]);
    worst = fmax(worst, fmin(fabs(left), fabs(unpaid)));
  }
  return worst;
}

/* The products of all pairs end at 1e-9 of their start, in all below 1e-6; of
   two members that are equal each is the square root of it. */
static const double accuracy = 1e-3;

START_TEST(the_optimality_conditions_hold)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 11 + (unsigned long)_i);
  const double sigmas[] = {0.3, 3, 1000};
  const size_t bars = 2 + (size_t)_i % (BARS_MAX - 1);
  chain = course_random_chain(random, bars, (size_t)_i % 3);
  point = course_random_point(random, chain);
  build(random, sigmas[_i % 4 % 3]);
  gsl_rng_free(random);
  ck_assert_int_eq(solve(), GSL_SUCCESS);
  test_close(violation(), 0, accuracy, "problem %d", _i);
  ck_assert_uint_le(qp->iterations, 30);
  answer[1] += 0.1; /* x of node 1 */
  ck_assert(violation() > 10 * accuracy);
}
END_TEST

/* A straight line cannot grow to the length of the chain at first order. */
START_TEST(contradicting_bars_cost_what_they_must)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 5);
  chain = course_random_chain(random, 7, 1);
  point = pn_chain_point_alloc(chain);
  for (size_t i = 1; i < 7; i++) {
    point->x[i] = chain->end[0] * (double)i / 7;
    point->y[i] = chain->end[1] * (double)i / 7;
  }
  build(random, 2.5);
  gsl_rng_free(random);
  ck_assert_int_eq(solve(), GSL_SUCCESS);
  test_close(violation(), 0, accuracy, "violation");
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  chain = pn_chain_alloc(4, 2);
  for (size_t k = 1; !qp; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    qp = pn_chain_qp_alloc(chain);
    pn_alloc_fail_at(0);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("qp");
  TCase *solution = tcase_create("solution");
  tcase_add_checked_fixture(solution, NULL, finish);
  tcase_add_loop_test(solution, the_optimality_conditions_hold, 0, 200);
  tcase_add_test(solution, contradicting_bars_cost_what_they_must);
  tcase_add_test(solution, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, solution);
  return test_run(suite);
}
