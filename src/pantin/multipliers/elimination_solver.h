/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the solvers by elimination share; they differ in the bodies that are
   kept and in the order. */
#ifndef PANTIN_MULTIPLIERS_ELIMINATION_SOLVER_H
#define PANTIN_MULTIPLIERS_ELIMINATION_SOLVER_H

#include "pantin/multipliers/elimination.h"
#include "pantin/multipliers/multipliers.h"

#include <gsl/gsl_errno.h>
#include <math.h>

typedef struct {
  pn_elimination *elimination; /* owned */
} elimination_state;

/* In a tree no row is redundant, and pivots are small where masses or moments
   of neighbours differ much. Only below this share of its diagonal entry, a few
   roundings, is a pivot dropped. */
static const double pni_tree_tolerance = 1e-15;

/* Tells whether the rows of a joint are independent on the body that hangs by
   it. */
int pni_joint_holds_well(const pn_assembly *a, size_t joint, size_t body);

/* Tells whether a body is a thin rod, a thousand times easier to turn about one
   axis than about the others: entries of J W J^T then differ by six decades and
   more. */
int pni_has_thin_body(const pn_assembly *a);

/* Tells the multipliers the predicted operations and fill. */
static inline int elimination_tell(const elimination_state *state,
                                   pn_multipliers *m)
{
  if (!state->elimination)
    return GSL_ENOMEM;
  m->elimination = state->elimination;
  m->operations = pn_elimination_operations(state->elimination);
  m->fill = state->elimination->factor->fill;
  return GSL_SUCCESS;
}

/* Sets the share of the diagonal below which pivots are those of redundant
   rows. */
static inline void elimination_tolerate(const elimination_state *state,
                                        const pn_multipliers *m)
{
  pn_elimination *const e = state->elimination;
  e->factor->tolerance = fmax(e->tolerance, m->drift);
}

static inline int elimination_set(void *vstate, pn_multipliers *m)
{
  elimination_state *state = vstate;
  elimination_tolerate(state, m);
  const int code = pn_elimination_set(state->elimination, m->soft);
  m->dropped = state->elimination->factor->dropped;
  return code;
}

static inline int elimination_set_and_solve(void *vstate, pn_multipliers *m,
                                            const double *b, double *lambda)
{
  elimination_state *state = vstate;
  elimination_tolerate(state, m);
  const int code =
      pn_elimination_set_and_solve(state->elimination, m->soft, b, lambda);
  m->dropped = state->elimination->factor->dropped;
  return code;
}

static inline int elimination_solve(void *vstate, pn_multipliers *m,
                                    const double *b, double *lambda)
{
  elimination_state *state = vstate;
  (void)m;
  pn_elimination_solve(state->elimination, b, lambda);
  return GSL_SUCCESS;
}

static inline void elimination_free(void *vstate)
{
  elimination_state *state = vstate;
  pn_elimination_free(state->elimination);
}

#endif
