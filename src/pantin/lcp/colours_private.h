/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rows by colours: two rows of one colour share no body that moves, so that in
   a sweep neither waits for the other. Each row takes the lowest colour that
   its two bodies have not had yet (greedy colouring of the edges of a graph
   whose vertices are bodies); rows of a colour keep their order. */
#ifndef PANTIN_LCP_COLOURS_PRIVATE_H
#define PANTIN_LCP_COLOURS_PRIVATE_H

#include "pantin/lcp/operator_balls.h"

/* Runs gather rows from so many that follow each other: enough that a run has
   dozens, and few enough that x and the velocities stay in the first cache. */
enum { PNI_WINDOW = 2048 };

typedef struct pni_colours {
  size_t count;     /* colours */
  size_t *first;    /* where each begins in the order, (count + 1), owned */
  uint32_t *colour; /* of each row, (rows), owned */
  uint64_t *used;   /* a bit for each colour, (bodies + 1), owned */
  uint32_t *pairs;  /* of each run of pairs, how many, (rows), owned */
  size_t first_room, rows_room, bodies_room, pairs_room; /* numbers that fit in
                                                            those */
  void *packed;       /* rows, as the operator packs them, owned */
  size_t packed_room; /* bytes that fit there */
  int is_packed;      /* 1: the rows are there */
  int may_share;      /* 1: threads may share those of a colour */
  int by_pairs;       /* 1: they are colours or runs of pairs */
} pni_colours;

/* Colours the rows, and writes them to `order`, (rows), colour after colour.
   Takes memory only when there is more than ever before. GSL_SUCCESS or
   GSL_ENOMEM. */
int pni_colours_set(pni_colours *of, const pn_pair *pair, size_t rows,
                    size_t bodies, size_t *order);

/* Colours pairs of bodies instead: all rows of the same two bodies that follow
   each other have one colour, and follow each other in `order`. */
int pni_colours_set_pairs(pni_colours *of, const pn_pair *pair, size_t rows,
                          size_t bodies, size_t *order);

/* Finds runs of rows that share no body, as colours, but keeps the order of any
   two rows that share one: a sweep over the runs takes the same numbers in the
   same operations as one over the rows as they stand. They are `wide`, of all
   rows, which threads can share; or of few rows that follow each other, which
   stay in a cache. Otherwise as pni_colours_set. */
int pni_colours_set_runs(pni_colours *of, const pn_pair *pair, size_t rows,
                         size_t bodies, int wide, size_t *order);

/* Finds runs of pairs of bodies: of all rows of the same two bodies that follow
   each other, which then do so in `order`. A run that is not wide has four
   pairs at most, and each pair joins the first one that has a place for it and
   keeps the order. */
int pni_colours_set_fours(pni_colours *of, const pn_pair *pair, size_t rows,
                          size_t bodies, int wide, size_t *order);

/* Frees what it owns. */
void pni_colours_clear(pni_colours *of);

#endif
