/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A mooring line that comes to rest on a level floor, in other units of force
   and length, and against the catenary. */
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A line of 330 m that weighs 1 kN/m, from an anchor on the floor. */
static const double length = 330, far_end[] = {300, 100};

/* Makes it of so many bars, with both units in kN and in m. */
static void moor(size_t bars, double force_unit, double length_unit)
{
  const double bar = length / (double)bars;
  chain = pn_chain_alloc(bars, 1);
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  for (size_t i = 0; i < bars; i++) {
    chain->length[i] = bar / length_unit;
    chain->weight[i] = bar / force_unit;
  }
  for (int k = 0; k < 2; k++)
    chain->end[k] = far_end[k] / length_unit;
  start = pn_chain_point_alloc(chain);
  const pn_chain_start *parabola = pn_chain_start_find("parabola");
  ck_assert_int_eq(pn_chain_start_set(parabola, chain, 1, start, NULL),
                   GSL_SUCCESS);
}

static const double force_units[] = {1, 1e-3, 1e-6, 1e3, 1, 1e-3};
static const double length_units[] = {1, 1, 1, 1, 1e-3, 1e3};
enum { UNITS = sizeof force_units / sizeof force_units[0] };

/* Rounding differs, and is multiplied by the bars' number. */
static const double rounding = 1e-11;

START_TEST(units_change_nothing)
{
  const size_t bars[] = {500, 2000, 10000};
  double energy = 0;
  size_t steps = 0;
  for (int k = 0; k < UNITS; k++) {
    moor(bars[_i], force_units[k], length_units[k]);
    ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
    const double is = solver->info.energy * (force_units[k] * length_units[k]);
    if (k == 0) {
      energy = is;
      steps = solver->info.iteration;
    }
    ck_assert_uint_eq(solver->info.iteration, steps);
    test_close(is, energy, rounding * energy, "energy, units %d", k);
    finish();
  }
}
END_TEST

/* Returns the horizontal tension in kN, which is that of the lifted part's
   catenary in m: with its height h, it is s = sqrt(h^2 + 2 a h) long and
   a acosh(1 + h / a) wide, and the rest of the line lies on the floor. */
static double horizontal_tension(void)
{
  const double h = far_end[1];
  double low = 1, high = 1000;
  for (int turn = 0; turn < 60; turn++) {
    const double a = (low + high) / 2;
    const double lying = length - sqrt(h * h + 2 * a * h);
    if (lying + a * acosh(1 + h / a) < far_end[0])
      low = a;
    else
      high = a;
  }
  return low;
}

/* Bars make polygons of the curve, whose tensions differ by the square of their
   share. */
START_TEST(the_line_tends_to_the_catenary)
{
  const size_t bars[] = {500, 2000, 10000};
  const double want = horizontal_tension();
  moor(bars[_i], 1e-3, 1);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  const pn_chain_point *p = solver->point;
  const double got = 2 * p->lambda[0] * p->x[1];
  test_close(1e-3 * got, want, want * pow(4 / (double)bars[_i], 2), "H, %zu",
             bars[_i]);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("units");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, NULL, finish);
  tcase_set_timeout(all, 60);
  tcase_add_loop_test(all, units_change_nothing, 0, 3);
  tcase_add_loop_test(all, the_line_tends_to_the_catenary, 0, 3);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
