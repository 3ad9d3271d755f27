/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A random order, the same in every run. */
#include "pantin/linear/order.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

static const unsigned long seed = 2385;

static int random_set(const pn_block_matrix *matrix, size_t *order)
{
  gsl_rng *source = gsl_rng_alloc(gsl_rng_mt19937);
  if (!source)
    return GSL_ENOMEM;
  gsl_rng_set(source, seed);
  for (size_t k = 0; k < matrix->blocks; k++)
    order[k] = k;
  gsl_ran_shuffle(source, order, matrix->blocks, sizeof *order);
  gsl_rng_free(source);
  return GSL_SUCCESS;
}

static const pn_order_type random_type = {
    .name = "random",
    .summary = "at random, the same in every run",
    .set = random_set,
};

const pn_order_type *const pn_order_random = &random_type;
