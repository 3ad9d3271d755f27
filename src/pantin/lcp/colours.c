/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A body remembers the colours that it has had in the bits of a number; rows
   for which none of 64 is left wait for the next 64. Where bodies have at most
   d rows, there are fewer than 2 d colours.

   Source: Catto (2024), Simd matters, box2d.org (the bits). */
#include "pantin/lcp/colours_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Colours that fit in the bits of a number. */
enum { BITS = 64 };

/* Pairs of bodies whose rows a sweep takes side by side. */
enum { FOUR = 4 };

/* The colour of a row that has none yet. */
#define NONE UINT32_MAX

void pni_colours_clear(pni_colours *of)
{
  pn_free(of->first);
  pn_free(of->colour);
  pn_free(of->used);
  pn_free(of->pairs);
  pn_free(of->packed);
}

/* Makes room for so many rows and bodies. */
static int reserve(pni_colours *of, size_t rows, size_t bodies)
{
  if (rows > of->rows_room) {
    const size_t room = pni_room(of->rows_room, rows);
    uint32_t *colour = pn_realloc(of->colour, room, sizeof *colour);
    if (!colour)
      return GSL_ENOMEM;
    of->colour = colour;
    of->rows_room = room;
  }
  if (bodies + 1 > of->bodies_room) {
    uint64_t *used = pn_realloc(of->used, bodies + 1, sizeof *used);
    if (!used)
      return GSL_ENOMEM;
    of->used = used;
    of->bodies_room = bodies + 1;
  }
  return GSL_SUCCESS;
}

/* Makes room for the pairs of so many runs. */
static int reserve_pairs(pni_colours *of, size_t runs)
{
  if (runs <= of->pairs_room)
    return GSL_SUCCESS;
  const size_t room = pni_room(of->pairs_room, runs);
  uint32_t *pairs = pn_realloc(of->pairs, room, sizeof *pairs);
  if (!pairs)
    return GSL_ENOMEM;
  of->pairs = pairs;
  of->pairs_room = room;
  return GSL_SUCCESS;
}

/* Returns the place of the lowest bit that is 0. */
static uint32_t lowest_free(uint64_t used)
{
  return (uint32_t)__builtin_ctzll(~used);
}

/* Tells whether row c has the bodies of the row before it. */
static int follows(const pn_pair *pair, size_t c)
{
  return c > 0 && pair[c].i == pair[c - 1].i && pair[c].j == pair[c - 1].j;
}

/* Gives the rows that have none a colour from `base` on; returns how many are
   left. */
static size_t colour_rows(pni_colours *of, const pn_pair *pair, size_t rows,
                          size_t bodies, uint32_t base)
{
  size_t left = 0;
  memset(of->used, 0, (bodies + 1) * sizeof *of->used);
  for (size_t c = 0; c < rows; c++) {
    if (of->colour[c] == NONE && of->by_pairs && follows(pair, c))
      of->colour[c] = of->colour[c - 1];
    if (of->colour[c] != NONE)
      continue;
    uint64_t *const i = &of->used[pair[c].i], *const j = &of->used[pair[c].j];
    const uint64_t used = *i | *j;
    if (used == UINT64_MAX) {
      left++;
      continue;
    }
    const uint32_t free = lowest_free(used);
    *i |= (uint64_t)1 << free;
    *j |= (uint64_t)1 << free;
    of->used[bodies] = 0; /* what does not move may have any colour */
    of->colour[c] = base + free;
    if (base + free >= of->count)
      of->count = base + free + 1;
  }
  return left;
}

