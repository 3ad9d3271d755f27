/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The catenary against quadratures of its own curve and an independent
   computation; and chains of more and more bars against the catenary. */
#include "pantin/chain/catenary.h"
#include "pantin/chain/solver.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const struct {
  double length, a, b;
} shapes[] = {
    {1.5, 1, -0.2},      {7.25, 1, 0.35},      {9.81, -2.385, 3.1},
    {1.0001, 0.8, -0.6}, {1 + 1e-9, 0.6, 0.8}, {12.5, 0.07, -4.2},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static pn_chain_catenary make_cable(int k)
{
  pn_chain_catenary cable;
  pn_error error = {0};
  const int code = pn_chain_catenary_set(&cable, shapes[k].length, shapes[k].a,
                                         shapes[k].b, &error);
  ck_assert_msg(code == GSL_SUCCESS, "%s", error.text);
  return cable;
}

START_TEST(the_curve_of_the_reference)
{
  const pn_chain_catenary cable = make_cable(0);
  test_close(cable.c, 0.3119648415712536, 1e-15, "c");
  test_close(cable.x0, 0.541844466038641, 1e-15, "x0");
  test_close(cable.k, -0.9133778627848564, 1e-15, "k");
  test_close(cable.energy, -0.593205938132551, 1e-15, "energy");
}
END_TEST

/* The sums of many pieces of the curve. Cosines place them, so that they are
   short near the ends, where a deep cable is steep. */
START_TEST(length_and_energy_are_those_of_the_curve)
{
  enum { PIECES = 100000 };
  const pn_chain_catenary cable = make_cable(_i);
  const double a = shapes[_i].a, pi = acos(-1);
  double length = 0, energy = 0, x = 0, y = 0;
  for (int k = 1; k <= PIECES; k++) {
    const double next_x = a * (1 - cos(pi * k / PIECES)) / 2;
    const double next_y = pn_chain_catenary_height(&cable, next_x);
    const double piece = hypot(next_x - x, next_y - y);
    length += piece;
    energy += piece * (y + next_y) / 2;
    x = next_x;
    y = next_y;
  }
  /* Chords are short by the square of their number's inverse. */
  const double chords = 1e-7;
  test_close(y, shapes[_i].b, 1e-14 * shapes[_i].length, "far end");
  test_close(length, shapes[_i].length, chords * shapes[_i].length, "length");
  test_close(energy, cable.energy, chords * shapes[_i].length, "energy");
}
END_TEST

START_TEST(the_height_is_that_of_the_formula)
{
  const pn_chain_catenary cable = make_cable(_i);
  for (int k = 0; k <= 10; k++) {
    const double x = shapes[_i].a * k / 10;
    test_close(pn_chain_catenary_height(&cable, x),
               cable.c * cosh((x - cable.x0) / cable.c) + cable.k,
               /* the formula cancels */ 1e-15 * (cable.c + fabs(cable.k)) +
                   1e-14 * shapes[_i].length,
               "y at %g", x);
  }
}
END_TEST

/* Along the cable the force is its tangent, and grows by the weight. */
START_TEST(the_force_pulls_along_the_cable)
{
  const pn_chain_catenary cable = make_cable(_i);
  const double a = shapes[_i].a, step = 1e-6 * a;
  double at[2], behind[2];
  pn_chain_catenary_force(&cable, 0, at);
  pn_chain_catenary_force(&cable, shapes[_i].length, behind);
  const double slope = pn_chain_catenary_height(&cable, step) / step;
  test_close(at[1] / at[0], slope, 1e-4 * (1 + fabs(slope)), "slope");
  ck_assert(at[0] * a > 0);
  test_close(behind[0] - at[0], 0, 0, "horizontal force");
  test_close(behind[1] - at[1], shapes[_i].length,
             1e-14 * (shapes[_i].length + fabs(at[1])), "weight");
  const double back =
      (shapes[_i].b - pn_chain_catenary_height(&cable, a - step)) / step;
  test_close(behind[1] / behind[0], back, 1e-4 * (1 + fabs(back)), "far slope");
}
END_TEST

START_TEST(the_distance_is_along_the_normal)
{
  const pn_chain_catenary cable = make_cable(_i);
  static const double offs[] = {-0.3, -1e-3, 0, 1e-5, 0.2};
  for (int k = 0; k < 5; k++) {
    const double x = 0.37 * shapes[_i].a, s = sinh((x - cable.x0) / cable.c);
    const double y = pn_chain_catenary_height(&cable, x),
                 off = offs[k] * cable.c;
    const double norm = hypot(1, s);
    test_close(
        pn_chain_catenary_distance(&cable, x - off * s / norm, y + off / norm),
        fabs(off), 1e-13 * (shapes[_i].length + cable.c), "distance of %g",
        off);
  }
}
END_TEST

START_TEST(no_cable_is_refused)
{
  pn_chain_catenary cable;
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_catenary_set(&cable, 5, 3, 4, &error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "must be longer"));
  error = (pn_error){0};
  ck_assert_int_eq(pn_chain_catenary_set(&cable, 5, 0, 4, &error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "one above the other"));
  ck_assert_int_eq(pn_chain_catenary_set(&cable, NAN, 3, 4, NULL), GSL_EINVAL);
}
END_TEST

