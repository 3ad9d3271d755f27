/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The SQP that ends in a minimum, without a floor: the course's chain from
   everywhere, long chains from good and bad starts. The references are from
   an independent computation (GNU Octave, 80 digits). */
#include "pantin/chain/classify.h"
#include "pantin/chain/lengths.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "pantin/base/alloc.h"

#include "course.h"
#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Tells whether all bars are pulled, which proves the global minimum. */
static int all_pulled(const pn_chain_point *point)
{
  for (size_t i = 0; i < point->bars; i++)
    if (!(point->lambda[i] >= 0))
      return 0;
  return 1;
}

/* The course's chain ---------------------------------------------------- */

static const double energy = -1.9611159877817619;
static const double x[] = {0.13169595435924572, 0.30198332172084014,
                           0.5016994253968203, 0.7007836354671912};
static const double y[] = {-0.6874999458948396, -1.1576086700396457,
                           -1.3814690683518196, -1.4005865289744144};
static const double lambda_ref[] = {0.9261268231351536, 0.7162431231407255,
                                    0.6107026603541206, 0.6126410315884336,
                                    0.40762194280689756};

static void assert_course_minimum(const char *from)
{
  const pn_chain_point *p = solver->point;
  test_close(solver->info.energy, energy, SEEK_ROUNDING, "energy from %s",
             from);
  for (size_t i = 0; i < 4; i++) {
    test_close(p->x[i + 1], x[i], SEEK_ROUNDING, "x of node %zu from %s", i,
               from);
    test_close(p->y[i + 1], y[i], SEEK_ROUNDING, "y of node %zu from %s", i,
               from);
  }
  for (size_t i = 0; i < 5; i++)
    test_close(p->lambda[i], lambda_ref[i], 10 * SEEK_ROUNDING,
               "lambda of bar %zu from %s", i, from);
  ck_assert(all_pulled(p));
  test_close(judge_residual(chain, p), 0, SEEK_ROUNDING, "residual from %s",
             from);
}

static const char *const cases[] = {"2a", "2b", "2c", "2d"};

START_TEST(the_courses_starts_all_end_in_the_minimum)
{
  const course_case *course = course_find(cases[_i]);
  chain = course_chain(course);
  start = course_start(course, chain);
  const pn_chain_lambda lambdas[] = {PN_CHAIN_LAMBDA_LEAST_SQUARES,
                                     PN_CHAIN_LAMBDA_ZEROS,
                                     PN_CHAIN_LAMBDA_ONES};
  for (int k = 0; k < 3; k++) {
    ck_assert_int_eq(solve(lambdas[k]), GSL_SUCCESS);
    ck_assert_uint_le(solver->info.iteration, 15);
    assert_course_minimum(course->name);
  }
}
END_TEST

/* Nodes anywhere in the box [-2, 3] x [-3, 2], which holds both ends and is
   about twice the chain's length wide. */
START_TEST(a_thousand_random_starts_end_in_the_minimum)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 2385);
  chain = course_chain(course_find("2a"));
  start = pn_chain_point_alloc(chain);
  size_t steps = 0;
  for (int k = 0; k < 1000; k++) {
    for (size_t i = 1; i < chain->bars; i++) {
      start->x[i] = -2 + 5 * gsl_rng_uniform(random);
      start->y[i] = -3 + 5 * gsl_rng_uniform(random);
    }
    ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
    assert_course_minimum("random");
    steps += solver->info.iteration;
  }
  gsl_rng_free(random);
  ck_assert_uint_le(steps, 1000 * 12); /* it is about 10 on average */
}
END_TEST

