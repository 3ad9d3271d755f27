/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The family of orders of elimination: see order.h. */
#include "pantin/linear/order.h"

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
