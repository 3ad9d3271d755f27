/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains with next to no slack: a run that ends as converged gives tensions
   that are right, by whatever method. */
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Beside what rounding makes uncertain, the tolerance may leave this share. */
static const double left = 1e-6;

/* Runs a method; returns how it ends. */
static pn_chain_outcome run(const pn_chain_method *method, const char *from)
{
  const pn_chain_settings settings = pn_chain_settings_default();
  pn_error error = {0};
  ck_assert(
      !pn_chain_start_set(pn_chain_start_find(from), chain, 1, start, &error));
  pn_chain_solver_free(solver);
  solver = pn_chain_solver_alloc(method, chain);
  ck_assert_ptr_nonnull(solver);
  ck_assert_msg(!pn_chain_solver_set(solver, &settings, start, &error), "%s",
                error.text);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  return pn_chain_solver_finish(solver);
}

/* Two bars between level ends, and a load. */
static const struct {
  double a, b, span, load;
} triangles[] = {{0.9, 0.1, 0.99999992, 1},  {0.5, 0.5, 1 - 1e-7, 1},
                 {0.3, 0.7, 1 - 5e-8, 0},    {0.6, 0.4, 1 - 3e-8, 10},
                 {0.3, 0.7, 1 - 1e-10, 100}, {0.4, 0.6, 1 - 1e-3, 2}};

/* Returns the tension of the first bar: H / cos of its angle, where H (tan of
   one angle + tan of the other) is the weight of the node. Heron's formula
   gives the height; in it span - (a + b), the only difference that cancels, is
   exact in long double. */
static double triangle_tension(size_t k)
{
  const long double a = triangles[k].a, b = triangles[k].b;
  const long double d = triangles[k].span;
  const long double x = (a * a - b * b + d * d) / (2 * d);
  const long double y =
      sqrtl((a + b + d) * (a + b - d) * (d + a - b) * (d - a + b)) / (2 * d);
  const long double weight = (a + b) / 2 + triangles[k].load;
  return (double)(weight / (y / x + y / (d - x)) * a / x);
}

START_TEST(a_triangle_is_right_or_not_claimed)
{
  static const char *const starts[] = {"parabola", "line", "circle"};
  chain = pn_chain_alloc(2, 0);
  chain->length[0] = triangles[_i].a;
  chain->length[1] = triangles[_i].b;
  chain->end[0] = triangles[_i].span;
  ck_assert(!pn_chain_add_weights(chain));
  chain->load[1] = triangles[_i].load;
  ck_assert(!pn_chain_check(chain, NULL, NULL));
  start = pn_chain_point_alloc(chain);
  const double want = triangle_tension((size_t)_i);
  const double allowed = left + pn_chain_tension_error(chain);
  const pn_chain_method *method;
  for (size_t k = 0; (method = pn_chain_method_get(k)); k++)
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
      const int converged = run(method, starts[s]) == PN_CHAIN_CONVERGED;
      if (method == pn_chain_minimum || method == pn_chain_dual)
        ck_assert_msg(converged, "%s from %s", method->name, starts[s]);
      if (converged) /* pulled below the ends, or pushed above them */
        test_close(fabs(pn_chain_tension(chain, solver->point, 0)) / want, 1,
                   allowed, "%s from %s", method->name, starts[s]);
    }
}
END_TEST

/* Forty bars of many lengths with a lamp: the methods agree. */
static const double slacks[] = {1e-3, 1e-5, 1e-7, 3e-8, 1e-8, 1e-9, 2.8e-10};

START_TEST(forty_bars_agree_with_the_dual)
{
  enum { BARS = 40 };
  chain = pn_chain_alloc(BARS, 0);
  for (size_t i = 0; i < BARS; i++)
    chain->length[i] = 0.01 + 0.04 * fabs(sin((double)(i * i) + 2.385));
  const double span = (1 - slacks[_i]) * pn_chain_length(chain);
  chain->end[0] = span * cos(0.3);
  chain->end[1] = span * sin(0.3);
  ck_assert(!pn_chain_add_weights(chain));
  chain->load[19] = 100;
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(run(pn_chain_dual, "parabola"), PN_CHAIN_CONVERGED);
  const double want = pn_chain_tension(chain, solver->point, 7);
  const double allowed = left + pn_chain_tension_error(chain);
  static const char *const starts[] = {"parabola", "line", "arch"};
  for (size_t s = 0; s < 3; s++) {
    ck_assert_int_eq(run(pn_chain_minimum, starts[s]), PN_CHAIN_CONVERGED);
    test_close(pn_chain_tension(chain, solver->point, 7) / want, 1, allowed,
               "the tension from %s", starts[s]);
  }
}
END_TEST

