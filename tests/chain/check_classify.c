/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Classification against reduced Hessians formed densely (classified.h). */
#include "pantin/chain/start.h"

#include "classified.h"
#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static gsl_rng *source;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_random(void)
{
  gsl_rng_free(source);
  classified_free();
}

/* Random points -------------------------------------------------------- */

/* The inertia is that of any point and any lambda, stationary or not. Every
   third chain has integer lambda, so that sums of neighbours vanish. */
START_TEST(the_index_is_that_of_a_dense_reduced_hessian)
{
  gsl_rng_set(source, 2019 + (unsigned long)_i);
  chain = course_random_chain(source, 3 + (size_t)_i % 38, 0);
  point = course_random_point(source, chain);
  for (size_t i = 0; _i % 3 == 0 && i < chain->bars; i++)
    point->lambda[i] = point->lambda[i] > 0 ? 1 : -1;
  gsl_vector *e = reduced_eigenvalues(chain, point, 0);
  const pn_chain_class verdict = classified();
  ck_assert_uint_eq(verdict.dof, chain->bars - 2);
  ck_assert_uint_eq(verdict.index, reduced_negative(e));
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_uint_eq(verdict.active, 0);
  ck_assert_int_eq(verdict.kind, verdict.index == 0 ? PN_CHAIN_MINIMUM
                                 : verdict.index == verdict.dof
                                     ? PN_CHAIN_MAXIMUM
                                     : PN_CHAIN_SADDLE);
  gsl_vector_free(e);
}
END_TEST

START_TEST(contacts_restrict_the_directions)
{
  gsl_rng_set(source, 3019 + (unsigned long)_i);
  chain = course_random_chain(source, 6 + (size_t)_i % 30, 2);
  point = course_random_point(source, chain);
  const size_t n = chain->bars;
  chain->slope[0] = 0.385;
  chain->slope[1] = -1.2;
  /* Some nodes touch the one facet, some the other, some both; where these
     are neighbours, what fixes them is more than is needed. */
  size_t active = 0;
  memset(point->mu, 0, 2 * (n + 1) * sizeof *point->mu);
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 1; i < n && active + 3 < n; i++)
      if (gsl_rng_uniform(source) < 0.2) {
        point->mu[k * (n + 1) + i] = 0.1 + gsl_rng_uniform(source);
        active++;
      }
  gsl_vector *e = reduced_eigenvalues(chain, point, active);
  const pn_chain_class verdict = classified();
  ck_assert_uint_eq(verdict.active, active);
  ck_assert_uint_eq(verdict.dof, e ? e->size : 0);
  ck_assert_uint_eq(verdict.index, reduced_negative(e));
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_int_eq(verdict.global, 0);
  if (active > 0)
    ck_assert_int_ne(verdict.kind, PN_CHAIN_MAXIMUM);
  gsl_vector_free(e);
}
END_TEST

/* lambda between a positive and a negative one, where the lowest eigenvalue
   passes through zero. */
START_TEST(a_zero_eigenvalue_is_degenerate)
{
  gsl_rng_set(source, 4019 + (unsigned long)_i);
  chain = course_random_chain(source, 3 + (size_t)_i, 0);
  point = course_random_point(source, chain);
  double low = 0, high = 1;
  for (int k = 0; k < 60; k++) {
    const double middle = (low + high) / 2;
    gsl_rng_set(source, 5019 + (unsigned long)_i);
    for (size_t i = 0; i < chain->bars; i++) {
      const double plus = 0.1 + gsl_rng_uniform(source);
      const double minus = -0.1 - gsl_rng_uniform(source);
      point->lambda[i] = (1 - middle) * plus + middle * minus;
    }
    gsl_vector *e = reduced_eigenvalues(chain, point, 0);
    *(gsl_vector_get(e, 0) > 0 ? &low : &high) = middle;
    gsl_vector_free(e);
  }
  const pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_DEGENERATE);
  ck_assert_uint_eq(verdict.nullity, 1);
  ck_assert_uint_eq(verdict.index, 0);
  /* And not when lambda is moved a little. */
  for (size_t i = 0; i < chain->bars; i++)
    point->lambda[i] += 1e-5;
  ck_assert_int_eq(classified().kind, PN_CHAIN_MINIMUM);
  for (size_t i = 0; i < chain->bars; i++)
    point->lambda[i] -= 2e-5;
  ck_assert_uint_eq(classified().index, 1);
  ck_assert_uint_eq(classified().nullity, 0);
}
END_TEST

