/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "peer_cholmod.h"

#include <stdlib.h>
#include <suitesparse/cholmod.h>

struct peer_cholmod {
  cholmod_common common;
  cholmod_sparse *A;
  cholmod_factor *L;
  cholmod_dense *b, *x, *work[2];
};

/* Converts the lower triangle, entry by entry. */
static cholmod_sparse *convert(const pn_block_matrix *A, cholmod_common *common)
{
  size_t entries = 0;
  for (size_t j = 0; j < A->blocks; j++) {
    entries += A->order[j] * (A->order[j] + 1) / 2;
    for (size_t k = A->column[j] + 1; k < A->column[j + 1]; k++)
      entries += A->order[j] * A->order[A->row[k]];
  }
  cholmod_triplet *T = cholmod_allocate_triplet(A->rows, A->rows, entries, -1,
                                                CHOLMOD_REAL, common);
  if (!T)
    return NULL;
  for (size_t j = 0; j < A->blocks; j++)
    for (size_t k = A->column[j]; k < A->column[j + 1]; k++) {
      const size_t i = A->row[k], m = A->order[i], n = A->order[j];
      for (size_t r = 0; r < m; r++)
        for (size_t c = 0; c < (i == j ? r + 1 : n); c++, T->nnz++) {
          ((int *)T->i)[T->nnz] = (int)(A->first[i] + r);
          ((int *)T->j)[T->nnz] = (int)(A->first[j] + c);
          ((double *)T->x)[T->nnz] = A->value[A->entry[k] + r * n + c];
        }
    }
  cholmod_sparse *to = cholmod_triplet_to_sparse(T, entries, common);
  cholmod_free_triplet(&T, common);
  return to;
}

peer_cholmod *peer_cholmod_start(const pn_block_matrix *A, int by_entries)
{
  peer_cholmod *peer = calloc(1, sizeof *peer);
  if (!peer)
    return NULL;
  cholmod_start(&peer->common);
  peer->common.print = 0;
  if (by_entries)
    peer->common.supernodal = CHOLMOD_SIMPLICIAL;
  peer->A = convert(A, &peer->common);
  peer->L = peer->A ? cholmod_analyze(peer->A, &peer->common) : NULL;
  peer->b = cholmod_ones(A->rows, 1, CHOLMOD_REAL, &peer->common);
  return peer->L && peer->b ? peer : NULL;
}

int peer_cholmod_run(peer_cholmod *peer)
{
  cholmod_common *common = &peer->common;
  const int good = cholmod_factorize(peer->A, peer->L, common) &&
                   common->status == CHOLMOD_OK &&
                   cholmod_solve2(CHOLMOD_A, peer->L, peer->b, NULL, &peer->x,
                                  NULL, &peer->work[0], &peer->work[1], common);
  return good ? 0 : -1;
}
