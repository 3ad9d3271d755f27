/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A colour of packed rows in pieces that threads share. No body that moves is
   in two of them. What does not move has the number `bodies`; each piece has a
   copy of it in scratch, or several, as bodies from that number on, so that no
   two threads write to the same memory. */
#ifndef PANTIN_LCP_PIECES_PRIVATE_H
#define PANTIN_LCP_PIECES_PRIVATE_H

#include "pantin/lcp/operator_balls.h"

enum {
  PNI_PIECES = 8,  /* of a colour, whatever the number of threads */
  PNI_COPIES = 16, /* of what does not move, in a piece of balls */
  PNI_FIXED = PNI_PIECES * PNI_COPIES,
  PNI_SHARED_ROWS = 10000, /* fewer in all are not shared, */
  PNI_SHARED_COLOUR = 500  /* nor fewer of a colour: it is over before another
                              thread has begun */
};

/* Returns where piece p of so many blocks begins; p = PNI_PIECES: their end. */
static inline size_t pni_piece(size_t blocks, size_t p)
{
  return blocks * p / PNI_PIECES;
}

/* Returns the pair of a row: what does not move becomes the given copy. */
static inline pn_pair pni_piece_pair(pn_pair pair, size_t bodies, size_t copy)
{
  if (pair.i == bodies)
    pair.i += (uint32_t)copy;
  if (pair.j == bodies)
    pair.j += (uint32_t)copy;
  return pair;
}

/* Calls run(of, begin, end) on all packed blocks of a colour, from `first` on:
   in pieces, at the same time, if threads share the rows, else at once. */
void pni_pieces_run(const pn_lcp_sweep *how, size_t rows, size_t first,
                    size_t blocks,
                    void (*run)(void *of, size_t begin, size_t end), void *of);

#endif
