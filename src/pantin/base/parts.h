/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Parts of a whole that are joined little by little (union-find): up[k] is k
   for the one that stands for its part, and otherwise leads to it. */
#ifndef PANTIN_BASE_PARTS_H
#define PANTIN_BASE_PARTS_H

#include <stddef.h>

/* Returns the one that stands for the part of k, and shortens the way to it. */
static inline size_t parts_find(size_t *up, size_t k)
{
  while (up[k] != k)
    k = up[k] = up[up[k]];
  return k;
}

#endif