/* The other stationary points of this chain, by their nodes. */
static const double others[][8] = {
    {0.23520090501272295, 0.5033964317574247, 0.7429812641480018,
     0.5485576985726717, -0.6593030670952442, -1.081287852880386,
     -1.2618400837953736, -1.2149415001389847},
    {0.2719724483855026, 0.5475100171308244, 0.3292123890176191,
     0.5018098898248943, -0.6450046413160103, -1.0622324546385609,
     -0.8564506635098297, -0.9574957164074488},
    {0.678726608094504, 0.9298052482877207, 0.8256783127943996,
     0.883448837673492, -0.17126059518911355, -0.6036487500207709,
     -0.32229917866021285, -0.513773893584127},
    {0.6981665160503321, 0.8907394950210612, 0.9627899888837406,
     0.9240914078515179, 0.05063117484456863, -0.41079666108466867,
     -0.7020160394476891, -0.5057957045532331},
    {0.5611321469896097, 0.7981157005351964, 0.878542653077005,
     0.9203481129387352, 0.418486216756097, -0.021785057969958666,
     -0.31080323266635673, -0.5063851938124432}};

START_TEST(a_saddle_is_no_place_to_stay)
{
  chain = course_chain(course_find("2a"));
  start = pn_chain_point_alloc(chain);
  memcpy(start->x + 1, others[_i], 4 * sizeof *start->x);
  memcpy(start->y + 1, others[_i] + 4, 4 * sizeof *start->y);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  assert_course_minimum("a stationary point");
}
END_TEST

/* The judge can refuse: a node that is off by 1e-6, a multiplier likewise,
   and a saddle, where the residual is right but the curvature is not. */
START_TEST(a_wrong_answer_is_refused)
{
  chain = course_chain(course_find("2a"));
  start = course_start(course_find("2a"), chain);
  solve(PN_CHAIN_LAMBDA_LEAST_SQUARES);
  pn_chain_point *p = solver->point;
  ck_assert(judge_curvature(chain, p) > 0.5);
  p->x[2] += 1e-6;
  ck_assert(judge_residual(chain, p) > 1e-7);
  p->x[2] -= 1e-6;
  p->lambda[3] += 1e-6;
  ck_assert(judge_residual(chain, p) > 1e-8);

  static const double lambda[] = {1.2865859617672013, 1.2699391073007116,
                                  -1.6029305361887956, 2.0273522643352955,
                                  0.7023743083885238};
  memcpy(p->x + 1, others[1], 4 * sizeof *p->x);
  memcpy(p->y + 1, others[1] + 4, 4 * sizeof *p->y);
  memcpy(p->lambda, lambda, sizeof lambda);
  test_close(judge_residual(chain, p), 0, SEEK_ROUNDING, "residual");
  ck_assert(judge_curvature(chain, p) < -0.5);
}
END_TEST

/* Other chains ---------------------------------------------------------- */

/* Not every minimum is the global one: here a bar stands upright. */
START_TEST(random_chains_end_in_a_minimum)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 3 + (unsigned long)_i);
  chain = course_random_chain(random, 3 + (size_t)_i % 20, 0);
  start = course_random_point(random, chain);
  gsl_rng_free(random);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  const double residual = judge_residual(chain, solver->point);
  test_close(residual, 0, SEEK_ROUNDING, "residual, chain %d", _i);
  ck_assert(judge_curvature(chain, solver->point) > 0);
}
END_TEST

/* Ends one above the other and a start on the line between them: all bars are
   parallel, and gravity has no preference for a side. */
START_TEST(a_symmetric_start_still_falls)
{
  const double length[] = {0.7, 0.5, 0.9, 0.4};
  chain = pn_chain_alloc(4, 0);
  memcpy(chain->length, length, sizeof length);
  chain->end[0] = 1.1;
  start = pn_chain_point_alloc(chain);
  for (size_t i = 1; i < 4; i++)
    start->x[i] = 0.55 + 0.1 * (double)(i % 2);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert(judge_curvature(chain, solver->point) > 0);
}
END_TEST

/* In 3b the feasible set is one point, which has no multipliers: there is no
   answer to claim, and yet the nodes come near it. */
