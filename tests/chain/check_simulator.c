/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The simulator against central differences at random points, and against
   the values that the source prints for the start of case 2a. */
#include "pantin/chain/simulator.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>

/* Everything here is a polynomial of degree two or less in the nodes, for
   which a central difference is exact but for rounding: values of size 10
   over a step of 1e-3. */
static const double difference_step = 1e-3;
static const double difference_error = 1e-10;

static gsl_rng *random_source;
static pn_chain *chain;
static pn_chain_point *point;

static void open_chain(void)
{
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
}

/* Draws a chain, another for each turn of a loop test. */
static void draw(int turn)
{
  gsl_rng_set(random_source, 2019 + (unsigned long)turn);
  chain = course_random_chain(random_source, 2 + (size_t)turn % 7, 2);
  point = course_random_point(random_source, chain);
}

static void close_chain(void)
{
  pn_chain_point_free(point);
  pn_chain_free(chain);
  gsl_rng_free(random_source);
}

/* Returns the k-th free coordinate in the source's order x_1 .. x_nn, y_1 ..
   y_nn. */
static double *coordinate(size_t k)
{
  const size_t nn = chain->bars - 1;
  return k < nn ? &point->x[k + 1] : &point->y[k - nn + 1];
}

/* Returns e + lambda^T c + mu^T (r + s x - y), by its definition. */
static double lagrangian(void)
{
  const size_t n = chain->bars;
  double c[16], l = pn_chain_energy(chain, point->y);
  pn_chain_constraints(chain, point->x, point->y, c);
  for (size_t i = 0; i < n; i++)
    l += point->lambda[i] * c[i];
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++)
      l += point->mu[j * (n + 1) + i] *
           (chain->height[j] + chain->slope[j] * point->x[i] - point->y[i]);
  return l;
}

START_TEST(the_gradient_is_the_lagrangians)
{
  draw(_i);
  const size_t n = chain->bars, nn = n - 1;
  double gx[16], gy[16];
  pn_chain_gradient(chain, point, gx, gy);
  for (size_t k = 0; k < 2 * nn; k++) {
    double *q = coordinate(k);
    const double at = *q;
    *q = at + difference_step;
    const double after = lagrangian();
    *q = at - difference_step;
    const double before = lagrangian();
    *q = at;
    test_close(k < nn ? gx[k + 1] : gy[k - nn + 1],
               (after - before) / (2 * difference_step), difference_error,
               "entry %zu of the gradient (%zu bars)", k, n);
  }
  ck_assert(gx[0] == 0 && gy[0] == 0 && gx[n] == 0 && gy[n] == 0);
}
END_TEST

START_TEST(the_jacobian_is_the_constraints)
{
  draw(_i);
  const size_t n = chain->bars, nn = n - 1;
  double before[16], after[16];
  gsl_matrix *A = gsl_matrix_alloc(n, 2 * nn);
  ck_assert_int_eq(pn_chain_jacobian(chain, point->x, point->y, A), 0);
  for (size_t k = 0; k < 2 * nn; k++) {
    double *q = coordinate(k);
    const double at = *q;
    *q = at + difference_step;
    pn_chain_constraints(chain, point->x, point->y, after);
    *q = at - difference_step;
    pn_chain_constraints(chain, point->x, point->y, before);
    *q = at;
    for (size_t i = 0; i < n; i++)
      test_close(gsl_matrix_get(A, i, k),
                 (after[i] - before[i]) / (2 * difference_step),
                 difference_error, "entry (%zu, %zu) of the Jacobian", i, k);
  }
  gsl_matrix_free(A);
}
END_TEST

START_TEST(the_hessian_is_the_gradients)
{
  draw(_i);
  const size_t nn = chain->bars - 1;
  double before[2][16], after[2][16];
  gsl_matrix *H = gsl_matrix_alloc(2 * nn, 2 * nn);
  ck_assert_int_eq(pn_chain_hessian(chain, point->lambda, H), 0);
  for (size_t k = 0; k < 2 * nn; k++) {
    double *q = coordinate(k);
    const double at = *q;
    *q = at + difference_step;
    pn_chain_gradient(chain, point, after[0], after[1]);
    *q = at - difference_step;
    pn_chain_gradient(chain, point, before[0], before[1]);
    *q = at;
    for (size_t m = 0; m < 2 * nn; m++) {
      const size_t half = m / nn, node = m % nn + 1;
      test_close(gsl_matrix_get(H, m, k),
                 (after[half][node] - before[half][node]) /
                     (2 * difference_step),
                 difference_error, "entry (%zu, %zu) of the Hessian", m, k);
    }
  }
  gsl_matrix_free(H);
}
END_TEST

START_TEST(the_sources_values_at_the_start_of_2a)
{
  const course_case *course = course_find("2a");
  chain = course_chain(course);
  point = course_start(course, chain);
  test_close(pn_chain_energy(chain, point->y), -2.28, 1e-15, "energy");
  double gx[6], gy[6];
  pn_chain_gradient(chain, point, gx, gy);
  const double want[] = {0.6, 0.4, 0.25, 0.35};
  for (size_t i = 1; i < 5; i++) {
    test_close(gx[i], 0, 0, "gradient by x_%zu", i);
    test_close(gy[i], want[i - 1], 1e-15, "gradient by y_%zu", i);
  }
}
END_TEST

START_TEST(a_matrix_of_another_shape_is_refused)
{
  draw(3);
  gsl_matrix *M = gsl_matrix_alloc(3, 2);
  ck_assert_int_eq(pn_chain_jacobian(chain, point->x, point->y, M),
                   GSL_EBADLEN);
  ck_assert_int_eq(pn_chain_hessian(chain, point->lambda, M), GSL_EBADLEN);
  gsl_matrix_free(M);
}
END_TEST

int main(void)
{
  enum { SAMPLES = 21 };
  Suite *suite = suite_create("simulator");
  TCase *simulator = tcase_create("simulator");
  tcase_add_checked_fixture(simulator, open_chain, close_chain);
  tcase_add_loop_test(simulator, the_gradient_is_the_lagrangians, 0, SAMPLES);
  tcase_add_loop_test(simulator, the_jacobian_is_the_constraints, 0, SAMPLES);
  tcase_add_loop_test(simulator, the_hessian_is_the_gradients, 0, SAMPLES);
  tcase_add_test(simulator, the_sources_values_at_the_start_of_2a);
  tcase_add_test(simulator, a_matrix_of_another_shape_is_refused);
  suite_add_tcase(suite, simulator);
  return test_run(suite);
}