/* Chains and the cable ------------------------------------------------- */

static const size_t sizes[] = {10,   50,    100,   500,   1000,
                               5000, 10000, 50000, 100000};

START_TEST(chains_approach_the_cable_with_the_square_of_their_bars)
{
  const size_t n = sizes[_i];
  const pn_chain_catenary cable = make_cable(0);
  pn_chain *chain = pn_chain_alloc(n, 0);
  for (size_t i = 0; i < n; i++)
    chain->length[i] = 1.5 / (double)n;
  chain->end[0] = 1;
  chain->end[1] = -0.2;
  pn_chain_point *start = pn_chain_point_alloc(chain);
  pn_chain_solver *solver = pn_chain_solver_alloc(pn_chain_dual, chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, NULL), 0);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_test(solver), GSL_SUCCESS);

  double farthest = 0;
  for (size_t i = 1; i < n; i++)
    farthest =
        fmax(farthest, pn_chain_catenary_distance(&cable, solver->point->x[i],
                                                  solver->point->y[i]));
  const double n2 = (double)n * (double)n;
  /* Both constants are known to three digits; the energy of 10^5 bars is
     above the cable's by 2e-11, and rounded to 1e-14. */
  test_close((solver->info.energy - cable.energy) * n2, 0.1724, 6e-4,
             "n^2 times the energy above the cable's, %zu bars", n);
  test_close(farthest * n2, 0.320, n < 50 ? 3e-3 : 1e-3,
             "n^2 times the distance from the cable, %zu bars", n);
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
  pn_chain_free(chain);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("catenary");
  TCase *curve = tcase_create("curve");
  tcase_add_test(curve, the_curve_of_the_reference);
  tcase_add_loop_test(curve, length_and_energy_are_those_of_the_curve, 0,
                      SHAPES);
  tcase_add_loop_test(curve, the_height_is_that_of_the_formula, 0, SHAPES);
  tcase_add_loop_test(curve, the_force_pulls_along_the_cable, 0, SHAPES);
  tcase_add_loop_test(curve, the_distance_is_along_the_normal, 0, SHAPES);
  tcase_add_test(curve, no_cable_is_refused);
  suite_add_tcase(suite, curve);
  TCase *limit = tcase_create("limit");
  tcase_add_loop_test(limit,
                      chains_approach_the_cable_with_the_square_of_their_bars,
                      0, sizeof sizes / sizeof sizes[0]);
  suite_add_tcase(suite, limit);
  return test_run(suite);
}
