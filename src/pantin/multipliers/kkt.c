/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by elimination of the whole of

     [ 0   J  ] (lambda)   (b)
     [ J^T -M ] (  x   ) = (0),    so that  J W J^T lambda = b,

   along the tree of the bodies, from its leaves: body, joint, body, joint. On a
   tree there is no fill, however many joints meet at a body: O(n), where J W
   J^T has a clique. Joints that close loops come last; their rows are dropped
   where they are redundant.

   Source: D. Baraff, Linear-time dynamics using Lagrange multipliers, SIGGRAPH
   96, section 7. */
#include "pantin/base/alloc.h"
#include "pantin/multipliers/elimination_solver.h"

static int kkt_alloc(void *vstate, pn_multipliers *m)
{
  elimination_state *state = vstate;
  const size_t n = m->assembly->system->bodies;
  int *keep = pn_alloc(n, sizeof *keep);
  size_t late,
      *order = pn_alloc(m->assembly->system->joints + n, sizeof *order);
  for (size_t b = 0; keep && b < n; b++)
    keep[b] = 1;
  if (keep && order &&
      pn_elimination_tree_order(m->assembly, keep, order, &late) == GSL_SUCCESS)
    state->elimination = pn_elimination_alloc(m->assembly, keep, order);
  pn_free(keep);
  pn_free(order);
  return elimination_tell(state, m);
}

static const pn_multiplier_type kkt = {
    .name = "kkt",
    .summary = "block elimination of bodies and joints, linear on all trees",
    .rows_max = 0,
    .state_size = sizeof(elimination_state),
    .counts_dropped = 1,
    .alloc = kkt_alloc,
    .set = elimination_set,
    .solve = elimination_solve,
    .set_and_solve = elimination_set_and_solve,
    .free = elimination_free,
};

const pn_multiplier_type *const pn_multipliers_kkt = &kkt;
