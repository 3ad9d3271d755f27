/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Starts: the parabola against its equation and a quadrature of its length,
   the others against what they promise. */
#include "pantin/chain/start.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

typedef struct {
  size_t bars;
  double total, a, b;
  double uneven; /* lengths vary by this factor, up and down */
} shape;

static const shape shapes[] = {
    {50, 1.5, 1, -0.2, 0},        /* the usual */
    {50, 1.5, -1, 0.35, 0.7},     /* to the left and up, uneven bars */
    {37, 9.81, 0.013, -3.2, 0.4}, /* steep */
    {400, 7.25, 0.4, 0.1, 0},     /* deep */
    {100, 1.00001, 0.8, 0.6, 0},  /* nearly taut */
    {100, 1 + 1e-11, 0.8, 0.6, 0.5},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static pn_chain *make_chain(shape s)
{
  pn_chain *chain = pn_chain_alloc(s.bars, 0);
  double sum = 0;
  for (size_t i = 0; i < s.bars; i++)
    sum += chain->length[i] = 1 + s.uneven * sin(2.385 * (double)i);
  for (size_t i = 0; i < s.bars; i++)
    chain->length[i] *= s.total / sum;
  chain->end[0] = s.a;
  chain->end[1] = s.b;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  return chain;
}

static pn_chain_point *make_start(const pn_chain *chain, const char *name)
{
  pn_chain_point *point = pn_chain_point_alloc(chain);
  pn_error error = {0};
  const pn_chain_start *start = pn_chain_start_find(name);
  ck_assert_ptr_nonnull(start);
  const int code = pn_chain_start_set(start, chain, 2019, point, &error);
  ck_assert_msg(code == GSL_SUCCESS, "%s: %s", name, error.text);
  return point;
}

/* Returns the length of y = (b/a) x - s x (a - x) between two x, by Simpson's
   rule. */
static double curve_length(shape c, double s, double from, double to)
{
  enum { PIECES = 20000 };
  double sum = 0;
  for (int k = 0; k <= 2 * PIECES; k++) {
    const double x = from + (to - from) * k / (2.0 * PIECES);
    const double slope = c.b / c.a - s * (c.a - 2 * x);
    const int weight = k == 0 || k == 2 * PIECES ? 1 : k % 2 ? 4 : 2;
    sum += weight * hypot(1, slope);
  }
  return sum * fabs(to - from) / (6.0 * PIECES);
}

START_TEST(the_parabola_has_the_chains_length)
{
  const shape c = shapes[_i];
  pn_chain *chain = make_chain(c);
  pn_chain_point *point = make_start(chain, "parabola");
  const size_t n = chain->bars;
  /* s from the node in the middle; then every node is on that parabola. */
  const double xm = point->x[n / 2], ym = point->y[n / 2];
  const double s = (c.b / c.a * xm - ym) / (xm * (c.a - xm));
  ck_assert_msg(s > 0, "shape %d hangs upwards: s = %g", _i, s);
  const double rounding = 1e-13 * c.total;
  for (size_t i = 0; i <= n; i++) {
    const double x = point->x[i];
    test_close(point->y[i], c.b / c.a * x - s * x * (c.a - x),
               rounding * (1 + fabs(c.b / c.a)), "shape %d, y_%zu", _i, i);
  }
  /* Its length, within what sag_accuracy and the quadrature leave. */
  const double quadrature = 1e-9 * c.total;
  test_close(curve_length(c, s, 0, c.a), c.total, quadrature,
             "shape %d, length", _i);
  /* Nodes by arc length, and the bars its chords. */
  double upto = 0;
  for (size_t i = 0; i < n; i++) {
    const double L = chain->length[i];
    const double chord =
        hypot(point->x[i + 1] - point->x[i], point->y[i + 1] - point->y[i]);
    upto += L;
    if (i % 17 == 0)
      test_close(curve_length(c, s, 0, point->x[i + 1]), upto, quadrature,
                 "shape %d, length up to node %zu", _i, i + 1);
    ck_assert_msg(chord <= L * (1 + 1e-6), "shape %d, bar %zu: %g > %g", _i, i,
                  chord, L);
  }
  pn_chain_point_free(point);
  pn_chain_free(chain);
}
END_TEST

START_TEST(the_arch_is_the_parabola_upside_down)
{
  pn_chain *chain = make_chain(shapes[_i]);
  pn_chain_point *arch = make_start(chain, "arch");
  chain->end[1] = -chain->end[1];
  pn_chain_point *hanging = make_start(chain, "parabola");
  for (size_t i = 0; i <= chain->bars; i++) {
    ck_assert(arch->x[i] == hanging->x[i]);
    ck_assert(arch->y[i] == -hanging->y[i]);
  }
  pn_chain_point_free(arch);
  pn_chain_point_free(hanging);
  pn_chain_free(chain);
}
END_TEST

START_TEST(every_start_keeps_the_ends_and_repeats_itself)
{
  const shape c = {1000, 1.5, 1, -0.2, 0.6};
  pn_chain *chain = make_chain(c);
  size_t starts = 0;
  for (const pn_chain_start *start; (start = pn_chain_start_get(starts));
       starts++) {
    ck_assert_ptr_eq(pn_chain_start_find(start->name), start);
    ck_assert_uint_gt(strlen(start->summary), 0);
    pn_chain_point *one = make_start(chain, start->name);
    pn_chain_point *two = pn_chain_point_alloc(chain);
    for (size_t i = 0; i <= chain->bars; i++)
      two->x[i] = two->y[i] = NAN; /* all must be set */
    two->lambda[3] = 2.385;
    ck_assert_int_eq(pn_chain_start_set(start, chain, 2019, two, NULL),
                     GSL_SUCCESS);
    const size_t bytes = (chain->bars + 1) * sizeof(double);
    ck_assert_mem_eq(one->x, two->x, bytes);
    ck_assert_mem_eq(one->y, two->y, bytes);
    ck_assert(two->lambda[3] == 0);
    ck_assert(one->x[0] == 0 && one->y[0] == 0);
    ck_assert(one->x[c.bars] == c.a && one->y[c.bars] == c.b);
    /* All within reach, and no two neighbours at one place. */
    for (size_t i = 0; i < c.bars; i++) {
      ck_assert(fabs(one->x[i] - c.a / 2) <= c.total / 2 + hypot(c.a, c.b));
      ck_assert(fabs(one->y[i] - c.b / 2) <= c.total / 2 + hypot(c.a, c.b));
      ck_assert(one->x[i] != one->x[i + 1] || one->y[i] != one->y[i + 1]);
    }
    pn_chain_point_free(one);
    pn_chain_point_free(two);
  }
  ck_assert_uint_ge(starts, 7);
  ck_assert_ptr_null(pn_chain_start_find("parabel"));
  pn_chain_free(chain);
}
END_TEST

START_TEST(a_random_start_depends_on_its_seed)
{
  pn_chain *chain = make_chain(shapes[0]);
  const size_t bytes = (chain->bars + 1) * sizeof(double);
  pn_chain_point *one = make_start(chain, "random");
  pn_chain_point *two = pn_chain_point_alloc(chain);
  pn_chain_start_set(pn_chain_start_find("random"), chain, 2020, two, NULL);
  ck_assert_mem_ne(one->x, two->x, bytes);
  for (size_t i = 1; i < chain->bars; i++) {
    ck_assert(fabs(one->x[i] - 0.5) <= 0.75);
    ck_assert(fabs(one->y[i] + 0.1) <= 0.75);
  }
  pn_chain_point_free(one);
  pn_chain_point_free(two);
  pn_chain_free(chain);
}
END_TEST

START_TEST(the_zigzag_of_equal_bars_has_their_lengths)
{
  const shape c = {50, 1.5, 1, -0.2, 0};
  pn_chain *chain = make_chain(c);
  pn_chain_point *point = make_start(chain, "zigzag");
  for (size_t i = 0; i < c.bars; i++)
    test_close(
        hypot(point->x[i + 1] - point->x[i], point->y[i + 1] - point->y[i]),
        chain->length[i], 1e-15, "bar %zu", i);
  pn_chain_point_free(point);
  pn_chain_free(chain);
}
END_TEST

/* Down 1.25 m and up 0.95 m, in bars of 0.44 m; upside down, up 0.95 m. */
START_TEST(a_parabola_may_fold_onto_a_vertical_line)
{
  static const double heights[2][4] = {{-0.44, -0.88, -1.18, -0.74},
                                       {0.44, 0.88, 0.58, 0.14}};
  const shape c = {5, 2.2, 0, -0.3, 0};
  pn_chain *chain = make_chain(c);
  for (size_t k = 0; k < 2; k++) {
    pn_chain_point *point = make_start(chain, k == 0 ? "parabola" : "arch");
    for (size_t i = 1; i < c.bars; i++) {
      test_close(point->x[i], 0, 1e-8, "x_%zu", i);
      test_close(point->y[i], heights[k][i - 1], 1e-8, "y_%zu", i);
    }
    pn_chain_point_free(point);
  }
  pn_chain_free(chain);
}
END_TEST

START_TEST(a_taut_chain_starts_on_its_line)
{
  const shape c = {5, 5, 3, 4, 0.3};
  pn_chain *chain = make_chain(c);
  ck_assert(pn_chain_is_taut(chain));
  pn_chain_point *line = make_start(chain, "line");
  pn_chain_point *parabola = make_start(chain, "parabola");
  /* sum L exceeds 5 by some roundings, and the sag grows with their root. */
  const double root_of_rounding = 1e-7;
  for (size_t i = 0; i <= c.bars; i++) {
    test_close(parabola->x[i], line->x[i], root_of_rounding, "x_%zu", i);
    test_close(parabola->y[i], line->y[i], root_of_rounding, "y_%zu", i);
  }
  pn_chain_point_free(line);
  pn_chain_point_free(parabola);
  pn_chain_free(chain);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("start");
  TCase *parabola = tcase_create("parabola");
  tcase_add_loop_test(parabola, the_parabola_has_the_chains_length, 0, SHAPES);
  tcase_add_loop_test(parabola, the_arch_is_the_parabola_upside_down, 0,
                      SHAPES);
  tcase_add_test(parabola, a_parabola_may_fold_onto_a_vertical_line);
  tcase_add_test(parabola, a_taut_chain_starts_on_its_line);
  suite_add_tcase(suite, parabola);
  TCase *family = tcase_create("family");
  tcase_add_test(family, every_start_keeps_the_ends_and_repeats_itself);
  tcase_add_test(family, a_random_start_depends_on_its_seed);
  tcase_add_test(family, the_zigzag_of_equal_bars_has_their_lengths);
  suite_add_tcase(suite, family);
  return test_run(suite);
}