START_TEST(no_answer_is_claimed_where_there_is_none)
{
  const course_case *course = course_find("3b");
  chain = course_chain(course);
  start = course_start(course, chain);
  ck_assert_int_ne(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  test_close(solver->point->x[1], -0.5, 1e-3, "x_1");
  test_close(solver->point->y[2], 0, 1e-2, "y_2");
}
END_TEST

/* Long chains ----------------------------------------------------------- */

static void equal_bars(size_t bars, const char *from)
{
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = 1.5 / (double)bars;
  chain->end[0] = 1;
  chain->end[1] = -0.2;
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(
      pn_chain_start_set(pn_chain_start_find(from), chain, 2385, start, NULL),
      GSL_SUCCESS);
}

/* What adding up 10^5 bars may lose of an energy and of a length. */
static const double long_rounding = 1e-11;

static void assert_long_minimum(double want)
{
  test_close(solver->info.energy, want, long_rounding, "energy");
  test_close(judge_residual(chain, solver->point), 0, long_rounding,
             "residual");
  ck_assert(all_pulled(solver->point));
  pn_chain_class verdict;
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict), 0);
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
}

static const struct {
  size_t bars;
  double energy;
} catenaries[] = {{10, -0.591480583317041},
                  {100, -0.5931886957452406},
                  {1000, -0.5932057657098042},
                  {10000, -0.5932059364083234},
                  {100000, -0.5932059381153105}};

START_TEST(the_parabola_takes_six_steps_at_any_length)
{
  equal_bars(catenaries[_i].bars, "parabola");
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_uint_le(solver->info.iteration, 6);
  assert_long_minimum(catenaries[_i].energy);
}
END_TEST

static const char *const bad_starts[] = {"line",   "zigzag",  "arch",
                                         "random", "bunched", "circle"};

START_TEST(bad_starts_take_thirty_steps)
{
  equal_bars(10000, bad_starts[_i]);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_uint_le(solver->info.iteration, 30);
  assert_long_minimum(-0.5932059364083234);
}
END_TEST

/* Ends one above the other: the chain hangs straight down, and up again. The
   fold is at a node, and the energy that of a rope. */
static const struct {
  size_t bars;
  double height; /* of the far end [m] */
} folds[] = {{20, 0}, {400, -4}, {2000, -4}, {2000, 0}, {2000, 3}, {2000, -9}};

START_TEST(a_chain_folds_between_ends_one_above_the_other)
{
  const double total = 10, b = folds[_i].height;
  chain = pn_chain_alloc(folds[_i].bars, 0);
  for (size_t i = 0; i < chain->bars; i++)
    chain->length[i] = total / (double)chain->bars;
  chain->end[1] = b;
  start = pn_chain_point_alloc(chain);
  const pn_chain_start *parabola = pn_chain_start_find("parabola");
  ck_assert(!pn_chain_start_set(parabola, chain, 1, start, NULL));
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  const double lowest = (b - total) / 2;
  const double rope = -lowest * lowest / 2 + (b - lowest) * (b + lowest) / 2;
  test_close(solver->info.energy, rope, 1e-9 * total * total, "energy");
}
END_TEST

/* All nodes in one point: no bar has a direction, no multipliers exist. */
START_TEST(a_collapsed_start_opens)
{
  equal_bars(500, "line");
  for (size_t i = 1; i < chain->bars; i++) {
    start->x[i] = 0.4;
    start->y[i] = 0.3;
  }
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_uint_le(solver->info.iteration, 30);
  assert_long_minimum(-0.5932052484414299);
}
END_TEST

START_TEST(the_same_start_gives_the_same_bits)
{
  equal_bars(50, "random");
  solve(PN_CHAIN_LAMBDA_LEAST_SQUARES);
  double before[51];
  memcpy(before, solver->point->x, sizeof before);
  solve(PN_CHAIN_LAMBDA_LEAST_SQUARES);
  ck_assert_mem_eq(before, solver->point->x, sizeof before);
}
END_TEST

/* What a step found out is used again: the measures of the exact step's end,
   and its solution, which may be the subproblem's. Neither must be another
   point's. */

/* Tells whether the measures of the present point are what they would be anew.
 */
static int is_measured(void)
{
  pn_chain_info anew = solver->info;
  pn_chain_measure(chain, solver->point, &anew);
  return memcmp(&anew, &solver->info, sizeof anew) == 0;
}

/* Tells whether the last step, from `before`, was one along the solution of the
   subproblem there, of which no tension is clamped. */
