/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of orders of elimination: see order.h. */
#include "pantin/linear/order.h"
#include "pantin/linear/order_private.h"

#include <string.h>

/* The family. A new order is a new file and one line here. */
const pn_order_type *pn_order_type_get(size_t k)
{
  const pn_order_type *const types[] = {
      pn_order_degree, pn_order_leaves, pn_order_given,
      pn_order_random, pn_order_root,
  };
  return k < sizeof types / sizeof types[0] ? types[k] : NULL;
}

const pn_order_type *pn_order_type_find(const char *name)
{
  const pn_order_type *type;
  for (size_t k = 0; (type = pn_order_type_get(k)); k++)
    if (strcmp(type->name, name) == 0)
      break;
  return type;
}

void pni_block_neighbours(const pn_block_matrix *matrix, size_t *first,
                          size_t *neighbour)
{
  const size_t n = matrix->blocks;
  /* Counted two places up, so that filling leaves each start in its place. */
  for (size_t j = 0; j < n; j++) /* the first block is the diagonal's */
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++) {
      first[j + 2]++;
      first[matrix->row[k] + 2]++;
    }
  for (size_t i = 2; i < n + 2; i++)
    first[i] += first[i - 1];
  for (size_t j = 0; j < n; j++)
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++) {
      const size_t i = matrix->row[k];
      neighbour[first[i + 1]++] = j;
      neighbour[first[j + 1]++] = i;
    }
}
