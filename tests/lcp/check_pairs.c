/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests runs of pairs of bodies, four pairs side by side, and that sweeps over
   them give the bits of plain sweeps. */
#include "pantin/lcp/colours_private.h"

#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/rigid_private.h"
#include "pantin/lcp/solver.h"

#include "draw.h"
#include "plain_sweeps.h"
#include "test.h"

#include <stdlib.h>
#include "tuning/piles.h"

#include <math.h>

enum { CONTACTS = 900, ROWS = 3 * CONTACTS, BODIES = 150, SWEEPS = 60 };

static void prepare(void)
{
  draw_open();
  gsl_rng_set(draw_source, 2385);
}

/* Makes a pile in which most contacts have the bodies of the one before, and
   the normals of some may pull, or not push without limit. */
static pn_lcp *walls(void)
{
  pn_lcp *lcp = pile(draw_source, CONTACTS, BODIES, 1e-2);
  pn_rigid_delassus *R = (pn_rigid_delassus *)lcp->A;
  for (size_t c = 1; c < CONTACTS; c++) {
    const pn_pair last = R->pair[3 * c - 1];
    const int alike = (last.i == BODIES) == (R->pair[3 * c].i == BODIES);
    if (alike && gsl_rng_uniform(draw_source) < 0.7)
      R->pair[3 * c] = R->pair[3 * c + 1] = R->pair[3 * c + 2] = last;
    if (c % 7 == 0)
      lcp->lo[3 * c] = c % 2 == 0 ? -INFINITY : -0.01;
    if (c % 5 == 0)
      lcp->hi[3 * c] = 0.1;
  }
  pn_lcp_set_operator(lcp, &R->base);
  return lcp;
}

/* Tells whether two rows share a body that moves. */
static int share(pn_pair a, pn_pair b)
{
  return (a.i < BODIES && (a.i == b.i || a.i == b.j)) ||
         (a.j < BODIES && (a.j == b.i || a.j == b.j));
}

static int are_same(pn_pair a, pn_pair b)
{
  return a.i == b.i && a.j == b.j;
}

/* Counts the rows that share a body and stand in the wrong order: a later one
   in an earlier run, or in the same one although another stands between. */
static size_t count_wrong(const pni_colours *of, const pn_pair *pair)
{
  size_t wrong = 0;
  for (size_t c = 0; c < ROWS; c++)
    for (size_t d = c, together = 1; d-- > 0;) {
      together = together && are_same(pair[c], pair[d]);
      if (share(pair[c], pair[d]))
        wrong += together ? of->colour[c] != of->colour[d]
                          : of->colour[c] <= of->colour[d];
    }
  return wrong;
}

/* Returns the most pairs of a run; rows of a pair follow each other. */
static size_t most_pairs(const pni_colours *of, const pn_pair *pair,
                         const size_t *order)
{
  size_t most = 0;
  for (size_t k = 0; k < of->count; k++) {
    size_t pairs = 0;
    for (size_t p = of->first[k]; p < of->first[k + 1]; p++)
      pairs +=
          p == of->first[k] || !are_same(pair[order[p]], pair[order[p - 1]]);
    most = pairs > most ? pairs : most;
  }
  return most;
}

START_TEST(runs_of_pairs_keep_the_order)
{
  const int wide = _i;
  pn_lcp *lcp = walls();
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  size_t order[ROWS], visits[ROWS] = {0};
  pni_colours runs = {0};
  ck_assert(!pni_colours_set_fours(&runs, R->pair, ROWS, BODIES, wide, order));
  ck_assert_uint_eq(count_wrong(&runs, R->pair), 0);
  for (size_t p = 0; p < ROWS; p++)
    visits[order[p]]++;
  for (size_t c = 0; c < ROWS; c++)
    ck_assert_uint_eq(visits[c], 1);
  if (wide)
    ck_assert_uint_gt(most_pairs(&runs, R->pair, order), 4);
  else
    ck_assert_uint_eq(most_pairs(&runs, R->pair, order), 4);

  /* A row taken out of its run is in the wrong one. */
  runs.colour[ROWS / 2]++;
  ck_assert_uint_gt(count_wrong(&runs, R->pair), 0);
  pni_colours_clear(&runs);
  pn_lcp_free(lcp);
}
END_TEST

static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_COLOURS};
enum { ORDERS = sizeof orders / sizeof *orders };

