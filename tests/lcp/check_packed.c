/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that sweeps over rows packed by colours or runs give the bits of plain
   sweeps in the same order, whatever threads take them and whatever vectors the
   processor has. */
#include "pantin/lcp/colours_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/pool.h"
#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/operator_rigid.h"
#include "pantin/lcp/solver.h"

#include "draw.h"
#include "plain_sweeps.h"
#include "problems.h"
#include "test.h"
#include "tuning/piles.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS = 700, BODIES = 150, SWEEPS = 5 };

static void prepare(void)
{
  draw_open();
  gsl_rng_set(draw_source, 2385);
}

/* Compares the solver's sweeps with plain ones; returns 1 if it packs. */
static int compare_solver(const pn_lcp *lcp, pn_lcp_order order, int coupled,
                          double kappa)
{
  return plain_sweeps_compare(lcp, order, coupled, kappa, SWEEPS).is_packed;
}

START_TEST(packed_sweeps_have_the_bits_of_plain_ones)
{
  static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_COLOURS};
  pn_lcp *balls = problem_contacts(draw_source, CONTACTS, BODIES);
  pn_lcp *bounded = problem_contacts(draw_source, CONTACTS, BODIES);
  problem_draw_bounds(draw_source, bounded);
  pn_lcp *bodies = pile(draw_source, CONTACTS / 3, BODIES, 1e-2);
  ck_assert_ptr_nonnull(pn_rigid_delassus_of(bodies->A));
  for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++) {
    ck_assert_int_eq(compare_solver(balls, orders[k], 0, 0), pni_has_lanes());
    ck_assert(!compare_solver(balls, orders[k], 0, 0.01));
    ck_assert_int_eq(compare_solver(bounded, orders[k], 0, 0), pni_has_lanes());
    for (int coupled = 0; coupled < 2; coupled++) {
      const int packs = orders[k] == PN_LCP_FORWARD || pni_has_lanes();
      ck_assert_int_eq(compare_solver(bodies, orders[k], coupled, 0), packs);
      ck_assert_int_eq(compare_solver(bodies, orders[k], coupled, 0.01), packs);
    }
  }
  pn_lcp_free(bodies);
  pn_lcp_free(bounded);
  pn_lcp_free(balls);
}
END_TEST

#ifdef PNI_LANES
/* Returns how many blocks ask for the balls of later ones. */
static size_t far_blocks(const pn_lcp *lcp, pn_lcp_order order)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = order;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  ck_assert(!pn_lcp_solver_iterate(solver));
  const pni_fours_packed *packed = solver->colours->packed;
  const size_t far = solver->colours->is_packed ? packed->far : 0;
  pn_lcp_solver_free(solver);
  return far;
}

/* Blocks that follow each other have different copies of what does not move, or
   each would wait for the one before. */