static int is_along_solution(const pn_chain_point *before)
{
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  pn_chain_kkt *kkt = pn_chain_kkt_alloc(n);
  double *work = pn_alloc(2 * size, sizeof *work);
  const pn_chain_vector r = pn_chain_vector_view(work, n);
  const pn_chain_vector z = pn_chain_vector_view(work + size, n);
  pn_chain_lengths_linearise(chain, before, kkt, r);
  kkt->accuracy = 1e-12; /* as minimum.c has it */
  int is_along = !pn_chain_kkt_solve_new(kkt, r, z);
  for (size_t i = 1; i < n; i++)
    is_along &=
        solver->point->x[i] == before->x[i] + solver->info.alpha * z.x[i] &&
        solver->point->y[i] == before->y[i] + solver->info.alpha * z.y[i];
  pn_free(work);
  pn_chain_kkt_free(kkt);
  return is_along;
}

static const struct {
  const char *from;
  size_t bars;
  int is_free; /* no tension is clamped */
} walks[] = {{"parabola", 500, 1}, {"parabola", 20000, 1}, {"zigzag", 300, 0},
             {"random", 50, 0},    {"arch", 40, 0},        {"bunched", 30, 0}};

START_TEST(what_is_known_belongs_to_the_point)
{
  equal_bars(walks[_i].bars, walks[_i].from);
  const pn_chain_settings settings = pn_chain_settings_default();
  pn_chain_point *before = pn_chain_point_alloc(chain);
  solver = pn_chain_solver_alloc(pn_chain_minimum, chain);
  ck_assert(!pn_chain_solver_set(solver, &settings, start, NULL));
  ck_assert(is_measured());
  while (pn_chain_solver_test(solver) == GSL_CONTINUE) {
    pn_chain_point_copy(before, solver->point);
    ck_assert(!pn_chain_solver_iterate(solver));
    ck_assert_msg(is_measured(), "%s, step %zu", walks[_i].from,
                  solver->info.iteration);
    if (walks[_i].is_free)
      ck_assert_msg(is_along_solution(before), "%s, step %zu", walks[_i].from,
                    solver->info.iteration);
  }
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_CONVERGED);
  ck_assert_uint_ge(solver->info.iteration, 4);

  /* One bit more is seen. */
  solver->point->x[7] = nextafter(solver->point->x[7], 9);
  ck_assert(!is_measured());
  ck_assert(!is_along_solution(before));
  pn_chain_point_free(before);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("minimum");
  TCase *course = tcase_create("course");
  tcase_add_checked_fixture(course, NULL, finish);
  tcase_add_loop_test(course, the_courses_starts_all_end_in_the_minimum, 0, 4);
  tcase_add_test(course, a_thousand_random_starts_end_in_the_minimum);
  tcase_add_loop_test(course, a_saddle_is_no_place_to_stay, 0, 5);
  tcase_add_test(course, a_wrong_answer_is_refused);
  suite_add_tcase(suite, course);
  TCase *other = tcase_create("other");
  tcase_add_checked_fixture(other, NULL, finish);
  tcase_add_loop_test(other, random_chains_end_in_a_minimum, 0, 100);
  tcase_add_test(other, a_symmetric_start_still_falls);
  tcase_add_test(other, no_answer_is_claimed_where_there_is_none);
  suite_add_tcase(suite, other);
  TCase *big = tcase_create("long");
  tcase_add_checked_fixture(big, NULL, finish);
  tcase_set_timeout(big, 30);
  tcase_add_loop_test(big, the_parabola_takes_six_steps_at_any_length, 0,
                      sizeof catenaries / sizeof catenaries[0]);
  tcase_add_loop_test(big, bad_starts_take_thirty_steps, 0,
                      sizeof bad_starts / sizeof bad_starts[0]);
  tcase_add_loop_test(big, a_chain_folds_between_ends_one_above_the_other, 0,
                      sizeof folds / sizeof folds[0]);
  tcase_add_test(big, a_collapsed_start_opens);
  tcase_add_test(big, the_same_start_gives_the_same_bits);
  tcase_add_loop_test(big, what_is_known_belongs_to_the_point, 0,
                      sizeof walks / sizeof walks[0]);
  suite_add_tcase(suite, big);
  return test_run(suite);
}
