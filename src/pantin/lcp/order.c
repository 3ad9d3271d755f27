/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The order of rows in a sweep, which carries news in its own direction as far
   as rows lead on, and against it by one row.

     forward, backward   as the rows stand, or from the last to the first
     symmetric           in turn one of each
     random              in another order each time, shuffled (Fisher, Yates)
     height              from the ground upwards: by the contacts on the
                         shortest way to what does not move

   The limit is the same where the solution is unique, and friction is not
   coupled. */
#include "pantin/lcp/order_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_rigid.h"

#include <gsl/gsl_errno.h>

const char *pn_lcp_order_name(pn_lcp_order order)
{
  static const char *const names[] = {
      [PN_LCP_FORWARD] = "forward",     [PN_LCP_BACKWARD] = "backward",
      [PN_LCP_SYMMETRIC] = "symmetric", [PN_LCP_RANDOM] = "random",
      [PN_LCP_HEIGHT] = "height",
  };
  const size_t k = (size_t)order;
  return k < sizeof names / sizeof names[0] ? names[k] : NULL;
}

const pn_pair *pni_pairs(const pn_lcp_operator *A, size_t *bodies)
{
  const pn_rigid_delassus *R = pn_rigid_delassus_of(A);
  const pn_delassus *J = pn_delassus_of(A);
  *bodies = R ? R->bodies : J ? J->bodies : 0;
  return R ? R->pair : J ? J->pair : NULL;
}

/* Lowers the level of body k to one above that of body j; returns 1 if it
   was higher. */
static int lower(size_t *level, size_t k, size_t j)
{
  if (level[j] == PNI_NO_LEVEL || level[k] <= level[j] + 1)
    return 0;
  level[k] = level[j] + 1;
  return 1;
}

size_t *pni_levels(const pn_lcp *lcp)
{
  size_t bodies;
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  size_t *level = pn_alloc(bodies + 1, sizeof *level);
  if (!level)
    return NULL;
  for (size_t k = 0; k < bodies; k++)
    level[k] = PNI_NO_LEVEL;
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t c = 0; c < lcp->size; c++)
      changed |= lower(level, pair[c].i, pair[c].j) ||
                 lower(level, pair[c].j, pair[c].i);
  }
  return level;
}

size_t pni_height(const pn_pair *pair, const size_t *level, size_t c)
{
  const size_t i = level[pair[c].i], j = level[pair[c].j];
  return i > j ? i : j;
}

void pni_order_by_height(const pn_lcp *lcp, const size_t *level, size_t *order)
{
  size_t bodies, count = 0, highest = 0;
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  for (size_t c = 0; c < lcp->size; c++) {
    const size_t height = pni_height(pair, level, c);
    if (height != PNI_NO_LEVEL && height > highest)
      highest = height;
  }
  for (size_t at = 0; at <= highest && count < lcp->size; at++)
    for (size_t c = 0; c < lcp->size; c++)
      if (pni_height(pair, level, c) == at)
        order[count++] = c;
  for (size_t c = 0; c < lcp->size && count < lcp->size; c++)
    if (pni_height(pair, level, c) == PNI_NO_LEVEL)
      order[count++] = c;
}

/* Sets the order by height. */
static int set_height(pn_lcp_solver *solver, pn_error *error)
{
  size_t bodies;
  if (!pni_pairs(solver->lcp->A, &bodies))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the order by height needs the bodies of each row, and "
                        "this problem has only A");
  size_t *level = pni_levels(solver->lcp);
  if (!level)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pni_order_by_height(solver->lcp, level, solver->order);
  pn_free(level);
  return GSL_SUCCESS;
}

int pni_order_set(pn_lcp_solver *solver, pn_error *error)
{
  solver->sweeps = 0;
  solver->random = solver->settings.seed;
  if (solver->settings.order == PN_LCP_HEIGHT)
    return set_height(solver, error);
  if (solver->settings.order == PN_LCP_RANDOM)
    for (size_t i = 0; i < solver->lcp->size; i++)
      solver->order[i] = i;
  return GSL_SUCCESS;
}

/* Returns a number below n, by Knuth's linear congruential generator. */
static size_t draw(uint64_t *random, size_t n)
{
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (size_t)((*random >> 32) % n);
}

void pni_order_next(pn_lcp_solver *solver, pn_lcp_sweep *how)
{
  const pn_lcp_order order = solver->settings.order;
  how->backward = order == PN_LCP_BACKWARD ||
                  (order == PN_LCP_SYMMETRIC && solver->sweeps % 2 == 1);
  solver->sweeps++;
  if (order != PN_LCP_RANDOM && order != PN_LCP_HEIGHT)
    return;
  how->order = solver->order;
  how->count = solver->lcp->size;
  for (size_t i = solver->lcp->size; order == PN_LCP_RANDOM && i > 1; i--) {
    const size_t k = draw(&solver->random, i), row = solver->order[k];
    solver->order[k] = solver->order[i - 1];
    solver->order[i - 1] = row;
  }
}
