/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Mooring lines: long chains that come down to a level floor from one end or
   both, against their closed form. The force H along the floor is the same in
   all bars. A run of equal bars of weight w that leaves the floor with the
   vertical force s w in its last bar, (s - 1) w in the one before, and so on
   while that is positive, rises by sum L f / sqrt(f^2 + H^2), and reaches
   along the floor by sum L H / sqrt(f^2 + H^2). Its height gives s; and all
   bars together give H, which the distance of the ends grows with.

   On an inclined floor, and on a level one that leaves the chain so much slack
   that it lies folded, the forces on the nodes are judged: an inclined floor,
   which pushes away from itself, leaves the force along it in the bars to grow
   by the weight of a node times the sine of its angle. */
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Lines on a floor; those with a closed form are 1 m long and weigh 1 N. */
typedef struct {
  size_t bars;
  double a, b, height, slope;
} line;

/* The chain's length less the distance of its ends is 0.2 % to 37 %; a
   twelfth to two thirds of the bars lie on the floor. */
static const line lines[] = {
    {5013, 0.9981, 0, -0.0165, 0},
    {8362, 0.7493, -0.5035, -0.5245, 0},
    {10717, 0.97435, 0.0414, -0.06, 0},
    {12739, 0.8425, 0, -0.2265, 0},
    {13042, 0.9579, -0.1776, -0.1776, 0},
    {11696, 0.9923, 0, -0.0475, 0},
    {9349, 0.95686, 0.1596, -0.033, 0},
    {18149, 0.9906, 0.0801, -0.006, 0},
    {20000, 0.6, 0.2, -0.2, 0},
    /* Almost slack. */
    {4746, 0.6701, -0.33066, -0.33066, 0},
    {1875, 0.5974, 0.1696, -0.12482, 0},
    {12254, 0.6618, -0.215, -0.27939, 0},
};

/* Lines of bars of 1 m and 1 N on inclined floors, which rise or fall to the
   far end, and lines that lie folded on a level one. */
static const line folded[] = {
    {1000, 235.8037, -287.2303, -444.3863, -0.605775},
    {1000, 819.8347, 195.5775, 0, 0.058628},
    {1000, 748.0608, 188.5475, 0, -0.0346873},
    {1000, -748.0608, 188.5475, 0, 0.0346873},
    {1000, 601.5488, 244.9506, 0, 0},
    {1000, -601.5488, 244.9506, 0, 0},
    {1000, 184.9231, 494.4745, 0, 0},
    {6, 5.3725, -0.53725, 0, -0.1}, /* both ends lie on the floor */
};

enum { HALVINGS = 100 };

/* Returns how high a run rises whose last bar carries s bars' weights, or how
   far it reaches. *count becomes its number of bars. */
static double run(const line *of, double H, double s, int is_rise,
                  size_t *count)
{
  const double one = 1 / (double)of->bars;
  double sum = 0;
  *count = 0;
  for (; (double)*count < s && *count < of->bars; ++*count) {
    const double f = (s - (double)*count) * one;
    sum += one * (is_rise ? f : H) / hypot(f, H);
  }
  return sum;
}

/* Returns how far a run reaches that rises to this height. */
static double reach(const line *of, double H, double height, size_t *count)
{
  double low = 0, high = (double)of->bars;
  for (int k = 0; k < HALVINGS; k++) {
    const double s = (low + high) / 2;
    *(run(of, H, s, 1, count) < height ? &low : &high) = s;
  }
  return run(of, H, low, 0, count);
}

/* Returns the distance of the ends along the floor for this force, or infinity
   if no bar would lie; *lying becomes the number of those that do. */
static double distance(const line *of, double H, size_t *touching)
{
  size_t left, right;
  const double ends = reach(of, H, -of->height, &left) +
                      reach(of, H, of->b - of->height, &right);
  if (left + right >= of->bars)
    return INFINITY;
  const size_t lying = of->bars - left - right;
  *touching = lying + 1 - (left == 0) - (right == 0);
  return ends + (double)lying / (double)of->bars;
}

/* Finds H. */
static double find_pull(const line *of, size_t *touching)
{
  double low = 0, high = 100;
  for (int k = 0; k < HALVINGS; k++) {
    const double H = (low + high) / 2;
    *(distance(of, H, touching) < of->a ? &low : &high) = H;
  }
  test_close(distance(of, low, touching), of->a, SEEK_ROUNDING, "distance");
  return low;
}

/* Sets up the chain, of bars of `one` m and N, and the default start. */
static void hang(const line *of, double one)
{
  chain = pn_chain_alloc(of->bars, 1);
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  for (size_t i = 0; i < of->bars; i++)
    chain->length[i] = chain->weight[i] = one;
  chain->end[0] = of->a;
  chain->end[1] = of->b;
  chain->height[0] = of->height;
  chain->slope[0] = of->slope;
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                      start, NULL),
                   GSL_SUCCESS);
}

/* Answers are right to the tolerance of a run, in lengths and weights of the
   chain, also along the floor. */
static const double right = 1e-7;

/* Rounding of the nodes, over a bar's length, shows in the residual, and in H
   [N]. */
static const double rounding = 1e-15, accuracy = 1e-9;

START_TEST(lines_are_pulled_as_the_closed_form_says)
{
  const line *of = &lines[_i];
  size_t touching, pushed = 0;
  const double H = find_pull(of, &touching);
  hang(of, 1 / (double)of->bars);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  const pn_chain_point *p = solver->point;
  for (size_t i = 0; i < of->bars; i++)
    test_close(2 * p->lambda[i] * (p->x[i + 1] - p->x[i]), H, accuracy,
               "line %d, bar %zu of %zu", _i, i, of->bars);
  for (size_t i = 1; i < of->bars; i++)
    pushed += p->mu[i] > 0;
  ck_assert_uint_eq(pushed, touching);
  test_close(judge_residual(chain, p), 0, rounding * (double)of->bars,
             "residual");
  ck_assert_uint_le(solver->info.iteration, 20);
}
END_TEST

/* Returns the force along the floor in a bar [N]. */
static double along(const line *of, size_t bar)
{
  const pn_chain_point *p = solver->point;
  const double dx = p->x[bar + 1] - p->x[bar], dy = p->y[bar + 1] - p->y[bar];
  return 2 * p->lambda[bar] * (dx + of->slope * dy) / hypot(1, of->slope);
}

START_TEST(folded_lines_are_balanced)
{
  const line *of = &folded[_i];
  const double sine = of->slope / hypot(1, of->slope);
  hang(of, 1);
  ck_assert_msg(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES) == GSL_SUCCESS,
                "line %d is not solved", _i);
  test_close(judge_residual(chain, solver->point), 0, right, "residual of %d",
             _i);
  for (size_t i = 0; i < of->bars; i++)
    test_close(along(of, i) - along(of, 0), (double)i * sine,
               right * (double)of->bars, "line %d, bar %zu", _i, i);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("mooring");
  TCase *closed = tcase_create("closed form");
  tcase_add_checked_fixture(closed, NULL, finish);
  tcase_set_timeout(closed, 100);
  test_add_family(closed, lines_are_pulled_as_the_closed_form_says,
                  sizeof lines / sizeof lines[0]);
  test_add_family(closed, folded_lines_are_balanced,
                  sizeof folded / sizeof folded[0]);
  suite_add_tcase(suite, closed);
  return test_run(suite);
}
