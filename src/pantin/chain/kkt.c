/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain's KKT matrix as data. kkt_factor.c factors it, kkt_solve.c solves
   with it. */
#include "pantin/chain/kkt_private.h"

#include "pantin/base/alloc.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Refinement ends at the least error there is, unless the caller is content
   with more: from a wild start Newton's method multiplies every rounding. */
static const double accuracy = DBL_EPSILON;

/* K is balanced by powers of two between these: less is not worth it, and more
   would overflow. */
static const int least_balance = 4, most_balance = 256;

pn_chain_kkt *pn_chain_kkt_alloc(size_t bars)
{
  pn_chain_kkt *kkt = pn_alloc(1, sizeof *kkt);
  if (!kkt)
    return NULL;
  kkt->bars = bars;
  kkt->balance = 1;
  kkt->accuracy = accuracy;
  kkt->weight = pn_alloc(bars, sizeof *kkt->weight);
  kkt->dx = pn_alloc(bars, sizeof *kkt->dx);
  kkt->dy = pn_alloc(bars, sizeof *kkt->dy);
  kkt->middle = bars > PNI_BARS_SHORT ? bars / 2 : bars - 1;
  kkt->is_uniform = 1;
  /* The rest is not touched before it is written. */
  kkt->node = pn_realloc(NULL, bars + 1, sizeof *kkt->node);
  kkt->soft = pn_realloc(NULL, bars, sizeof *kkt->soft);
  kkt->inverse = pn_realloc(NULL, bars, sizeof *kkt->inverse);
  kkt->work = pn_realloc(NULL, pn_chain_vector_size(bars), sizeof *kkt->work);
  if (!kkt->weight || !kkt->dx || !kkt->dy || !kkt->node || !kkt->soft ||
      !kkt->inverse || !kkt->work) {
    pn_chain_kkt_free(kkt);
    return NULL;
  }
  return kkt;
}

void pn_chain_kkt_free(pn_chain_kkt *kkt)
{
  if (!kkt)
    return;
  pn_free(kkt->weight);
  pn_free(kkt->dx);
  pn_free(kkt->dy);
  pn_free(kkt->node);
  pn_free(kkt->soft);
  pn_free(kkt->inverse);
  pn_free(kkt->work);
  pn_free(kkt);
}

size_t pn_chain_vector_size(size_t bars)
{
  return 3 * bars + 2;
}

pn_chain_vector pn_chain_vector_view(double *array, size_t bars)
{
  return (pn_chain_vector){array, array + bars + 1, array + 2 * (bars + 1)};
}

void pn_chain_kkt_set_uniform(pn_chain_kkt *kkt, const pn_chain_point *point,
                              double spring)
{
  const size_t n = kkt->bars;
  for (size_t i = 0; i < n; i++) {
    kkt->weight[i] = point->lambda[i];
    kkt->dx[i] = point->x[i + 1] - point->x[i];
    kkt->dy[i] = point->y[i + 1] - point->y[i];
  }
  kkt->is_uniform = 1;
  kkt->spring = spring;
}

void pn_chain_kkt_spell_out(pn_chain_kkt *kkt)
{
  for (size_t i = 0; kkt->is_uniform && i <= kkt->bars; i++)
    kkt->node[i] = pn_chain_kkt_extra(kkt, i);
  if (kkt->is_uniform)
    memset(kkt->soft, 0, kkt->bars * sizeof *kkt->soft);
  kkt->is_uniform = 0;
}

void pn_chain_kkt_set(pn_chain_kkt *kkt, const pn_chain_point *point)
{
  pn_chain_kkt_set_uniform(kkt, point, 0);
  pn_chain_kkt_spell_out(kkt);
}

void pn_chain_kkt_balance(pn_chain_kkt *kkt, const pn_chain *chain)
{
  const double weight = pn_chain_weight(chain), length = pn_chain_length(chain);
  kkt->balance = 1;
  if (!isnormal(weight) || !isnormal(length))
    return;
  const int apart = ilogb(weight) - 2 * ilogb(length);
  if (abs(apart) > least_balance && abs(apart) <= most_balance)
    kkt->balance = ldexp(1, apart);
}
