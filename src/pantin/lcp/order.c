/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The order of rows in a sweep, which carries news in its own direction as far
   as rows lead on, and against it by one row.

     forward, backward   as the rows stand, or from the last to the first
     symmetric           in turn one of each
     random              in another order each time, shuffled (Fisher, Yates)
     height              from the ground upwards: by the contacts on the
                         shortest way to what does not move
     colours             by colours of rows that share no body (colours.c):
                         processors take such rows side by side; of rigid
                         bodies, whose contacts have many rows, by colours of
                         pairs of bodies

   Rows that share no body may change places: the result has the same bits. So
   sweeps forward take rows in runs that share none, too, where the operator
   packs them, and gain what colours do.

   The limit is the same where the solution is unique, and friction is not
   coupled. */
#include "pantin/lcp/order_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/pool.h"
#include "pantin/lcp/colours_private.h"
#include "pantin/lcp/operator_rigid.h"
#include "pantin/lcp/pieces_private.h"

#include <gsl/gsl_errno.h>

const char *pn_lcp_order_name(pn_lcp_order order)
{
  static const char *const names[] = {
      [PN_LCP_FORWARD] = "forward",     [PN_LCP_BACKWARD] = "backward",
      [PN_LCP_SYMMETRIC] = "symmetric", [PN_LCP_RANDOM] = "random",
      [PN_LCP_HEIGHT] = "height",       [PN_LCP_COLOURS] = "colours",
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

int pni_levels(const pn_lcp *lcp, size_t **kept, size_t *room)
{
  size_t bodies;
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  if (*room < bodies + 1) {
    size_t *larger = pn_realloc(*kept, bodies + 1, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    *kept = larger;
    *room = bodies + 1;
  }
  size_t *level = *kept;
  level[bodies] = 0; /* the wall */
  for (size_t k = 0; k < bodies; k++)
    level[k] = PNI_NO_LEVEL;
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t c = 0; c < lcp->size; c++)
      changed |= lower(level, pair[c].i, pair[c].j) ||
                 lower(level, pair[c].j, pair[c].i);
  }
  return GSL_SUCCESS;
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
static int set_height(pn_lcp_solver *solver)
{
  if (pni_levels(solver->lcp, &solver->level, &solver->level_room))
    return GSL_ENOMEM;
  pni_order_by_height(solver->lcp, solver->level, solver->order);
  return GSL_SUCCESS;
}

/* Tells whether each friction row stands behind that of its normal, and has its
   bodies: then runs, too, take it later, and colours take it with others. */
static int friction_follows(const pn_lcp *lcp)
{
  size_t bodies;
  const pn_pair *pair = pni_pairs(lcp->A, &bodies);
  for (size_t c = 0; pair && c < lcp->size; c++) {
    const size_t n = lcp->normal[c];
    if (n > c || pair[n].i != pair[c].i || pair[n].j != pair[c].j)
      return 0;
  }
  return pair != NULL;
}

/* Tells whether the rows of two bodies may follow each other in a sweep by
   colours: each belongs to two bodies, with the row of its normal. */
static int stand_in_pairs(const pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  for (size_t c = 0; R && c < lcp->size; c++)
    if (R->pair[c].i == R->pair[c].j)
      return 0;
  return R && (!solver->settings.coupled || friction_follows(lcp));
}

/* Sets the order by colours. */
static int set_colours(pn_lcp_solver *solver, const pn_pair *pair,
                       size_t bodies)
{
  if (!solver->colours)
    solver->colours = pn_alloc(1, sizeof *solver->colours);
  if (!solver->colours)
    return GSL_ENOMEM;
  return (stand_in_pairs(solver) ? pni_colours_set_pairs : pni_colours_set)(
      solver->colours, pair, solver->lcp->size, bodies, solver->order);
}

/* Sets an order that depends on the bodies of the rows. */
static int set_by_bodies(pn_lcp_solver *solver, pn_error *error)
{
  size_t bodies;
  const pn_lcp_order order = solver->settings.order;
  const pn_pair *pair = pni_pairs(solver->lcp->A, &bodies);
  if (!pair && solver->lcp->size > 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the order by %s needs the bodies of each row, and "
                        "this problem has only A",
                        pn_lcp_order_name(order));
  return (order == PN_LCP_HEIGHT ? set_height(solver)
                                 : set_colours(solver, pair, bodies))
             ? pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory")
             : GSL_SUCCESS;
}

int pni_order_set(pn_lcp_solver *solver, pn_error *error)
{
  solver->sweeps = 0;
  if (solver->colours)
    solver->colours->count = 0; /* those of another problem */
  solver->random = solver->settings.seed;
  if (solver->settings.order >= PN_LCP_HEIGHT)
    return set_by_bodies(solver, error);
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

/* Tells how many threads share the rows of this problem: those that the
   settings ask for, where they are worth it. */
static size_t threads_of(const pn_lcp_solver *solver)
{
  const size_t asked = solver->settings.threads;
  if (solver->lcp->size < PNI_SHARED_ROWS)
    return 1;
  return asked < PNI_PIECES ? asked : PNI_PIECES;
}

/* Returns these threads, or NULL for one. Without memory for them one thread
   takes all rows, with the same bits. */
static pn_pool *pool_of(pn_lcp_solver *solver)
{
  const size_t threads = threads_of(solver);
  if (threads <= 1)
    return NULL;
  if (solver->threads != threads) {
    pn_pool_free(solver->pool);
    solver->pool = pn_pool_alloc(threads);
    solver->threads = threads;
  }
  return solver->pool;
}

/* Packs the rows if the operator has sweeps for such. The first sweep after
   _set may take memory here, which only it can size; without it sweeps are
   slower, with the same bits. */
static void pack(pn_lcp_solver *solver, pn_lcp_sweep *how)
{
  pni_colours *const of = solver->colours;
  const pn_lcp_operator *A = solver->lcp->A;
  const int packs =
      A->type->packed_size && (!how->by_pairs || A->type->takes_pairs(A));
  const size_t size = packs ? A->type->packed_size(A, how) : 0;
  if (size > of->packed_room) {
    pn_free(of->packed);
    of->packed_room = pni_room(of->packed_room, size);
    of->packed = pn_alloc_aligned(of->packed_room, 1);
    of->packed_room = of->packed ? of->packed_room : 0;
  }
  if (size == 0 || !of->packed)
    return;
  how->packed = of->packed;
  A->type->pack(A, how);
  of->is_packed = 1;
  of->may_share =
      threads_of(solver) > 1 && (!how->normal || friction_follows(solver->lcp));
}

/* Gives the sweep its colours, with the rows packed if they can be. */
static void take_colours(pn_lcp_solver *solver, pn_lcp_sweep *how)
{
  pni_colours *const of = solver->colours;
  how->colour = of->first;
  how->colours = of->count;
  how->by_pairs = of->by_pairs;
  if (!of->is_packed)
    pack(solver, how);
  how->packed = of->is_packed ? of->packed : NULL;
  how->pool = how->packed && of->may_share ? pool_of(solver) : NULL;
}

/* Finds the runs of a forward sweep if enough sweeps will come, and the
   operator packs rows for them. */
static void find_runs(pn_lcp_solver *solver, pn_lcp_sweep *how)
{
  enum { SWEEPS_LEAST = 4 }; /* finding runs takes as long as two */
  const pn_lcp *lcp = solver->lcp;
  const pn_lcp_operator *A = lcp->A;
  size_t bodies;
  const pn_pair *pair = pni_pairs(A, &bodies);
  const size_t all[] = {0, lcp->size};
  how->colour = all;
  how->colours = 1;
  const int packs = A->type->packed_size && A->type->packed_size(A, how) > 0;
  how->colour = NULL;
  how->colours = 0;
  if (!packs || !pair || solver->settings.iterations < SWEEPS_LEAST ||
      (how->normal && !friction_follows(lcp)))
    return;
  if (!solver->colours)
    solver->colours = pn_alloc(1, sizeof *solver->colours);
  const int by_pairs = A->type->takes_pairs && A->type->takes_pairs(A);
  if (solver->colours &&
      (by_pairs ? pni_colours_set_fours : pni_colours_set_runs)(
          solver->colours, pair, lcp->size, bodies, threads_of(solver) > 1,
          solver->order))
    solver->colours->count = 0;
}

/* Gives a forward sweep its runs, if it has any. Without memory for them it
   goes from row to row, with the same bits. */
static void take_runs(pn_lcp_solver *solver, pn_lcp_sweep *how)
{
  if (solver->sweeps == 1)
    find_runs(solver, how);
  if (!solver->colours || solver->colours->count == 0)
    return;
  how->order = solver->order;
  how->count = solver->lcp->size;
  take_colours(solver, how);
  if (!how->packed)
    how->order = NULL;
}

void pni_order_next(pn_lcp_solver *solver, pn_lcp_sweep *how)
{
  const pn_lcp_order order = solver->settings.order;
  how->backward = order == PN_LCP_BACKWARD ||
                  (order == PN_LCP_SYMMETRIC && solver->sweeps % 2 == 1);
  solver->sweeps++;
  if (order == PN_LCP_FORWARD)
    take_runs(solver, how);
  if (order < PN_LCP_RANDOM)
    return;
  how->order = solver->order;
  how->count = solver->lcp->size;
  if (order == PN_LCP_COLOURS)
    take_colours(solver, how);
  for (size_t i = solver->lcp->size; order == PN_LCP_RANDOM && i > 1; i--) {
    const size_t k = draw(&solver->random, i), row = solver->order[k];
    solver->order[k] = solver->order[i - 1];
    solver->order[i - 1] = row;
  }
}
