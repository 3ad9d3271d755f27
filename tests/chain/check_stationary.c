/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All stationary points: those known from an independent computation; on
   random chains, what Newton's method comes upon from anywhere, and what Morse
   theory demands of their numbers. */
#include "pantin/chain/stationary.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static gsl_rng *source;
static pn_chain *chain;
static pn_chain_stationary *list;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_list(void)
{
  pn_chain_stationary_free(list);
  pn_chain_free(chain);
  list = NULL;
  chain = NULL;
}

static void close_all(void)
{
  gsl_rng_free(source);
  source = NULL;
  close_list();
}

static void make_chain(size_t bars, const double *length, double a, double b)
{
  chain = pn_chain_alloc(bars, 0);
  memcpy(chain->length, length, bars * sizeof *length);
  chain->end[0] = a;
  chain->end[1] = b;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
}

/* Recomputes what the list claims: order, energies, and the residuals of every
   point from raw data, relative to bars and tensions. */
static void check_list(void)
{
  const double residual = 1e-12;
  const size_t n = chain->bars;
  const double *L = chain->length;
  for (size_t k = 0; k < list->count; k++) {
    const pn_chain_stationary_point *one = &list->found[k];
    const double *x = one->point->x, *y = one->point->y;
    const double *lambda = one->point->lambda;
    double energy = 0, load = 0;
    ck_assert(k == 0 || list->found[k - 1].energy <= one->energy);
    ck_assert_uint_eq(strlen(one->signs), n);
    for (size_t i = 0; i < n; i++) {
      energy += L[i] * (y[i] + y[i + 1]) / 2;
      load = fmax(load, fmax(L[i], 2 * fabs(lambda[i]) * L[i]));
      test_close(hypot(x[i + 1] - x[i], y[i + 1] - y[i]) / L[i], 1, residual,
                 "point %zu, bar %zu", k, i);
      ck_assert_int_eq(one->signs[i], lambda[i] > 0 ? '+' : '-');
    }
    test_close(one->energy, energy, residual, "energy");
    for (size_t i = 1; i < n; i++) {
      const double fx = 2 * lambda[i] * (x[i + 1] - x[i]) -
                        2 * lambda[i - 1] * (x[i] - x[i - 1]);
      const double fy = 2 * lambda[i] * (y[i + 1] - y[i]) -
                        2 * lambda[i - 1] * (y[i] - y[i - 1]);
      test_close(fx / load, 0, residual, "point %zu, node %zu, x", k, i);
      test_close((fy - (L[i - 1] + L[i]) / 2) / load, 0, residual,
                 "point %zu, node %zu, y", k, i);
    }
    ck_assert(one->residual < residual);
  }
}

static void find(void)
{
  pn_error error = {0};
  list = pn_chain_stationary_find(chain, &error);
  ck_assert_msg(list != NULL, "%s", error.text);
  check_list();
}

/* Known points --------------------------------------------------------- */

