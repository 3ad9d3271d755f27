/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A pool of threads does every piece of work once, whatever their number. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/pool.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { PIECES = 100, RUNS = 50 };

static const size_t threads[] = {1, 2, 3, 7};

typedef struct {
  double sum[PIECES];
  int done[PIECES];
} job;

/* Takes longer for some pieces than for others. */
static void work(void *params, size_t k)
{
  job *of = params;
  of->done[k]++;
  for (size_t i = 0; i < 50 * (k % 7); i++)
    of->sum[k] += sin((double)(i + k));
}

START_TEST(every_piece_is_done_once)
{
  static job alone, shared;
  memset(&alone, 0, sizeof alone);
  for (size_t k = 0; k < PIECES; k++)
    work(&alone, k);
  pn_pool *pool = pn_pool_alloc(threads[_i]);
  ck_assert_ptr_nonnull(pool);
  for (int run = 0; run < RUNS; run++) {
    const size_t pieces = run % 2 ? PIECES : (size_t)run % 5;
    memset(&shared, 0, sizeof shared);
    pn_pool_run(pool, pieces, work, &shared);
    for (size_t k = 0; k < PIECES; k++) {
      ck_assert_int_eq(shared.done[k], k < pieces);
      ck_assert(k >= pieces || shared.sum[k] == alone.sum[k]);
    }
  }
  pn_pool_free(pool);
}
END_TEST

START_TEST(short_memory)
{
  for (size_t k = 1; k <= 2; k++) {
    pn_alloc_fail_at(k);
    ck_assert_ptr_null(pn_pool_alloc(3));
  }
  pn_alloc_fail_at(0);
  pn_pool_free(NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("pool");
  TCase *pool = tcase_create("pool");
  tcase_add_loop_test(pool, every_piece_is_done_once, 0,
                      sizeof threads / sizeof threads[0]);
  tcase_add_test(pool, short_memory);
  suite_add_tcase(suite, pool);
  return test_run(suite);
}