/* The same number from the dense reduced Hessian, beyond the chains that the
   library itself may take to eigenvalues. */
START_TEST(a_longer_random_chain_is_counted_right)
{
  gsl_rng_set(source, 6019 + (unsigned long)_i);
  chain = course_random_chain(source, 150, 0);
  point = course_random_point(source, chain);
  gsl_vector *e = reduced_eigenvalues(chain, point, 0);
  ck_assert_uint_eq(classified().index, reduced_negative(e));
  gsl_vector_free(e);
}
END_TEST

/* Small chains ---------------------------------------------------------- */

/* A three-bar chain whose one direction is taken by a contact. */
START_TEST(a_corner_of_the_floor_is_a_minimum)
{
  chain = pn_chain_alloc(3, 1);
  for (size_t i = 0; i < 3; i++)
    chain->length[i] = 0.6;
  chain->end[0] = 1;
  chain->height[0] = -0.3;
  chain->slope[0] = 0.1;
  const double x[] = {0.2, 0.8}, y[] = {-0.28, -0.4};
  const double lambda[] = {-1.3, -2.385, -0.7};
  classified_fill(x, y, lambda);
  point->mu[1] = 0.4;
  const pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.dof, 0);
  ck_assert_uint_eq(verdict.index, 0);
}
END_TEST

/* Four equal bars on one line, which can yet move, so that their multipliers
   are not unique; a node weighs 0.5 N. To (0, -1), three down and one up: some
   multipliers are all above 0, whichever were found. One up and three down: all
   below 0. To the origin, one up, two down, one up: neither, and nothing is
   said by second derivatives. */
START_TEST(parallel_bars_are_judged_by_any_multipliers)
{
  static const struct {
    double end, y[3], lambda[4];
    pn_chain_kind kind;
  } cases[] = {
      {-1, {-0.5, -1, -1.5}, {1.5, 1, 0.5, -0.5}, PN_CHAIN_MINIMUM},
      {-1, {0.5, 0, -0.5}, {1, -1.5, -2, -2.5}, PN_CHAIN_MAXIMUM},
      {0, {0.5, 0, -0.5}, {1, -1.5, -2, 2.5}, PN_CHAIN_DEGENERATE},
  };
  static const double x[] = {0, 0, 0};
  chain = pn_chain_alloc(4, 0);
  for (size_t i = 0; i < 4; i++)
    chain->length[i] = 0.5;
  chain->end[1] = cases[_i].end;
  classified_fill(x, cases[_i].y, cases[_i].lambda);
  ck_assert_int_eq(pn_chain_is_taut(chain), 0);
  const pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, cases[_i].kind);
  ck_assert_int_eq(verdict.global, cases[_i].kind != PN_CHAIN_DEGENERATE);
  ck_assert_int_eq(verdict.unique, 0);
  ck_assert_uint_eq(verdict.dof, 3);
}
END_TEST

/* Two equal bars between ends that coincide swing on a circle. The node weighs
   1 N: lambda_1 + lambda_2 = 1 at the bottom, -1 at the top. */
START_TEST(two_bars_swing_on_a_circle)
{
  static const double x[] = {0};
  for (int top = 0; top < 2; top++) {
    const double sign = top ? -1 : 1, y[] = {-0.5 * sign};
    const double lambda[] = {2 * sign, -sign};
    chain = pn_chain_alloc(2, 0);
    chain->length[0] = chain->length[1] = 0.5;
    classified_fill(x, y, lambda);
    const pn_chain_class verdict = classified();
    ck_assert_int_eq(verdict.kind, top ? PN_CHAIN_MAXIMUM : PN_CHAIN_MINIMUM);
    ck_assert_int_eq(verdict.global, 1);
    ck_assert_uint_eq(verdict.dof, 1);
    ck_assert_uint_eq(verdict.index, (size_t)top);
    classified_free();
  }
}
END_TEST

