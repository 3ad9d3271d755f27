/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/lcp/pieces_private.h"

#include "pantin/base/pool.h"

/* The blocks of a colour, and what is done to them. */
typedef struct {
  size_t first, blocks;
  void (*run)(void *of, size_t begin, size_t end);
  void *of;
} colour;

static void run_piece(void *vcolour, size_t p)
{
  const colour *c = vcolour;
  c->run(c->of, c->first + pni_piece(c->blocks, p),
         c->first + pni_piece(c->blocks, p + 1));
}

void pni_pieces_run(const pn_lcp_sweep *how, size_t rows, size_t first,
                    size_t blocks,
                    void (*run)(void *of, size_t begin, size_t end), void *of)
{
  colour c = {first, blocks, run, of};
  if (how->pool && rows >= PNI_SHARED_COLOUR)
    pn_pool_run(how->pool, PNI_PIECES, run_piece, &c);
  else
    run(of, first, first + blocks);
}
