/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests colours and runs of rows, which share no body or keep their order. */
#include "pantin/lcp/colours_private.h"

#include "pantin/lcp/order_private.h"

#include "draw.h"
#include "problems.h"
#include "test.h"

#include <stdlib.h>

enum { CONTACTS = 700, BODIES = 150 };

static void prepare(void)
{
  draw_open();
  gsl_rng_set(draw_source, 2385);
}

/* Counts the pairs of rows of one colour that share a body that moves. */
static size_t count_clashes(const pni_colours *of, const size_t *order,
                            const pn_pair *pair, size_t bodies)
{
  size_t clashes = 0;
  for (size_t k = 0; k < of->count; k++)
    for (size_t p = of->first[k]; p < of->first[k + 1]; p++)
      for (size_t q = of->first[k]; q < p; q++) {
        const pn_pair a = pair[order[p]], b = pair[order[q]];
        clashes += a.i < bodies && (a.i == b.i || a.i == b.j);
        clashes += a.j < bodies && (a.j == b.i || a.j == b.j);
      }
  return clashes;
}

START_TEST(rows_of_a_colour_share_no_body)
{
  pn_lcp *lcp = problem_contacts(draw_source, CONTACTS, BODIES);
  size_t order[CONTACTS], bodies, visits[CONTACTS] = {0}, most = 0;
  size_t rows_of[BODIES + 1] = {0};
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  pni_colours colours = {0};
  ck_assert(!pni_colours_set(&colours, pair, CONTACTS, bodies, order));
  for (size_t k = 0; k < colours.count; k++)
    for (size_t p = colours.first[k]; p < colours.first[k + 1]; p++) {
      visits[order[p]]++;
      if (p > colours.first[k])
        ck_assert_uint_lt(order[p - 1], order[p]);
    }
  for (size_t c = 0; c < CONTACTS; c++) {
    ck_assert_uint_eq(visits[c], 1);
    rows_of[pair[c].i]++;
    rows_of[pair[c].j]++;
  }
  for (size_t k = 0; k < bodies; k++)
    most = rows_of[k] > most ? rows_of[k] : most;
  ck_assert_uint_lt(colours.count, 2 * most);
  ck_assert_uint_eq(count_clashes(&colours, order, pair, bodies), 0);

  /* The same rows, two of which have changed places, clash. */
  const size_t one = order[0];
  order[0] = order[CONTACTS - 1];
  order[CONTACTS - 1] = one;
  ck_assert_uint_gt(count_clashes(&colours, order, pair, bodies), 0);
  pni_colours_clear(&colours);
  pn_lcp_free(lcp);
}
END_TEST

/* Returns the places in the order where a row of the same two bodies as the one
   before it, in the problem, does not follow that one, or is of another
   colour. */
static size_t count_apart(const pni_colours *of, const size_t *order,
                          const pn_pair *pair, size_t rows)
{
  size_t apart = 0;
  for (size_t p = 0; p < rows; p++) {
    const size_t c = order[p];
    if (c > 0 && pair[c].i == pair[c - 1].i && pair[c].j == pair[c - 1].j)
      apart +=
          p == 0 || order[p - 1] != c - 1 || of->colour[c] != of->colour[c - 1];
  }
  return apart;
}

/* Counts the pairs of bodies of one colour that share one that moves. */
static size_t count_pair_clashes(const pni_colours *of, const size_t *order,
                                 const pn_pair *pair, size_t bodies)
{
  size_t clashes = 0;
  for (size_t k = 0; k < of->count; k++)
    for (size_t p = of->first[k]; p < of->first[k + 1]; p++)
      for (size_t q = of->first[k]; q < p; q++) {
        const pn_pair a = pair[order[p]], b = pair[order[q]];
        if (a.i == b.i && a.j == b.j && order[p] - order[q] == p - q)
          continue; /* they follow each other */
        clashes += a.i < bodies && (a.i == b.i || a.i == b.j);
        clashes += a.j < bodies && (a.j == b.i || a.j == b.j);
      }
  return clashes;
}

/* Rows of a pair, 1 to 12 that follow each other, have one colour; a pair that
   comes again later may have another. */