/* Writes the rows to `order`, (rows), colour after colour. */
static int sort_rows(pni_colours *of, size_t rows, size_t *order)
{
  /* Count the rows of each colour, sum up, and fill from the last row, so that
     first[k] decreases to its final value; all rows of a pair at once. */
  if (of->count + 1 > of->first_room) {
    size_t *first = pn_realloc(of->first, of->count + 1, sizeof *first);
    if (!first)
      return GSL_ENOMEM;
    of->first = first;
    of->first_room = of->count + 1;
  }
  memset(of->first, 0, (of->count + 1) * sizeof *of->first);
  for (size_t c = 0; c < rows;) {
    const size_t begin = c;
    const uint32_t colour = of->colour[c];
    while (c < rows && of->colour[c] == colour)
      c++;
    of->first[colour] += c - begin;
  }
  for (size_t k = 1; k <= of->count; k++)
    of->first[k] += of->first[k - 1];
  for (size_t c = rows; c > 0;) {
    const uint32_t colour = of->colour[c - 1];
    size_t at = of->first[colour];
    for (; c > 0 && of->colour[c - 1] == colour; c--)
      order[--at] = c - 1;
    of->first[colour] = at;
  }
  return GSL_SUCCESS;
}

/* Colours rows, or pairs of bodies. */
static int colour(pni_colours *of, const pn_pair *pair, size_t rows,
                  size_t bodies, int by_pairs, size_t *order)
{
  if (reserve(of, rows, bodies))
    return GSL_ENOMEM;
  of->count = 0;
  of->is_packed = 0;
  of->by_pairs = by_pairs;
  for (size_t c = 0; c < rows; c++)
    of->colour[c] = NONE;
  for (uint32_t base = 0; colour_rows(of, pair, rows, bodies, base);)
    base += BITS;
  return sort_rows(of, rows, order);
}

int pni_colours_set(pni_colours *of, const pn_pair *pair, size_t rows,
                    size_t bodies, size_t *order)
{
  return colour(of, pair, rows, bodies, 0, order);
}

int pni_colours_set_pairs(pni_colours *of, const pn_pair *pair, size_t rows,
                          size_t bodies, size_t *order)
{
  return colour(of, pair, rows, bodies, 1, order);
}

int pni_colours_set_runs(pni_colours *of, const pn_pair *pair, size_t rows,
                         size_t bodies, int wide, size_t *order)
{
  if (reserve(of, rows, bodies))
    return GSL_ENOMEM;
  uint64_t *const next = of->used; /* for each body, the first run without
                                      it */
  size_t begin = 0;
  memset(next, 0, (bodies + 1) * sizeof *next);
  of->count = 0;
  of->is_packed = of->by_pairs = 0;
  for (size_t c = 0; c < rows; c++) {
    if (!wide && c % PNI_WINDOW == 0)
      begin = of->count;
    uint64_t *const i = &next[pair[c].i], *const j = &next[pair[c].j];
    const size_t after = *i > *j ? *i : *j, run = after > begin ? after : begin;
    *i = *j = run + 1;
    next[bodies] = 0; /* what does not move may be in every row */
    of->colour[c] = (uint32_t)run;
    of->count = run + 1 > of->count ? run + 1 : of->count;
  }
  return sort_rows(of, rows, order);
}

int pni_colours_set_fours(pni_colours *of, const pn_pair *pair, size_t rows,
                          size_t bodies, int wide, size_t *order)
{
  if (reserve(of, rows, bodies) || reserve_pairs(of, rows))
    return GSL_ENOMEM;
  const size_t most = wide ? rows : FOUR; /* pairs of a run */
  uint64_t *const next = of->used;        /* as above */
  size_t begin = 0; /* all runs before it are full, or of an earlier window */
  memset(next, 0, (bodies + 1) * sizeof *next);
  memset(of->pairs, 0, rows * sizeof *of->pairs);
  of->count = 0;
  of->is_packed = 0;
  of->by_pairs = 1;
  for (size_t c = 0; c < rows; c++) {
    if (!wide && c % PNI_WINDOW == 0)
      begin = of->count;
    if (follows(pair, c)) {
      of->colour[c] = of->colour[c - 1];
      continue;
    }
    uint64_t *const i = &next[pair[c].i], *const j = &next[pair[c].j];
    size_t run = *i > *j ? *i : *j;
    while (begin < of->count && of->pairs[begin] == most)
      begin++;
    run = run > begin ? run : begin;
    while (run < of->count && of->pairs[run] == most)
      run++;
    of->pairs[run]++;
    *i = *j = run + 1;
    next[bodies] = 0;
    of->colour[c] = (uint32_t)run;
    of->count = run + 1 > of->count ? run + 1 : of->count;
  }
  return sort_rows(of, rows, order);
}
