/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/lcp/pieces_private.h"

#include "pantin/base/pool.h"

/* The blocks of a colour, and what is done to them. */
typedef struct {
  size_t first, blocks, threads;
  void (*run)(void *of, size_t begin, size_t end);
  void *of;
} colour;

/* Runs the pieces of the t-th thread: mostly the same in each colour, so that
   what they read stays in its cache. */
static void run_share(void *vcolour, size_t t)
{
  const colour *c = vcolour;
  const size_t begin = PNI_PIECES * t / c->threads;
  const size_t end = PNI_PIECES * (t + 1) / c->threads;
  c->run(c->of, c->first + pni_piece(c->blocks, begin),
         c->first + pni_piece(c->blocks, end));
}

void pni_pieces_run(const pn_lcp_sweep *how, size_t rows, size_t first,
                    size_t blocks,
                    void (*run)(void *of, size_t begin, size_t end), void *of)
{
  if (!how->pool || rows < PNI_SHARED_COLOUR) {
    run(of, first, first + blocks);
    return;
  }
  colour c = {first, blocks, pn_pool_threads(how->pool), run, of};
  pn_pool_run(how->pool, c.threads, run_share, &c);
}