/* Compares the solver's sweeps with plain ones; returns 1 if they went by
   pairs. */
static int compare(const pn_lcp *lcp, pn_lcp_order order, int coupled,
                   double kappa)
{
  return plain_sweeps_compare(lcp, order, coupled, kappa, SWEEPS).by_pairs;
}

START_TEST(sweeps_by_pairs_have_the_bits_of_plain_ones)
{
  pn_lcp *lcp = walls();
  const pn_lcp_order order = orders[_i];
  for (int coupled = 0; coupled < 2; coupled++) {
    ck_assert_int_eq(compare(lcp, order, coupled, 0), pni_has_lanes());
    ck_assert_int_eq(compare(lcp, order, coupled, 0.01), pni_has_lanes());
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Sweeps by pairs, whatever the processor's registers, are plain ones. */
START_TEST(bits_do_not_depend_on_the_registers)
{
  const int many = _i;
  pn_lcp *lcp = walls();
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)lcp->A;
  size_t order[ROWS];
  double step[ROWS], x[ROWS] = {0}, y[ROWS] = {0};
  pni_colours runs = {0};
  if (!(many ? pni_has_many() : pni_has_lanes())) {
    pn_lcp_free(lcp);
    return;
  }
  ck_assert(!pni_colours_set_fours(&runs, R->pair, ROWS, R->bodies, 0, order));
  for (size_t i = 0; i < ROWS; i++)
    step[i] = 1.3 / lcp->D[i];
  const pn_lcp_sweep plain = {.columns = 1,
                              .b = lcp->b,
                              .lo = lcp->lo,
                              .hi = lcp->hi,
                              .step = step,
                              .normal = lcp->normal,
                              .mu = lcp->mu};
  pn_lcp_sweep how = plain;
  how.order = order;
  how.count = ROWS;
  how.colour = runs.first;
  how.colours = runs.count;
  how.by_pairs = 1;
  how.packed = calloc(1, pni_rigid_pairs_size(lcp->A, &how));
  pni_rigid_pairs_pack(lcp->A, &how);
  const size_t reals = lcp->A->type->scratch(lcp->A);
  double *u = calloc(reals, sizeof *u), *v = calloc(reals, sizeof *v);
  for (int s = 0; s < SWEEPS; s++) {
    lcp->A->type->sweep(lcp->A, &plain, x, u);
    pni_rigid_pairs_sweep(&how, many, y, v);
    test_upper_halves_are_clear();
    ck_assert_mem_eq(x, y, sizeof x);
  }
  free(u);
  free(v);
  free(how.packed);
  pni_colours_clear(&runs);
  pn_lcp_free(lcp);
}
END_TEST

/* A row of a body with itself has one u, not two. */
START_TEST(a_row_of_one_body_is_not_taken_by_pairs)
{
  pn_lcp *lcp = walls();
  pn_rigid_delassus *R = (pn_rigid_delassus *)lcp->A;
  R->pair[4].i = R->pair[4].j;
  pn_lcp_set_operator(lcp, &R->base);
  for (int k = 0; k < ORDERS; k++)
    ck_assert_int_eq(compare(lcp, orders[k], 0, 0), 0);
  pn_lcp_free(lcp);
}
END_TEST

/* Nor are friction rows whose normal has other bodies: the bound that they take
   depends on the order. */
START_TEST(friction_of_other_bodies_is_not_taken_by_pairs)
{
  pn_lcp *lcp = walls();
  for (int k = 0; k < ORDERS; k++)
    ck_assert_int_eq(compare(lcp, orders[k], 1, 0), pni_has_lanes());
  lcp->normal[ROWS - 1] = 0;
  for (int k = 0; k < ORDERS; k++) {
    ck_assert_int_eq(compare(lcp, orders[k], 1, 0), 0);
    ck_assert_int_eq(compare(lcp, orders[k], 0, 0), pni_has_lanes());
  }
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("pairs");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, draw_close);
  tcase_add_loop_test(tests, runs_of_pairs_keep_the_order, 0, 2);
  tcase_add_loop_test(tests, sweeps_by_pairs_have_the_bits_of_plain_ones, 0,
                      ORDERS);
  tcase_add_loop_test(tests, bits_do_not_depend_on_the_registers, 0, 2);
  tcase_add_test(tests, a_row_of_one_body_is_not_taken_by_pairs);
  tcase_add_test(tests, friction_of_other_bodies_is_not_taken_by_pairs);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