static const struct {
  double energy;
  const char *signs;
  pn_chain_kind kind;
  size_t index;
  double x[4], y[4], lambda[5];
} six[] = {
    {-1.9611159877817619,
     "+++++",
     PN_CHAIN_MINIMUM,
     0,
     {0.13169595435924572, 0.30198332172084014, 0.5016994253968203,
      0.7007836354671912},
     {-0.6874999458948396, -1.1576086700396457, -1.3814690683518196,
      -1.4005865289744144},
     {0.9261268231351536, 0.7162431231407255, 0.6107026603541206,
      0.6126410315884336, 0.40762194280689756}},
    {-1.818786527406789,
     "+++-+",
     PN_CHAIN_SADDLE,
     1,
     {0.23520090501272295, 0.5033964317574247, 0.7429812641480018,
      0.5485576985726717},
     {-0.6593030670952442, -1.081287852880386, -1.2618400837953736,
      -1.2149415001389847},
     {1.0372269377640835, 0.9096226079039449, 1.018247741442928,
      -1.2547692649488302, 0.5403940075938121}},
    {-1.611131933265095,
     "++-++",
     PN_CHAIN_SADDLE,
     1,
     {0.2719724483855026, 0.5475100171308244, 0.3292123890176191,
      0.5018098898248943},
     {-0.6450046413160103, -1.0622324546385609, -0.8564506635098297,
      -0.9574957164074488},
     {1.2865859617672013, 1.2699391073007116, -1.6029305361887956,
      2.0273522643352955, 0.7023743083885238}},
    {-0.854611514541274,
     "--+--",
     PN_CHAIN_SADDLE,
     2,
     {0.678726608094504, 0.9298052482877207, 0.8256783127943996,
      0.883448837673492},
     {-0.17126059518911355, -0.6036487500207709, -0.32229917866021285,
      -0.513773893584127},
     {-0.30072483346859125, -0.8129323387797921, 1.9602031426634414,
      -3.533115660920547, -1.7512476247823707}},
    {-0.7364724659826801,
     "---+-",
     PN_CHAIN_SADDLE,
     2,
     {0.6981665160503321, 0.8907394950210612, 0.9627899888837406,
      0.9240914078515179},
     {0.05063117484456863, -0.41079666108466867, -0.7020160394476891,
      -0.5057957045532331},
     {-0.17406223707826413, -0.6310564768036858, -1.686656386678922,
      3.140281178156644, -1.6009310961682566}},
    {-0.2625579191352696,
     "-----",
     PN_CHAIN_MAXIMUM,
     3,
     {0.5611321469896097, 0.7981157005351964, 0.878542653077005,
      0.9203481129387352},
     {0.418486216756097, -0.021785057969958666, -0.31080323266635673,
      -0.5063851938124432},
     {-0.20534370510166458, -0.4862149815486387, -1.432665921969388,
      -2.7562178360338594, -1.4466067078344558}},
};

START_TEST(the_course_chain_has_exactly_six)
{
  chain = course_chain(course_find("2a"));
  find();
  ck_assert_uint_eq(list->count, 6);
  ck_assert_uint_eq(list->doubted, 0);
  for (size_t k = 0; k < 6; k++) {
    const pn_chain_stationary_point *one = &list->found[k];
    test_close(one->energy, six[k].energy, 1e-13, "energy of %zu", k);
    ck_assert_str_eq(one->signs, six[k].signs);
    ck_assert_int_eq(one->verdict.kind, six[k].kind);
    ck_assert_uint_eq(one->verdict.index, six[k].index);
    ck_assert_int_eq(one->verdict.global, k == 0 || k == 5);
    for (size_t i = 0; i < 4; i++) {
      test_close(one->point->x[i + 1], six[k].x[i], 1e-12, "x_%zu", i + 1);
      test_close(one->point->y[i + 1], six[k].y[i], 1e-12, "y_%zu", i + 1);
    }
    for (size_t i = 0; i < 5; i++)
      test_close(one->point->lambda[i], six[k].lambda[i], 1e-11, "lambda_%zu",
                 i);
  }
}
END_TEST

START_TEST(what_is_found_on_the_way_is_sound)
{
  chain = course_chain(course_find("2a"));
  list = pn_chain_stationary_alloc(chain, NULL);
  ck_assert_ptr_nonnull(list);
  size_t partial =
      0; /* boxes after which the list was neither empty nor done */
  while (pn_chain_stationary_iterate(list, NULL) == GSL_CONTINUE) {
    partial += list->count > 0 && list->count < 6;
    check_list();
  }
  ck_assert_uint_gt(partial, 0);
  ck_assert_uint_eq(list->count, 6);
  ck_assert_int_eq(pn_chain_stationary_iterate(list, NULL), GSL_SUCCESS);
}
END_TEST

START_TEST(two_bars_have_two)
{
  chain = course_chain(course_find("3a"));
  find();
  ck_assert_uint_eq(list->count, 2);
  test_close(list->found[0].energy, -0.198997487421324, 1e-15, "below");
  test_close(list->found[1].energy, 0.198997487421324, 1e-15, "above");
  ck_assert_int_eq(list->found[0].verdict.kind, PN_CHAIN_ISOLATED);
  ck_assert_str_eq(list->found[0].signs, "++");
  ck_assert_str_eq(list->found[1].signs, "--");
}
END_TEST

START_TEST(a_minimum_need_not_be_global)
{
  const double length[] = {2, 0.5, 2};
  make_chain(3, length, 1.2, -0.3);
  find();
  size_t minima = 0, global = 0;
  for (size_t k = 0; k < list->count; k++)
    if (list->found[k].verdict.kind == PN_CHAIN_MINIMUM) {
      minima++;
      global += list->found[k].verdict.global != 0;
    }
  ck_assert_uint_eq(minima, 2);
  ck_assert_uint_eq(global, 1);
}
END_TEST

