/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The passes over a chain's bars that go four at a time, lengths and measures,
   beside the plain ones: all remainders by four, the same bits. */
#include "pantin/chain/lengths.h"
#include "pantin/chain/solver_private.h"

#include "test.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

/* A random chain at a random point, its matrix and vectors there. */
enum { BARS_LEAST = 2, BARS_END = 24, SIZE = 3 * BARS_END + 2 };
static pn_chain *chain;
static pn_chain_point *point;
static pn_chain_kkt *kkt;
static double memory[2][SIZE];
static pn_chain_vector r, z;

static gsl_rng *random_source;

static double uniform(void)
{
  return 4 * gsl_rng_uniform(random_source) - 2;
}

static void draw(size_t bars)
{
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_source, bars);
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = 2.385 + uniform();
  if (bars % 3 == 0) {
    ck_assert(!pn_chain_add_weights(chain));
    for (size_t i = 0; i < bars; i++)
      chain->load[i] = 2.385 + uniform();
  }
  point = pn_chain_point_alloc(chain);
  for (size_t k = 0; k < pn_chain_point_size(point); k++)
    point->x[k] = uniform();
  kkt = pn_chain_kkt_alloc(bars);
  r = pn_chain_vector_view(memory[0], bars);
  z = pn_chain_vector_view(memory[1], bars);
  for (size_t k = 0; k < pn_chain_vector_size(bars); k++)
    z.x[k] = uniform();
}

static void discard(void)
{
  pn_chain_kkt_free(kkt);
  pn_chain_point_free(point);
  pn_chain_free(chain);
  gsl_rng_free(random_source);
}

START_TEST(lengths_by_fours_have_the_bits_of_plain_ones)
{
  const size_t n = (size_t)_i;
  double right[BARS_END];
  draw(n);
  point->x[n / 2 + 1] = point->x[n / 2]; /* a bar without length */
  point->y[n / 2 + 1] = point->y[n / 2];
  pn_chain_lengths_linearise(chain, point, kkt, r);
  test_upper_halves_are_clear();
  memcpy(right, r.lambda, n * sizeof *right);
  pni_chain_lengths_right_plain(chain, kkt, 0, r);
  ck_assert_mem_eq(right, r.lambda, n * sizeof *right);
  ck_assert(right[0] != 0);

  const double misfit = pn_chain_lengths_misfit(chain, point);
  const double predicted = pn_chain_lengths_predicted(chain, kkt, z);
  const double tension = pn_chain_lengths_tension(kkt, z);
  ck_assert(misfit == pni_chain_lengths_misfit_plain(chain, point, 0, 0));
  ck_assert(predicted ==
            pni_chain_lengths_predicted_plain(chain, kkt, z, 0, 0));
  ck_assert(tension == pni_chain_lengths_tension_plain(kkt, z, 0, 0));
  ck_assert(misfit > 0 && predicted > 0 && tension > 0);

  /* Every bar counts, and the largest tension wherever it is. */
  for (size_t i = 0; i < n; i++) {
    const double L = chain->length[i];
    chain->length[i] += 10;
    ck_assert(pn_chain_lengths_misfit(chain, point) > misfit);
    ck_assert(pn_chain_lengths_predicted(chain, kkt, z) != predicted);
    chain->length[i] = L;
    const double kept = z.lambda[i], dx = kkt->dx[i];
    z.lambda[i] = -100;
    kkt->dx[i] = 1;
    ck_assert(pn_chain_lengths_tension(kkt, z) >= 200);
    z.lambda[i] = kept;
    kkt->dx[i] = dx;
  }
  discard();
}
END_TEST

/* Compares the measures. */
static void compare_measures(void)
{
  pn_chain_info fours, plain;
  memset(&fours, 0, sizeof fours);
  memset(&plain, 0, sizeof plain);
  pn_chain_measure(chain, point, &fours);
  test_upper_halves_are_clear();
  pni_chain_measure_plain(chain, point, &plain);
  ck_assert_mem_eq(&fours, &plain, sizeof fours);
  ck_assert_double_gt(plain.phi, 0);
}

START_TEST(measures_by_fours_have_the_bits_of_plain_ones)
{
  const size_t n = (size_t)_i;
  draw(n);
  compare_measures();

  /* The largest entries may be anybody's. */
  for (size_t k = 0; k < 3 * n + 2; k++) {
    const double kept = point->x[k];
    point->x[k] = -50;
    compare_measures();
    point->x[k] = kept;
  }
  discard();
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lengths");
  TCase *ways = tcase_create("ways");
  tcase_add_loop_test(ways, lengths_by_fours_have_the_bits_of_plain_ones,
                      BARS_LEAST, BARS_END);
  tcase_add_loop_test(ways, measures_by_fours_have_the_bits_of_plain_ones,
                      BARS_LEAST, BARS_END);
  suite_add_tcase(suite, ways);
  return test_run(suite);
}
