/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Vertices sorted by degree: one doubly linked list for each degree, so that
   a vertex changes its list in a few steps. */
#ifndef PANTIN_LINEAR_BUCKETS_H
#define PANTIN_LINEAR_BUCKETS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  size_t *degree;        /* of each vertex, (vertices) */
  size_t *first;         /* vertex of each degree, or SIZE_MAX, (degrees) */
  size_t *next, *before; /* in its list, or SIZE_MAX, (vertices) */
} buckets;

/* Empties the lists of degrees 0 to degrees - 1. */
static inline void buckets_clear(buckets *b, size_t degrees)
{
  for (size_t d = 0; d < degrees; d++)
    b->first[d] = SIZE_MAX;
}

/* Puts a vertex at the head of the list of its degree. */
static inline void buckets_add(buckets *b, size_t i)
{
  size_t *const first = &b->first[b->degree[i]];
  b->next[i] = *first;
  b->before[i] = SIZE_MAX;
  if (*first != SIZE_MAX)
    b->before[*first] = i;
  *first = i;
}

/* Takes a vertex out of the list of its degree, which must not have changed
   since it was added. */
static inline void buckets_remove(buckets *b, size_t i)
{
  if (b->before[i] == SIZE_MAX)
    b->first[b->degree[i]] = b->next[i];
  else
    b->next[b->before[i]] = b->next[i];
  if (b->next[i] != SIZE_MAX)
    b->before[b->next[i]] = b->before[i];
}

#endif