/* A bar that is much shorter than the others does not let those be wrong. */
START_TEST(a_short_bar_excuses_no_long_one)
{
  enum { BARS = 40 };
  static const double short_bar[] = {1e-3, 1e-4, 1e-5};
  chain = pn_chain_alloc(BARS, 0);
  for (size_t i = 0; i < BARS; i++)
    chain->length[i] = 0.1 + 0.9 * fabs(sin((double)(i * i) + 2.385));
  chain->length[11] = short_bar[_i];
  const double span = (1 - 4.8e-12) * pn_chain_length(chain);
  chain->end[0] = span * cos(0.3);
  chain->end[1] = span * sin(0.3);
  ck_assert(!pn_chain_add_weights(chain));
  for (size_t i = 1; i < BARS; i += 3)
    chain->load[i] = 10;
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(run(pn_chain_dual, "parabola"), PN_CHAIN_CONVERGED);
  const double want = pn_chain_tension(chain, solver->point, 7);
  const double allowed = left + 4 * pn_chain_tension_error(chain);
  const pn_chain_method *method;
  for (size_t k = 0; (method = pn_chain_method_get(k)); k++)
    if (run(method, "parabola") == PN_CHAIN_CONVERGED)
      test_close(pn_chain_tension(chain, solver->point, 7) / want, 1, allowed,
                 "the tension by %s", method->name);
}
END_TEST

/* How uncertain tensions are: not at all with much slack, infinitely when taut,
   and by the error of 1 - span, half an ulp or 5.6e-17, near it. */
START_TEST(what_rounding_hides_is_told)
{
  chain = pn_chain_alloc(2, 0);
  chain->length[0] = chain->length[1] = 0.5;
  chain->end[0] = 0.9;
  ck_assert_double_lt(pn_chain_tension_error(chain), 1e-13);
  chain->end[0] = 1 - 1e-13;
  ck_assert_double_gt(pn_chain_tension_error(chain), 2.8e-4);
  ck_assert_double_lt(pn_chain_tension_error(chain), 2.8e-2);
  chain->end[0] = 1;
  ck_assert(isinf(pn_chain_tension_error(chain)));
}
END_TEST

/* Taut chains on a line that turns back, above a floor or on it: forces of the
   floor are those of nodes that lie on it. */
static const struct {
  size_t bars;
  double length[3], end[2], height, slope, push, tension[3];
} folded[] = {
    {2, {1.25, 1.5}, {-0.25, 0}, 0, 0, 1.375, {0, 0}},
    {2, {0.75, 0.5}, {0.15, 0.2}, -0.25, 0.5, 0, {2, -2.5}},
    {3, {0.5, 2, 0.5}, {0, -1}, -1.75, 0, 0, {-1.25, 0, 1.25}},
};

START_TEST(a_taut_chain_rests_where_it_lies)
{
  const size_t bars = folded[_i].bars;
  chain = pn_chain_alloc(bars, 1);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = folded[_i].length[i];
  chain->end[0] = folded[_i].end[0];
  chain->end[1] = folded[_i].end[1];
  chain->height[0] = folded[_i].height;
  chain->slope[0] = folded[_i].slope;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(run(pn_chain_minimum, "parabola"), PN_CHAIN_TAUT);
  double push = 0;
  for (size_t i = 1; i < bars; i++)
    push += solver->point->mu[i];
  test_close(push, folded[_i].push, 1e-9, "the floor's force");
  for (size_t i = 0; i < bars; i++)
    test_close(pn_chain_tension(chain, solver->point, i), folded[_i].tension[i],
               1e-9, "bar %zu", i);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("taut");
  TCase *all = tcase_create("nearly taut");
  tcase_add_checked_fixture(all, NULL, finish);
  tcase_add_loop_test(all, a_triangle_is_right_or_not_claimed, 0,
                      sizeof triangles / sizeof triangles[0]);
  tcase_add_loop_test(all, forty_bars_agree_with_the_dual, 0,
                      sizeof slacks / sizeof slacks[0]);
  tcase_add_loop_test(all, a_short_bar_excuses_no_long_one, 0, 3);
  tcase_add_test(all, what_rounding_hides_is_told);
  tcase_add_loop_test(all, a_taut_chain_rests_where_it_lies, 0,
                      sizeof folded / sizeof folded[0]);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