START_TEST(without_multipliers_all_directions_are_flat)
{
  const course_case *course = course_find("2d");
  chain = course_chain(course);
  point = course_start(course, chain);
  memset(point->lambda, 0, chain->bars * sizeof *point->lambda);
  pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_DEGENERATE);
  ck_assert_uint_eq(verdict.index, 0);
  ck_assert_uint_eq(verdict.nullity, 3);
  /* One that is not 0 is enough for a sign. */
  point->lambda[4] = -0.01;
  verdict = classified();
  ck_assert_uint_eq(verdict.index + verdict.nullity, 3);
  ck_assert_uint_ge(verdict.index, 1);
}
END_TEST

START_TEST(kinds_have_names)
{
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_MINIMUM), "minimum");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_MAXIMUM), "maximum");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_SADDLE), "saddle");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_ISOLATED), "isolated");
  ck_assert_str_eq(pn_chain_kind_name(PN_CHAIN_DEGENERATE), "degenerate");
}
END_TEST

/* Long chains ---------------------------------------------------------- */

static void hang_long_chain(size_t bars, const char *start)
{
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = 1.5 / (double)bars;
  chain->end[0] = 1;
  chain->end[1] = -0.2;
  point = pn_chain_point_alloc(chain);
  pn_chain_start_set(pn_chain_start_find(start), chain, 0, point, NULL);
  classified_run(pn_chain_unit, pn_chain_settings_default());
}

START_TEST(a_long_chain_hangs_in_its_minimum)
{
  hang_long_chain(100000, "parabola");
  pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.index, 0);
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_uint_eq(verdict.dof, 99998);
  ck_assert_int_eq(verdict.global, 1);
  /* A single bar under pressure gives the energy one way down at least. */
  point->lambda[44444] *= -1;
  verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_SADDLE);
  ck_assert_uint_ge(verdict.index, 1);
  ck_assert_uint_le(verdict.index, 2); /* the rank of what was changed */
}
END_TEST

START_TEST(a_long_arch_stands_in_its_maximum)
{
  hang_long_chain(100000, "arch");
  const pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MAXIMUM);
  ck_assert_uint_eq(verdict.index, 99998);
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert_int_eq(verdict.global, 1);
}
END_TEST

int main(void)
{
  enum { SAMPLES = 76 };
  Suite *suite = suite_create("classify");
  TCase *random = tcase_create("random");
  tcase_add_checked_fixture(random, open_random, close_random);
  tcase_add_loop_test(random, the_index_is_that_of_a_dense_reduced_hessian, 0,
                      SAMPLES);
  tcase_add_loop_test(random, contacts_restrict_the_directions, 0, SAMPLES);
  tcase_add_loop_test(random, a_zero_eigenvalue_is_degenerate, 0, 20);
  tcase_add_loop_test(random, a_longer_random_chain_is_counted_right, 0, 2);
  suite_add_tcase(suite, random);
  TCase *small = tcase_create("small");
  tcase_add_checked_fixture(small, NULL, classified_free);
  tcase_add_test(small, a_corner_of_the_floor_is_a_minimum);
  tcase_add_loop_test(small, parallel_bars_are_judged_by_any_multipliers, 0, 3);
  tcase_add_test(small, two_bars_swing_on_a_circle);
  tcase_add_test(small, without_multipliers_all_directions_are_flat);
  tcase_add_test(small, kinds_have_names);
  suite_add_tcase(suite, small);
  TCase *large = tcase_create("long");
  tcase_add_checked_fixture(large, NULL, classified_free);
  tcase_set_timeout(large, 30);
  tcase_add_test(large, a_long_chain_hangs_in_its_minimum);
  tcase_add_test(large, a_long_arch_stands_in_its_maximum);
  suite_add_tcase(suite, large);
  return test_run(suite);
}