START_TEST(blocks_do_not_share_what_does_not_move)
{
  pn_lcp *lcp = problem_contacts(draw_source, CONTACTS, BODIES);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  const pn_lcp_settings settings = pn_lcp_settings_default();
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  ck_assert(!pn_lcp_solver_iterate(solver));
  const pni_fours_packed *packed = solver->colours->packed;
  uint32_t last[PNI_FIXED] = {0}; /* the block before that has each copy */
  const uint32_t fixed = PNI_LANES * BODIES;
  int found = 0;
  for (uint32_t f = 0; pni_has_lanes() && f < CONTACTS / PNI_LANES; f++)
    for (int k = 0; k < 2 * PNI_LANES; k++) {
      const pn_pair pair = packed->four[f].pair[k / 2];
      const uint32_t at = k % 2 ? pair.i : pair.j;
      if (at < fixed)
        continue;
      const uint32_t copy = (at - fixed) / PNI_LANES;
      ck_assert_uint_lt(copy, PNI_FIXED);
      ck_assert(last[copy] == 0 || last[copy] == f + 1 ||
                last[copy] + PNI_COPIES <= f + 1);
      last[copy] = f + 1;
      found++;
    }
  ck_assert(found > 0 || !pni_has_lanes());
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* Runs of more rows than a cache holds ask for balls ahead; not colours. */
START_TEST(many_rows_ask_for_their_balls)
{
  enum { MANY = 90000, BALLS = 30000 };
  pn_lcp *many = problem_contacts(draw_source, MANY, BALLS);
  pn_lcp *few = problem_contacts(draw_source, CONTACTS, BODIES);
  ck_assert_int_eq(compare_solver(many, PN_LCP_FORWARD, 0, 0), pni_has_lanes());
  ck_assert_int_eq(far_blocks(many, PN_LCP_FORWARD) >= MANY / PNI_LANES,
                   pni_has_lanes());
  ck_assert_uint_eq(far_blocks(many, PN_LCP_COLOURS), 0);
  ck_assert_uint_eq(far_blocks(few, PN_LCP_FORWARD), 0);
  pn_lcp_free(few);
  pn_lcp_free(many);
}
END_TEST
#endif

/* A friction row takes its bound from the impulse of its normal before the
   sweep if that stands behind it, or has other bodies: runs would change it. */
START_TEST(runs_leave_friction_that_precedes_its_normal)
{
  pn_lcp *lcp = pile(draw_source, CONTACTS / 3, BODIES, 1e-2);
  ck_assert(compare_solver(lcp, PN_LCP_FORWARD, 1, 0));
  const size_t last = lcp->size - 1, normal = lcp->normal[last];
  ck_assert_uint_lt(normal, last);
  lcp->normal[last] = 0;
  ck_assert(!compare_solver(lcp, PN_LCP_FORWARD, 1, 0));
  lcp->normal[last] = normal;
  lcp->normal[1] = last;
  ck_assert(!compare_solver(lcp, PN_LCP_FORWARD, 1, 0));
  pn_lcp_free(lcp);
}
END_TEST

/* Computes sweeps by several threads, whose bits must be those of one. */
static void compare_threads(const pn_lcp *lcp, pn_lcp_order order, int coupled)
{
  /* The last is what -1 becomes. */
  static const size_t threads[] = {0, 2, 3, 7, 1000000, SIZE_MAX};
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = order;
  settings.coupled = coupled;
  pn_lcp_solver *alone = pn_lcp_solver_alloc(pn_lcp_psor, lcp);
  pn_lcp_solver *shared = pn_lcp_solver_alloc(pn_lcp_psor, lcp);
  for (size_t k = 0; k < sizeof threads / sizeof threads[0]; k++) {
    settings.threads = 1;
    ck_assert(!pn_lcp_solver_set(alone, &settings, NULL, NULL));
    settings.threads = threads[k];
    ck_assert(!pn_lcp_solver_set(shared, &settings, NULL, NULL));
    for (int s = 0; s < SWEEPS; s++)
      ck_assert(!pn_lcp_solver_iterate(alone) &&
                !pn_lcp_solver_iterate(shared));
    ck_assert_mem_eq(alone->lambda, shared->lambda, lcp->size * sizeof(double));
    if (shared->colours && shared->colours->is_packed)
      ck_assert_int_eq(shared->pool != NULL, threads[k] > 1);
    if (shared->pool)
      ck_assert_uint_le(pn_pool_threads(shared->pool), PNI_PIECES);
  }
  pn_lcp_solver_free(alone);
  pn_lcp_solver_free(shared);
}

START_TEST(bits_do_not_depend_on_the_threads)
{
  enum { LARGE = 12000, MANY = 3000 };
  static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_COLOURS};
  pn_lcp *lcp = problem_contacts(draw_source, LARGE, MANY);
  compare_threads(lcp, orders[_i], 0);
  pn_lcp_free(lcp);
  lcp = pile(draw_source, LARGE / 3, MANY, 1e-2);
  compare_threads(lcp, orders[_i], 1);
  pn_lcp_free(lcp);
}
END_TEST

/* A new problem in the same solver is packed anew. */
START_TEST(a_solver_packs_what_it_is_given)
{
  static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_COLOURS};
  pn_lcp *lcp = problem_contacts(draw_source, CONTACTS, BODIES);
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = orders[_i];
  pn_lcp_solver *used = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  pn_lcp_solver *fresh = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert(!pn_lcp_solver_set(used, &settings, NULL, NULL));
  ck_assert(!pn_lcp_solver_iterate(used));
  for (size_t i = 0; i < CONTACTS; i++)
    lcp->b[i] *= -2.385;
  ck_assert(!pn_lcp_solver_set(used, &settings, NULL, NULL));
  ck_assert(!pn_lcp_solver_set(fresh, &settings, NULL, NULL));
  ck_assert(!pn_lcp_solver_iterate(used) && !pn_lcp_solver_iterate(fresh));
  ck_assert_mem_eq(used->lambda, fresh->lambda, CONTACTS * sizeof(double));
  pn_lcp_solver_free(used);
  pn_lcp_solver_free(fresh);
  pn_lcp_free(lcp);
}
END_TEST

/* Without memory for colours a solver is refused; without memory for runs or
   packed rows it takes plain sweeps, with the same bits. */