/* Ends one above the other: every point has its mirror image. */
START_TEST(a_vertical_chain_is_symmetric)
{
  const double length[] = {0.5, 0.7, 0.6, 0.41};
  make_chain(4, length, 0, -1);
  find();
  ck_assert_uint_eq(list->count % 2, 0);
  ck_assert_uint_ge(list->count, 4);
  ck_assert_uint_eq(list->doubted, 0);
  for (size_t k = 0; k < list->count; k += 2)
    test_close(list->found[k].energy, list->found[k + 1].energy, 1e-14,
               "energies %zu", k);
}
END_TEST

/* The whole list ------------------------------------------------------- */

static void draw(int turn)
{
  gsl_rng_set(source, 2019 + (unsigned long)turn);
  for (;;) {
    const size_t n = 3 + (size_t)turn % 6;
    chain = pn_chain_alloc(n, 0);
    for (size_t i = 0; i < n; i++)
      chain->length[i] = 0.1 + gsl_rng_uniform(source);
    chain->end[0] = 3 * gsl_rng_uniform(source) - 1.5;
    chain->end[1] = 3 * gsl_rng_uniform(source) - 1.5;
    if (pn_chain_check(chain, NULL, NULL) == GSL_SUCCESS)
      return;
    pn_chain_free(chain);
  }
}

/* Counts the Betti numbers of the space of all positions of the chain, a
   manifold of dimension n - 2. Its bars and the line between its ends are a
   closed polygon with N = n + 1 sides; call a set of sides short if it is
   less than half of all. With a_k the number of short sets of k + 1 sides
   that contain the longest, b_k = a_k + a_{N-3-k} (M. Farber and D. Schuetz,
   2007). */
static void betti_numbers(size_t *betti)
{
  const size_t n = chain->bars, sides = n + 1;
  double side[PN_CHAIN_STATIONARY_BARS_MAX + 1], half = 0;
  size_t longest = 0, a[PN_CHAIN_STATIONARY_BARS_MAX + 1] = {0};
  memcpy(side, chain->length, n * sizeof *side);
  side[n] = hypot(chain->end[0], chain->end[1]);
  for (size_t i = 0; i < sides; i++) {
    half += side[i] / 2;
    if (side[i] > side[longest])
      longest = i;
  }
  for (unsigned set = 0; set < 1u << sides; set++) {
    double sum = 0;
    size_t members = 0;
    for (size_t i = 0; i < sides; i++)
      if (set >> i & 1) {
        sum += side[i];
        members++;
      }
    if (set >> longest & 1 && sum < half)
      a[members - 1]++;
  }
  for (size_t k = 0; k <= n - 2; k++)
    betti[k] = a[k] + a[n - 2 - k];
}

/* A function on a manifold has at least as many critical points of each index
   as the Betti number, and the sums with alternating signs are equal. A single
   point that is missed breaks the second. */
START_TEST(the_numbers_of_points_obey_morse)
{
  for (int turn = 20 * _i; turn < 20 * (_i + 1); turn++) {
    draw(turn);
    find();
    const size_t n = chain->bars;
    size_t betti[PN_CHAIN_STATIONARY_BARS_MAX + 1];
    size_t points[PN_CHAIN_STATIONARY_BARS_MAX + 1] = {0};
    int euler = 0;
    betti_numbers(betti);
    ck_assert_msg(list->doubted == 0, "turn %d has doubts", turn);
    for (size_t k = 0; k < list->count; k++)
      points[list->found[k].verdict.index]++;
    for (size_t k = 0; k <= n - 2; k++) {
      const int change = (int)points[k] - (int)betti[k];
      ck_assert_msg(change >= 0, "turn %d: %zu of index %zu, not %zu", turn,
                    points[k], k, betti[k]);
      euler += k % 2 ? -change : change;
    }
    ck_assert_msg(euler == 0, "turn %d: Euler's number is off by %d", turn,
                  euler);
    close_list();
  }
}
END_TEST

