/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by block elimination of A = J W J^T, in the cheaper of the good
   orders. Redundant rows are dropped: their lambda is 0, and the others carry
   the load.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section V; D. Baraff, SIGGRAPH 96. */
#include "pantin/multipliers/elimination_solver.h"

static int sparse_alloc(void *vstate, pn_multipliers *m)
{
  elimination_state *state = vstate;
  state->elimination = pn_elimination_alloc(m->assembly, NULL, NULL);
  return elimination_tell(state, m);
}

static const pn_multiplier_type sparse = {
    .name = "sparse",
    .summary = "block elimination of J W J^T",
    .rows_max = 0,
    .state_size = sizeof(elimination_state),
    .counts_dropped = 1,
    .alloc = sparse_alloc,
    .set = elimination_set,
    .solve = elimination_solve,
    .set_and_solve = elimination_set_and_solve,
    .free = elimination_free,
};

const pn_multiplier_type *const pn_multipliers_sparse = &sparse;
