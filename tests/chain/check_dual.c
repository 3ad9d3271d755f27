/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The dual method against minima of an independent computation, against the
   conditions of equilibrium recomputed from raw data, and against chains drawn
   at random, none of which may hang lower. */
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static gsl_rng *source;
static pn_chain *chain;
static pn_chain_solver *solver;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_solver(void)
{
  pn_chain_solver_free(solver);
  pn_chain_free(chain);
  solver = NULL;
  chain = NULL;
}

static void close_all(void)
{
  gsl_rng_free(source);
  source = NULL;
  close_solver();
}

static void make_chain(size_t bars, const double *length, double a, double b)
{
  chain = pn_chain_alloc(bars, 0);
  memcpy(chain->length, length, bars * sizeof *length);
  chain->end[0] = a;
  chain->end[1] = b;
}

static void make_equal_bars(size_t bars, double total, double a, double b)
{
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = total / (double)bars;
  chain->end[0] = a;
  chain->end[1] = b;
}

static int set(pn_error *error)
{
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  pn_chain_point *nowhere = pn_chain_point_alloc(chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  solver = pn_chain_solver_alloc(pn_chain_method_find("dual"), chain);
  const int code = pn_chain_solver_set(solver, &settings, nowhere, error);
  pn_chain_point_free(nowhere);
  return code;
}

/* Solves to the tolerances, and with one step more to rounding. */
static void solve(void)
{
  pn_error error = {0};
  const int code = set(&error);
  ck_assert_msg(code == GSL_SUCCESS, "%s", error.text);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_test(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
}

/* References ----------------------------------------------------------- */

/* Equal bars of length 1.5 in all to (1, -0.2): energy, force of the last bar,
   least and greatest tension, height of the lowest node. */
static const struct {
  size_t bars;
  double energy, Fx, Fy, least, greatest, lowest;
} minima[] = {
    {2, -0.5544895287225047, 0.3187315771465634, 0.23035577882618632,
     0.3932602231461435, 0.6096063769922975, -0.6393193716300062},
    {5, -0.5863214535775649, 0.30990788609686837, 0.4923324879605517,
     0.3280780258014765, 0.772551749374197, -0.6120828041376141},
    {10, -0.591480583317041, 0.31134180972596515, 0.5666527576556654,
     0.31312259748445315, 0.8429511400857779, -0.6018249900841014},
    {50, -0.5931369672181764, 0.3119397789741544, 0.6265537826777337,
     0.3119588147821385, 0.8992819064240567, -0.601326993710152},
    {100, -0.5931886957452406, 0.3119585747664782, 0.6340506598661456,
     0.31198487177375056, 0.9063293727142305, -0.6014259548879375},
    {500, -0.5932052484414299, 0.3119645908842691, 0.640049659964271,
     0.31196635676244, 0.9119680867513466, -0.6014139762392151},
    {1000, -0.5932057657098042, 0.3119647788993873, 0.6407996287126243,
     0.31196492278958066, 0.9126729700063697, -0.6014130161381369},
    {5000, -0.5932059312356404, 0.31196483906435624, 0.6413996187120362,
     0.3119648390645892, 0.913236883470741, -0.6014129981355951},
    {10000, -0.5932059364083234, 0.31196484094453697, 0.6414746183994999,
     0.311964849868468, 0.9133073730808082, -0.6014130244135218},
    {50000, -0.5932059380635879, 0.3119648415459341, 0.6415346182991956,
     0.31196484188843215, 0.9133637648356695, -0.6014130213413809},
    {100000, -0.5932059381153105, 0.3119648415650656, 0.6415421182960716,
     0.3119648416462769, 0.9133708138128902, -0.6014130212452755},
};

START_TEST(equal_bars_hang_as_in_the_reference)
{
  make_equal_bars(minima[_i].bars, 1.5, 1, -0.2);
  solve();
  ck_assert_uint_le(solver->info.iteration, 7);
  const pn_chain_point *p = solver->point;
  const size_t n = chain->bars, last = n - 1;
  double least = INFINITY, greatest = 0, lowest = 0;
  for (size_t i = 0; i < n; i++) {
    least = fmin(least, pn_chain_tension(chain, p, i));
    greatest = fmax(greatest, pn_chain_tension(chain, p, i));
    lowest = fmin(lowest, p->y[i]);
  }
  const double rounding = 1e-14 * sqrt((double)n) + 1e-13;
  test_close(solver->info.energy, minima[_i].energy, rounding, "energy");
  test_close(least, minima[_i].least, rounding, "least tension");
  test_close(greatest, minima[_i].greatest, rounding, "greatest tension");
  test_close(lowest, minima[_i].lowest, rounding, "lowest node");
  /* The last bar's direction is a difference of nodes, divided by L. */
  const double direction = rounding + 1e-15 * (double)n;
  test_close(2 * p->lambda[last] * (p->x[n] - p->x[last]), minima[_i].Fx,
             direction, "horizontal force");
  test_close(2 * p->lambda[last] * (p->y[n] - p->y[last]), minima[_i].Fy,
             direction, "vertical force");
}
END_TEST

START_TEST(the_course_chain_hangs_as_in_the_reference)
{
  static const double x[] = {0.13169595435924572, 0.30198332172084014,
                             0.5016994253968203, 0.7007836354671912};
  static const double y[] = {-0.6874999458948396, -1.1576086700396457,
                             -1.3814690683518196, -1.4005865289744144};
  static const double lambda[] = {0.9261268231351536, 0.7162431231407255,
                                  0.6107026603541206, 0.6126410315884336,
                                  0.40762194280689756};
  chain = course_chain(course_find("2b")); /* from the maximum's side */
  solve();
  for (size_t i = 0; i < 4; i++) {
    test_close(solver->point->x[i + 1], x[i], 1e-13, "x_%zu", i + 1);
    test_close(solver->point->y[i + 1], y[i], 1e-13, "y_%zu", i + 1);
  }
  for (size_t i = 0; i < 5; i++)
    test_close(solver->point->lambda[i], lambda[i], 1e-13, "lambda_%zu", i);
  pn_chain_class verdict;
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict), 0);
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_int_eq(verdict.global, 1);
}
END_TEST

