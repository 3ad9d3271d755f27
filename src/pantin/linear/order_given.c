/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The blocks as they are numbered. */
#include "pantin/linear/order.h"

#include <gsl/gsl_errno.h>

static int given_set(const pn_block_matrix *matrix, size_t *order)
{
  for (size_t k = 0; k < matrix->blocks; k++)
    order[k] = k;
  return GSL_SUCCESS;
}

static const pn_order_type given = {
    .name = "given",
    .summary = "as the blocks are numbered",
    .set = given_set,
};

const pn_order_type *const pn_order_given = &given;