/* Whatever Newton's method converges to is in the list. */
START_TEST(newtons_method_finds_nothing_else)
{
  enum { STARTS = 25 };
  draw(1000 + _i);
  find();
  pn_chain_solver *solver = pn_chain_solver_alloc(pn_chain_unit, chain);
  pn_chain_point *start = pn_chain_point_alloc(chain);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.tolerance_gradient = settings.tolerance_constraint = 1e-10;
  size_t reached = 0;
  for (unsigned long k = 0; k < STARTS; k++) {
    pn_chain_start_set(pn_chain_start_find("random"), chain, k, start, NULL);
    if (pn_chain_solver_set(solver, &settings, start, NULL))
      continue;
    while (pn_chain_solver_test(solver) == GSL_CONTINUE)
      if (pn_chain_solver_iterate(solver))
        break;
    if (pn_chain_solver_test(solver) != GSL_SUCCESS)
      continue;
    double nearest = INFINITY;
    for (size_t m = 0; m < list->count; m++) {
      double farthest = 0;
      for (size_t i = 1; i < chain->bars; i++)
        farthest = fmax(
            farthest, hypot(solver->point->x[i] - list->found[m].point->x[i],
                            solver->point->y[i] - list->found[m].point->y[i]));
      nearest = fmin(nearest, farthest);
    }
    ck_assert_msg(nearest < 1e-6, "start %lu: %g from the nearest", k, nearest);
    reached++;
  }
  ck_assert_uint_gt(reached, STARTS / 6);
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
}
END_TEST

/* Refusals and doubts -------------------------------------------------- */

START_TEST(what_has_no_list_is_refused)
{
  static const struct {
    size_t bars;
    double length[13], end[2];
    const char *why;
  } cases[] = {
      {13, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 0}, "up to 12 bars"},
      {3, {0.5, 2, 0.5}, {1, 0}, "taut"},
      {4, {0.5, 0.5, 0.5, 0.5}, {0, -1}, "straight up and down"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    make_chain(cases[k].bars, cases[k].length, cases[k].end[0],
               cases[k].end[1]);
    pn_error error = {0};
    ck_assert_ptr_null(pn_chain_stationary_find(chain, &error));
    ck_assert_int_eq(error.code, GSL_EINVAL);
    ck_assert_msg(strstr(error.text, cases[k].why) != NULL, "%s", error.text);
    close_list();
  }
  chain = course_random_chain(source, 4, 1);
  pn_error error = {0};
  ck_assert_ptr_null(pn_chain_stationary_find(chain, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "floor"));
}
END_TEST

/* The bar in the middle carries nothing: the outer ones hang straight down and
   up, and happen to leave a gap as long as it is. Such a point is not found by
   a regular root, and the list says that it may not be complete. */
START_TEST(a_bar_without_force_leaves_a_doubt)
{
  const double length[] = {0.5, 1.2, 0.4};
  make_chain(3, length, 1.2 * cos(0.3), -0.5 + 1.2 * sin(0.3) + 0.4);
  list = pn_chain_stationary_find(chain, NULL);
  ck_assert_ptr_nonnull(list);
  ck_assert_uint_gt(list->doubted, 0);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  chain = course_chain(course_find("2a"));
  for (size_t k = 1; !list; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    list = pn_chain_stationary_find(chain, &error);
    pn_alloc_fail_at(0);
    ck_assert(list || error.code == GSL_ENOMEM);
    ck_assert_uint_lt(k, 300);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("stationary");
  TCase *known = tcase_create("known");
  tcase_add_checked_fixture(known, NULL, close_all);
  tcase_add_test(known, the_course_chain_has_exactly_six);
  tcase_add_test(known, what_is_found_on_the_way_is_sound);
  tcase_add_test(known, two_bars_have_two);
  tcase_add_test(known, a_minimum_need_not_be_global);
  tcase_add_test(known, a_vertical_chain_is_symmetric);
  suite_add_tcase(suite, known);
  TCase *random = tcase_create("random");
  tcase_add_checked_fixture(random, open_random, close_all);
  tcase_set_timeout(random, 30);
  tcase_add_loop_test(random, the_numbers_of_points_obey_morse, 0, 8);
  tcase_add_loop_test(random, newtons_method_finds_nothing_else, 0, 6);
  suite_add_tcase(suite, random);
  TCase *refusals = tcase_create("refusals");
  tcase_add_checked_fixture(refusals, open_random, close_all);
  tcase_add_test(refusals, what_has_no_list_is_refused);
  tcase_add_test(refusals, a_bar_without_force_leaves_a_doubt);
  tcase_add_test(refusals, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, refusals);
  return test_run(suite);
}