START_TEST(a_long_chain_is_within_the_tolerances_of_a_bar)
{
  make_equal_bars(400000, 1.5, 1, -0.2);
  solve();
  ck_assert(solver->info.constraint_relative < 1e-9);
  ck_assert(solver->info.gradient_relative < 1e-9);
}
END_TEST

/* Random chains -------------------------------------------------------- */

/* Lengths over three decades, ends near and far, steep, or nearly taut. 0 if
   such a chain cannot be hung up. */
static int draw(int turn)
{
  gsl_rng_set(source, 2019 + (unsigned long)turn);
  const size_t n = 2 + gsl_rng_uniform_int(source, 40);
  double length[41], total = 0;
  for (size_t i = 0; i < n; i++)
    total += length[i] = pow(10, -3 * gsl_rng_uniform(source));
  double span = total * pow(gsl_rng_uniform(source), turn % 3 ? 0.5 : 0.05);
  if (turn % 7 == 0)
    span = total * (1 - pow(10, -10 * gsl_rng_uniform(source)));
  double angle = 2 * acos(-1) * gsl_rng_uniform(source);
  if (turn % 11 == 0)
    angle = acos(0) + pow(10, -6 * gsl_rng_uniform(source));
  make_chain(n, length, span * cos(angle), span * sin(angle));
  return pn_chain_check(chain, NULL, NULL) == GSL_SUCCESS;
}

START_TEST(random_chains_hang_in_equilibrium)
{
  for (int turn = 50 * _i; turn < 50 * (_i + 1); turn++) {
    if (draw(turn) && set(NULL) == GSL_SUCCESS) {
      while (pn_chain_solver_test(solver) == GSL_CONTINUE)
        ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
      ck_assert_msg(pn_chain_solver_test(solver) == GSL_SUCCESS,
                    "turn %d did not converge", turn);
      ck_assert_uint_le(solver->info.iteration, 12);
      const pn_chain_point *p = solver->point;
      const double *L = chain->length, *lambda = p->lambda;
      double load = 0;
      for (size_t i = 0; i < chain->bars; i++)
        load = fmax(load, fmax(L[i], 2 * lambda[i] * L[i]));
      for (size_t i = 0; i < chain->bars; i++) {
        const double dx = p->x[i + 1] - p->x[i], dy = p->y[i + 1] - p->y[i];
        ck_assert(lambda[i] > 0);
        test_close(hypot(dx, dy) / L[i], 1, 1e-7, "turn %d, bar %zu", turn, i);
        if (i == 0)
          continue;
        const double ex = p->x[i] - p->x[i - 1], ey = p->y[i] - p->y[i - 1];
        test_close((2 * lambda[i] * dx - 2 * lambda[i - 1] * ex) / load, 0,
                   1e-7, "turn %d, forces along x at node %zu", turn, i);
        test_close((2 * lambda[i] * dy - 2 * lambda[i - 1] * ey -
                    (L[i - 1] + L[i]) / 2) /
                       load,
                   0, 1e-7, "turn %d, forces along y at node %zu", turn, i);
      }
    }
    close_solver();
  }
}
END_TEST

/* Makes a chain with bars in random directions but for the last two, which
   close it on either side. Its energy; INFINITY if they do not reach. */