START_TEST(pairs_of_a_colour_share_no_body)
{
  pn_pair pair[CONTACTS];
  size_t order[CONTACTS], visits[CONTACTS] = {0};
  pni_colours pairs = {0}, rows = {0};
  for (size_t c = 0; c < CONTACTS;) {
    const uint32_t i = (uint32_t)gsl_rng_uniform_int(draw_source, BODIES);
    const uint32_t j = (uint32_t)gsl_rng_uniform_int(draw_source, BODIES + 1);
    for (size_t r = 1 + gsl_rng_uniform_int(draw_source, 12);
         r > 0 && c < CONTACTS && i != j; r--)
      pair[c++] = (pn_pair){i, j};
  }
  ck_assert(!pni_colours_set(&rows, pair, CONTACTS, BODIES, order));
  ck_assert_uint_gt(count_apart(&rows, order, pair, CONTACTS), 0);
  ck_assert(!pni_colours_set_pairs(&pairs, pair, CONTACTS, BODIES, order));
  ck_assert_uint_lt(pairs.count, rows.count / 2);
  for (size_t p = 0; p < CONTACTS; p++)
    visits[order[p]]++;
  for (size_t c = 0; c < CONTACTS; c++)
    ck_assert_uint_eq(visits[c], 1);
  ck_assert_uint_eq(count_apart(&pairs, order, pair, CONTACTS), 0);
  ck_assert_uint_eq(count_pair_clashes(&pairs, order, pair, BODIES), 0);
  pni_colours_clear(&pairs);
  pni_colours_clear(&rows);
}
END_TEST

/* A body with 200 rows needs as many colours, more than one number has bits. */
START_TEST(a_hub_has_as_many_colours_as_rows)
{
  enum { SPOKES = 200 };
  pn_pair pair[SPOKES];
  size_t order[SPOKES];
  pni_colours colours = {0};
  for (uint32_t k = 0; k < SPOKES; k++)
    pair[k] = (pn_pair){k + 1, 0};
  ck_assert(!pni_colours_set(&colours, pair, SPOKES, SPOKES + 1, order));
  ck_assert_uint_eq(colours.count, SPOKES);
  for (size_t k = 0; k < SPOKES; k++)
    ck_assert_uint_eq(order[k], k);

  /* But the ground has any number of rows of one colour. */
  for (uint32_t k = 0; k < SPOKES; k++)
    pair[k] = (pn_pair){k, SPOKES};
  ck_assert(!pni_colours_set(&colours, pair, SPOKES, SPOKES, order));
  ck_assert_uint_eq(colours.count, 1);
  pni_colours_clear(&colours);
}
END_TEST

/* Counts the pairs of rows that share a body that moves, and of which the later
   one is not in a later run. */
static size_t count_swapped(const pni_colours *of, const pn_pair *pair,
                            size_t rows, size_t bodies)
{
  size_t swapped = 0;
  for (size_t c = 0; c < rows; c++)
    for (size_t d = 0; d < c; d++) {
      const pn_pair a = pair[c], b = pair[d];
      const int share = (a.i < bodies && (a.i == b.i || a.i == b.j)) ||
                        (a.j < bodies && (a.j == b.i || a.j == b.j));
      swapped += share && of->colour[c] <= of->colour[d];
    }
  return swapped;
}

/* Checks runs over more rows than are looked at at once, and wide ones. */
START_TEST(runs_keep_the_order_of_rows_that_share_a_body)
{
  enum { MANY = 5000, WIDE = 1500 };
  pn_lcp *lcp = problem_contacts(draw_source, MANY, WIDE);
  size_t bodies, *order = calloc(MANY, sizeof *order);
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  pni_colours runs = {0};
  ck_assert(!pni_colours_set_runs(&runs, pair, MANY, bodies, _i, order));
  ck_assert_uint_eq(count_swapped(&runs, pair, MANY, bodies), 0);
  ck_assert_uint_eq(count_clashes(&runs, order, pair, bodies), 0);
  ck_assert_uint_lt(runs.count, MANY / 10);
  ck_assert_uint_eq(runs.first[runs.count], MANY);

  /* Colours do not. */
  ck_assert(!pni_colours_set(&runs, pair, MANY, bodies, order));
  ck_assert_uint_gt(count_swapped(&runs, pair, MANY, bodies), 0);
  pni_colours_clear(&runs);
  free(order);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("colours");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, draw_close);
  tcase_add_test(tests, rows_of_a_colour_share_no_body);
  tcase_add_test(tests, pairs_of_a_colour_share_no_body);
  tcase_add_test(tests, a_hub_has_as_many_colours_as_rows);
  tcase_add_loop_test(tests, runs_keep_the_order_of_rows_that_share_a_body, 0,
                      2);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
