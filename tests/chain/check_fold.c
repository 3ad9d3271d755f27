/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains that hang folded, or nearly: where small errors of lengths hide how
   far nodes are to the side. Tensions of folds follow from the weights and from
   symmetry; those of near folds are from the convex dual (dual.c), minimised in
   50 digits by bisection (Python's mpmath). */
#include "pantin/chain/classify.h"
#include "pantin/chain/fold.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The largest error of an exact fold's tensions, in weights of the chain. */
static const double balanced = 1e-12;

static const char *const starts[] = {"parabola", "line",   "arch",
                                     "zigzag",   "random", "bunched"};
enum { STARTS = sizeof starts / sizeof starts[0] };

/* Runs a method; returns whether it ends as converged. */
static int run(const pn_chain_method *method, const char *from)
{
  pn_chain_settings settings = pn_chain_settings_default();
  pn_error error = {0};
  settings.lambda = PN_CHAIN_LAMBDA_ZEROS;
  ck_assert(
      !pn_chain_start_set(pn_chain_start_find(from), chain, 1, start, &error));
  pn_chain_solver_free(solver);
  solver = pn_chain_solver_alloc(method, chain);
  ck_assert_ptr_nonnull(solver);
  if (pn_chain_solver_set(solver, &settings, start, &error))
    return 0; /* the dual refuses folds */
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  return pn_chain_solver_finish(solver) == PN_CHAIN_CONVERGED;
}

/* Classifies the solver's point. */
static pn_chain_class verdict(void)
{
  pn_chain_class found;
  ck_assert(!pn_chain_classify(chain, solver->point, &found));
  return found;
}

/* Makes a chain of these bars, above a floor if it has a level. */
static void make_above(const double *level, size_t bars, const double *length,
                       double x, double y)
{
  chain = pn_chain_alloc(bars, level ? 1 : 0);
  if (level)
    chain->height[0] = *level;
  memcpy(chain->length, length, bars * sizeof *length);
  chain->end[0] = x;
  chain->end[1] = y;
  ck_assert(!pn_chain_check(chain, NULL, NULL));
  start = pn_chain_point_alloc(chain);
}

/* Makes a chain of these bars without a floor. */
static void make(size_t bars, const double *length, double x, double y)
{
  make_above(NULL, bars, length, x, y);
}

/* Asserts that the bars from `up` on go up, and that of those at the fold the
   left one takes this part of its node's weight. */
static void assert_part(size_t up, double left, const char *by,
                        const char *from)
{
  const pn_chain_point *p = solver->point;
  const double weight = (chain->length[up - 1] + chain->length[up]) / 2;
  double below = left * weight;
  for (size_t i = up; i-- > 0;) {
    test_close(pn_chain_tension(chain, p, i), below, balanced, "%s from %s", by,
               from);
    below += i > 0 ? (chain->length[i - 1] + chain->length[i]) / 2 : 0;
  }
  below = (1 - left) * weight;
  for (size_t i = up; i < chain->bars; i++) {
    test_close(pn_chain_tension(chain, p, i), below, balanced, "%s from %s", by,
               from);
    below +=
        i + 1 < chain->bars ? (chain->length[i] + chain->length[i + 1]) / 2 : 0;
  }
}

/* Asserts that those two share it. */
static void assert_shared(size_t up, const char *by, const char *from)
{
  assert_part(up, 0.5, by, from);
}

/* Asserts that the chain hangs exactly folded. */
static void assert_folded(size_t up, const char *by, const char *from)
{
  const pn_chain_class found = verdict();
  ck_assert_msg(!found.unique && found.global, "%s from %s", by, from);
  ck_assert_int_eq(found.kind, PN_CHAIN_MINIMUM);
  ck_assert(isinf(pn_chain_tension_error_at(chain, solver->point)));
  assert_shared(up, by, from);
}

static const struct {
  size_t bars, up; /* those from `up` on go up, from 0 */
  double length[8];
  double off; /* tension of the bar `up` - 1 if the ends are off by 1e-9 */
} folds[] = {
    {2, 1, {1, 1}, 0.5},
    {4, 2, {0.25, 0.25, 0.25, 0.25}, 0.125},
    {6, 3, {1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6}, 1. / 12},
    {8, 4, {10, 10, 10, 10, 10, 10, 10, 10}, 5},
    {3, 2, {0.5, 0.5, 0.75}, 0.29076541585171867},
    {8,
     5,
     {0.36, 0.98, 0.21, 0.48, 0.78, 0.24, 0.54, 0.14},
     0.3214700988624786},
    {7, 2, {1, 0.5, 0.5, 0.25, 0.25, 1, 0.125}, 0.24670013123026682},
    {3, 2, {1, 0.1, 1}, 0.15247205393555677},
    {6, 5, {0.2, 0.1, 0.2, 0.25, 0.2, 0.5}, 0.14668101798524272},
};

/* Makes a folded chain whose ends are off by x, and whose lowest node touches
   a floor, if there is to be one. */
static size_t make_fold(int k, double x, int has_floor)
{
  const size_t bars = folds[k].bars, up = folds[k].up;
  double y = 0, low = 0;
  for (size_t i = 0; i < bars; i++) {
    y += i < up ? -folds[k].length[i] : folds[k].length[i];
    low = fmin(low, y);
  }
  make_above(has_floor ? &low : NULL, bars, folds[k].length, x, y);
  return up;
}

START_TEST(a_fold_is_exact_from_everywhere)
{
  const size_t up = make_fold(_i, 0, 0);
  const pn_chain_method *method;
  for (size_t k = 0; (method = pn_chain_method_get(k)); k++)
    for (size_t s = 0; s < STARTS; s++) {
      const int converged = run(method, starts[s]);
      if (method == pn_chain_minimum)
        ck_assert_msg(converged, "minimum from %s", starts[s]);
      if (converged && verdict().kind == PN_CHAIN_MINIMUM)
        assert_folded(up, method->name, starts[s]);
    }
}
END_TEST

/* Ends that are off by so little that lengths do not tell it, the first also by
   too little to tell. (Two bars, the first case, then have but isolated
   points.) */
static const double offs[] = {6.123e-17, 1e-13, -1e-11, 1e-9};

START_TEST(a_fold_may_be_off_by_what_lengths_do_not_tell)
{
  for (size_t k = 0; k < sizeof offs / sizeof offs[0]; k++) {
    const size_t up = make_fold(_i, offs[k], 0);
    const double weight = (chain->length[up - 1] + chain->length[up]) / 2;
    for (size_t s = 0; s < STARTS; s++) {
      ck_assert_msg(run(pn_chain_minimum, starts[s]), "%g from %s", offs[k],
                    starts[s]);
      const pn_chain_class found = verdict();
      if (found.kind != PN_CHAIN_MINIMUM || !found.global)
        continue;
      ck_assert_int_eq(found.unique, k > 0);
      if (k > 0)
        ck_assert_double_ge(pn_chain_tension_error_at(chain, solver->point),
                            0.5);
      assert_part(up, k > 0 ? folds[_i].off / weight : 0.5, "minimum",
                  starts[s]);
    }
    finish();
  }
}
END_TEST

/* The floor need not push then: the bars hold all. */
START_TEST(a_fold_that_touches_the_floor_is_not_pushed)
{
  const size_t up = make_fold(_i, 0, 1);
  for (size_t s = 0; s < STARTS; s++) {
    ck_assert_msg(run(pn_chain_minimum, starts[s]), "from %s", starts[s]);
    if (verdict().kind == PN_CHAIN_MINIMUM)
      assert_shared(up, "minimum", starts[s]);
  }
}
END_TEST

static const struct {
  size_t bars;
  double length[6], end[2], tension; /* of the first bar */
} near_folds[] = {
    {4, {1, 1, 1, 0.1}, {1e-5, 1.1}, 0.4856620131565023},
    {4, {0.5, 0.1, 0.5, 1}, {1.8974654453744391e-06, -0.1}, 0.9256597868149329},
    {3, {1, 1, 0.5}, {-5.257723095538942e-06, -1.5}, 1.4476144015740124},
    {3, {0.5, 0.3, 1}, {-2.9228747458923473e-05, 0.2}, 0.6463856411164902},
    {3, {0.1, 0.9, 0.9}, {7.146350234677735e-05, 1.7}, 0.1210977460526937},
    {6, {0.3, 0.2, 0.2, 0.1, 0.5, 0.4}, {3e-6, 0.1}, 0.7038468711657168},
};

/* Beside what rounding makes uncertain, the tolerance may leave this share. */
static const double left = 1e-5;

START_TEST(a_near_fold_is_right_from_everywhere)
{
  make(near_folds[_i].bars, near_folds[_i].length, near_folds[_i].end[0],
       near_folds[_i].end[1]);
  const pn_chain_method *method;
  for (size_t k = 0; (method = pn_chain_method_get(k)); k++)
    for (size_t s = 0; s < STARTS; s++) {
      const int converged = run(method, starts[s]);
      if (method == pn_chain_minimum || method == pn_chain_dual)
        ck_assert_msg(converged, "%s from %s", method->name, starts[s]);
      /* There are other minima, in which a bar is pushed. */
      if (!converged || !verdict().global || !verdict().unique)
        continue;
      const double error = pn_chain_tension_error_at(chain, solver->point);
      ck_assert_double_lt(error, 1e-2);
      test_close(pn_chain_tension(chain, solver->point, 0) /
                     near_folds[_i].tension,
                 1, left + error, "%s from %s", method->name, starts[s]);
    }
}
END_TEST

/* A chain that is nearly folded does not pass for a fold. */
START_TEST(a_hair_more_is_no_fold)
{
  static const double length[] = {0.5, 0.5, 0.5, 0.5}, more = 1e-9;
  make(4, length, 0, more);
  ck_assert(run(pn_chain_minimum, "parabola"));
  ck_assert(verdict().unique);
  ck_assert_double_gt(pni_chain_lean(chain, solver->point).sum, more / 2);
  chain->end[1] = solver->point->y[4] = 0;
  ck_assert(run(pn_chain_minimum, "parabola"));
  ck_assert_double_eq(pni_chain_lean(chain, solver->point).sum, 0);
}
END_TEST

static const struct {
  size_t bars;
  double length[4], y;
} rhombs[] = {
    {3, {1, 1, 1}, -1}, {3, {1, 1, 2}, -2},    {3, {1, 1, 3}, -3},
    {3, {2, 2, 3}, -3}, {4, {1, 3, 3, 2}, -3}, {2, {1, 1}, 0},
};

/* Folds in which a bar is pushed are left: a rhomb of bars can turn there, and
   its energy falls to second order. */
START_TEST(a_fold_that_pushes_is_left)
{
  make(rhombs[_i].bars, rhombs[_i].length, 0, rhombs[_i].y);
  for (size_t s = 0; s < STARTS; s++) {
    ck_assert_msg(run(pn_chain_minimum, starts[s]), "%s", starts[s]);
    ck_assert_msg(verdict().kind == PN_CHAIN_MINIMUM, "%s", starts[s]);
  }
}
END_TEST

static const struct {
  size_t bars;
  double length[5];
} pendulums[] = {
    {3, {0.2, 0.6, 0.4}}, {3, {0.197, 0.457, 0.26}}, {3, {0.6, 0.2, 0.4}},
    {3, {0.4, 0.2, 0.6}}, {4, {0.1, 0.2, 0.6, 0.3}}, {5, {1, 1, 0.5, 3, 0.5}},
};

/* A polygon whose longest bar equals the others together is rigid and swings
   about the point that it hangs from. */
START_TEST(a_rigid_polygon_hangs_straight_down)
{
  make(pendulums[_i].bars, pendulums[_i].length, 0, 0);
  const double *L = chain->length;
  double lowest = 0, y = 0, longest = 0;
  for (size_t i = 0; i < chain->bars; i++)
    longest = fmax(longest, L[i]);
  for (size_t i = 0; i + 1 < chain->bars; i++) {
    y += L[i] < longest ? L[i] : -L[i];
    lowest += (L[i] + L[i + 1]) / 2 * y;
  }
  lowest = -fabs(lowest);
  for (size_t s = 0; s < STARTS; s++) {
    ck_assert_msg(run(pn_chain_minimum, starts[s]), "%s", starts[s]);
    const pn_chain_class found = verdict();
    ck_assert_int_eq(found.kind, PN_CHAIN_MINIMUM);
    ck_assert(!found.unique);
    test_close(solver->info.energy, lowest, balanced, "from %s", starts[s]);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("fold");
  TCase *all = tcase_create("folds");
  tcase_add_checked_fixture(all, NULL, finish);
  tcase_add_loop_test(all, a_fold_is_exact_from_everywhere, 0,
                      sizeof folds / sizeof folds[0]);
  tcase_add_loop_test(all, a_fold_may_be_off_by_what_lengths_do_not_tell, 1,
                      sizeof folds / sizeof folds[0]);
  tcase_add_loop_test(all, a_fold_that_touches_the_floor_is_not_pushed, 1,
                      sizeof folds / sizeof folds[0]);
  tcase_add_loop_test(all, a_near_fold_is_right_from_everywhere, 0,
                      sizeof near_folds / sizeof near_folds[0]);
  tcase_add_loop_test(all, a_fold_that_pushes_is_left, 0,
                      sizeof rhombs / sizeof rhombs[0]);
  tcase_add_loop_test(all, a_rigid_polygon_hangs_straight_down, 0,
                      sizeof pendulums / sizeof pendulums[0]);
  tcase_add_test(all, a_hair_more_is_no_fold);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