START_TEST(failed_allocations_do_no_harm)
{
  static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_COLOURS};
  enum { REQUESTS = 12 };
  pn_lcp *lcp = pile(draw_source, CONTACTS / 3, BODIES, 1e-2);
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = orders[_i];
  double *want = NULL;
  int refused = 0, plain = 0;
  for (size_t k = 0; k < REQUESTS; k++) {
    pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
    pn_alloc_fail_at(k); /* 0: none fails */
    const int code = pn_lcp_solver_set(solver, &settings, NULL, NULL);
    if (!code)
      ck_assert(!pn_lcp_solver_iterate(solver));
    pn_alloc_fail_at(0);
    plain += !code && !(solver->colours && solver->colours->is_packed);
    if (!code)
      ck_assert(!pn_lcp_solver_iterate(solver));
    if (!want) {
      want = malloc(lcp->size * sizeof *want);
      memcpy(want, solver->lambda, lcp->size * sizeof *want);
    }
    if (code)
      ck_assert_int_eq(code, GSL_ENOMEM);
    else
      ck_assert_mem_eq(solver->lambda, want, lcp->size * sizeof *want);
    refused += code != 0;
    pn_lcp_solver_free(solver);
  }
  ck_assert_int_eq(refused > 0, orders[_i] == PN_LCP_COLOURS);
  ck_assert_int_ge(plain, 1);
  free(want);
  pn_lcp_free(lcp);
}
END_TEST

#ifdef PNI_LANES
/* Runs the sweep over four rows, for processors that have registers of two
   numbers, of four, and many of four. */
static void run_by_two(void *job, size_t begin, size_t end)
{
  pni_fours_run(job, begin, end);
}

__attribute__((target("avx2"))) static void run_by_four(void *job, size_t begin,
                                                        size_t end)
{
  pni_fours_run(job, begin, end);
}

PNI_TARGET_MANY static void run_by_many(void *job, size_t begin, size_t end)
{
  pni_fours_run(job, begin, end);
}

START_TEST(bits_do_not_depend_on_the_vectors)
{
  void (*const runs[])(void *job, size_t begin,
                       size_t end) = {run_by_two, run_by_four, run_by_many};
  pn_lcp *lcp = problem_contacts(draw_source, CONTACTS, BODIES);
  const pn_delassus *J = pn_delassus_of(lcp->A);
  size_t order[CONTACTS];
  double step[CONTACTS];
  pni_colours colours = {0};
  ck_assert(!pni_colours_set(&colours, J->pair, CONTACTS, BODIES, order));
  for (size_t i = 0; i < CONTACTS; i++)
    step[i] = 1.3 / lcp->D[i];
  pn_lcp_sweep how = {.columns = 1,
                      .b = lcp->b,
                      .lo = lcp->lo,
                      .hi = lcp->hi,
                      .step = step,
                      .order = order,
                      .count = CONTACTS,
                      .colour = colours.first,
                      .colours = colours.count};
  void *packed = calloc(1, pni_fours_size(&how));
  const size_t reals = lcp->A->type->scratch(lcp->A);
  double *plain = calloc(reals, sizeof *plain);
  double *v = calloc(reals, sizeof *v);
  for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++) {
    double x[CONTACTS] = {0}, y[CONTACTS] = {0};
    if ((runs[k] == run_by_four && !pni_has_lanes()) ||
        (runs[k] == run_by_many && !pni_has_many()))
      continue;
    lcp->A->type->begin(lcp->A, 1, x, plain);
    lcp->A->type->begin(lcp->A, 1, y, v);
    for (int s = 0; s < SWEEPS; s++) {
      how.packed = NULL;
      lcp->A->type->sweep(lcp->A, &how, x, plain);
      how.packed = packed;
      pni_fours_pack(J, &how);
      pni_fours_sweep(&how, runs[k], y, v);
      test_upper_halves_are_clear();
      ck_assert_mem_eq(x, y, sizeof x);
      ck_assert_mem_eq(plain, v, reals * sizeof *v);
    }
  }
  free(v);
  free(plain);
  free(packed);
  pni_colours_clear(&colours);
  pn_lcp_free(lcp);
}
END_TEST
#endif

int main(void)
{
  Suite *suite = suite_create("packed");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, draw_close);
  tcase_add_test(tests, packed_sweeps_have_the_bits_of_plain_ones);
  tcase_add_loop_test(tests, bits_do_not_depend_on_the_threads, 0, 2);
  tcase_add_test(tests, runs_leave_friction_that_precedes_its_normal);
  tcase_add_loop_test(tests, a_solver_packs_what_it_is_given, 0, 2);
  tcase_add_loop_test(tests, failed_allocations_do_no_harm, 0, 2);
#ifdef PNI_LANES
  tcase_add_test(tests, bits_do_not_depend_on_the_vectors);
  tcase_add_test(tests, many_rows_ask_for_their_balls);
  tcase_add_test(tests, blocks_do_not_share_what_does_not_move);
#endif
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