static double random_energy(void)
{
  const size_t n = chain->bars;
  const double *L = chain->length;
  double x = 0, y = 0, energy = 0;
  for (size_t i = 0; i + 2 < n; i++) {
    const double angle = 2 * acos(-1) * gsl_rng_uniform(source);
    energy += L[i] * (y + L[i] * sin(angle) / 2);
    x += L[i] * cos(angle);
    y += L[i] * sin(angle);
  }
  const double dx = chain->end[0] - x, dy = chain->end[1] - y;
  const double d = hypot(dx, dy), p = L[n - 2], q = L[n - 1];
  const double along = (d * d + p * p - q * q) / (2 * d);
  if (!(fabs(along) <= p))
    return INFINITY;
  const double off = sqrt(p * p - along * along);
  const double side = gsl_rng_uniform(source) < 0.5 ? 1 : -1;
  const double knee = y + along * dy / d + side * off * dx / d;
  return energy + p * (y + knee) / 2 + q * (knee + chain->end[1]) / 2;
}

START_TEST(no_random_chain_hangs_lower)
{
  enum { DRAWS = 20000 };
  gsl_rng_set(source, 3019 + (unsigned long)_i);
  const size_t n = 3 + (size_t)_i % 3;
  double length[5];
  for (size_t i = 0; i < n; i++)
    length[i] = 0.5 + 0.5 * gsl_rng_uniform(source);
  make_chain(n, length, 0.9, gsl_rng_uniform(source) - 0.5);
  solve();
  size_t drawn = 0;
  double lowest = INFINITY;
  for (int k = 0; k < DRAWS; k++) {
    const double energy = random_energy();
    drawn += energy < INFINITY;
    lowest = fmin(lowest, energy);
  }
  ck_assert_uint_gt(drawn, DRAWS / 20);
  const double minimum = solver->info.energy;
  ck_assert_msg(lowest > minimum, "%g < %g", lowest, minimum);
  /* And they come near: the test would see an energy that is too low. */
  ck_assert_msg(lowest < minimum + 0.25, "%g >> %g", lowest, minimum);
}
END_TEST

/* Refusals ------------------------------------------------------------- */

static const struct {
  size_t bars;
  double length[3], end[2];
  const char *why;
} refused[] = {
    {3, {0.5, 2, 0.5}, {1, 0}, "taut"},
    {3, {1, 1, 1}, {1.8, -2.4}, "taut"},
    {3, {0.5, 1, 0.5}, {0, -1}, "one above the other"},
    {3, {0.5, 1.9, 0.5}, {1, 0}, "bar 2 is too long to hang"},
    {2, {0.7, 1.2}, {0.1, -0.55}, "bar 2 is too long to hang"},
    {3, {1, 0.1, 1}, {1e-7, -0.1}, "rounding hides"},
    {3, {1, 0.1, 1}, {1e-9, -0.1}, "rounding hides"},
    {3, {0.5, 1, 0.5}, {1, 0}, "rounding hides"},
};

START_TEST(what_it_cannot_do_it_refuses)
{
  make_chain(refused[_i].bars, refused[_i].length, refused[_i].end[0],
             refused[_i].end[1]);
  pn_error error = {0};
  ck_assert_int_eq(set(&error), GSL_EINVAL);
  ck_assert_msg(strstr(error.text, refused[_i].why) != NULL, "%s", error.text);
}
END_TEST

START_TEST(a_floor_is_refused)
{
  chain = course_random_chain(source, 5, 1);
  chain->height[0] = -100;
  pn_error error = {0};
  ck_assert_int_eq(set(&error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "floors"));
}
END_TEST

/* Just shorter, that second bar hangs. */
START_TEST(a_bar_just_short_enough_hangs)
{
  const double length[] = {0.7, 1.2};
  make_chain(2, length, 0.1, -0.55);
  const double limit = hypot(0.1, -0.55 + 0.7);
  close_solver();
  const double shorter[] = {0.7, limit * 0.99};
  make_chain(2, shorter, 0.1, -0.55);
  solve();
  ck_assert(solver->point->lambda[0] > 0 && solver->point->lambda[1] > 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("dual");
  TCase *reference = tcase_create("reference");
  tcase_add_checked_fixture(reference, NULL, close_all);
  tcase_add_loop_test(reference, equal_bars_hang_as_in_the_reference, 0,
                      sizeof minima / sizeof minima[0]);
  tcase_add_test(reference, the_course_chain_hangs_as_in_the_reference);
  tcase_add_test(reference, a_long_chain_is_within_the_tolerances_of_a_bar);
  suite_add_tcase(suite, reference);
  TCase *random = tcase_create("random");
  tcase_add_checked_fixture(random, open_random, close_all);
  tcase_add_loop_test(random, random_chains_hang_in_equilibrium, 0, 20);
  tcase_add_loop_test(random, no_random_chain_hangs_lower, 0, 6);
  suite_add_tcase(suite, random);
  TCase *refusals = tcase_create("refusals");
  tcase_add_checked_fixture(refusals, open_random, close_all);
  tcase_add_loop_test(refusals, what_it_cannot_do_it_refuses, 0,
                      sizeof refused / sizeof refused[0]);
  tcase_add_test(refusals, a_floor_is_refused);
  tcase_add_test(refusals, a_bar_just_short_enough_hangs);
  suite_add_tcase(suite, refusals);
  return test_run(suite);
}
