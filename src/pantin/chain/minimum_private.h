/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The method "minimum" (minimum.c), its steps down the merit function
   (minimum_descent.c), what it does where they end at a saddle
   (minimum_leave.c), and where they are in vain (minimum_rescue.c). */
#ifndef PANTIN_CHAIN_MINIMUM_PRIVATE_H
#define PANTIN_CHAIN_MINIMUM_PRIVATE_H

#include "pantin/chain/floor.h"
#include "pantin/chain/nested.h"
#include "pantin/chain/qp.h"
#include "pantin/chain/solver.h"

/* A chain that is shaken more often has no minimum that could be seen. */
enum { SHAKES_MAX = 10 };

/* Steps in a row that halve nothing of what is wrong, after which they are in
   vain; and those of a chain that begins along a coarser one, which may have to
   slide to and fro by a bar's length. */
enum { VAIN_MAX = 12, VAIN_NESTED = 30 };

typedef struct {
  const pn_chain *chain;       /* borrowed */
  const pn_chain_point *point; /* where the step starts, borrowed */
  pn_chain_kkt *kkt;           /* the solver's step's, borrowed */
  pn_chain_qp *qp;
  pn_chain_floor *floor;
  pn_chain_point *trial;
  pn_chain_nested *nested; /* coarser chains; NULL if there are none */
  pn_chain_vector r, z;    /* -(g, c); (d, lambda); the step's work, borrowed */
  double weight, total;    /* of the whole chain, W [N], and its length [m] */
  double tension_most;     /* of an elastic bar [N] */
  double clamp;            /* least tension in the Hessian, in weights */
  double clamp_first;      /* where it begins */
  size_t shakes;           /* so far */
  size_t throws, arcs;     /* so far; those of them that began on an arc */
  int is_on_arc;           /* 1: it has just been placed on one */
  int laid;                /* 1: laid down, or it cannot be */
  size_t attempts;         /* to place it along a coarser chain, so far */
  size_t jams;             /* those of them where lengths were all but right */
  double wrong;            /* what is to be halved since the last throw */
  size_t tiny, vain;       /* steps in a row */
  size_t patience;         /* steps in vain that are too many */
  double slow_from;        /* what is to be halved by steps that are not slow */
  size_t slow;             /* steps in a row */
  size_t refused;      /* exact steps near a solution, since the last throw */
  double tension;      /* the largest of the subproblem's solution [N] */
  int is_unmet;        /* 1: no step meets the lengths of all bars */
  double S;            /* price of a bar's error in the merit function [N] */
  int is_priced;       /* 1: they differ */
  int known;           /* 1: z and the trial are the exact step's from the
                          solver's point */
  pn_chain_info exact; /* measured at that trial, if it is known */
} minimum_state;

/* Returns the largest tension that a bar of this chain may have in a step
   [N]. */
double pni_minimum_tension_most(const pn_chain *chain);

/* Sets K and r at the solver's point. */
void pni_minimum_linearise(minimum_state *state, const pn_chain_solver *solver);

/* Moves the trial's nodes to point + alpha d, and lifts them onto the floor. */
void pni_minimum_advance(minimum_state *state, double alpha);

/* Makes the trial the solver's point. */
void pni_minimum_accept(minimum_state *state, pn_chain_solver *solver,
                        double alpha);

/* Computes Newton's step with the exact Hessian, the trial, and measures it,
   unless all that is known. Returns GSL_SUCCESS, GSL_EDOM if the Hessian is not
   positive definite on what is free, or GSL_ESING if there is no such step. */
int pni_minimum_exact_step(minimum_state *state, pn_chain_solver *solver);

/* Measures the start, and shakes it if it is stationary but no minimum. */
void pni_minimum_leave_start(minimum_state *state, pn_chain_solver *solver);

/* Moves the trial away from a point that is no minimum: once to where a slack
   chain lies, else by a shake. */
void pni_minimum_leave_point(minimum_state *state, pn_chain_solver *solver);

/* Leaves the point where a step ends the run at a saddle, if steps are left.
   (An exact step without a floor has looked for itself, but for folds; every
   one has measured.) */
void pni_minimum_leave_saddle(minimum_state *state, pn_chain_solver *solver);

/* Solves the subproblem and takes Armijo's step down the merit function.
   GSL_SUCCESS, or GSL_ENOPROG if there is none. */
int pni_minimum_descend(minimum_state *state, pn_chain_solver *solver);

/* Moves every free node by that part of its bars' mean length, in other
   directions each time. */
void pni_minimum_shake(minimum_state *state, double share,
                       pn_chain_point *point);

/* Moors the trial to a plane floor (moored.c), or lays it down, slack on a
   level one (slack.c); 0 if that cannot be done, or has been. */
int pni_minimum_lay(minimum_state *state, const pn_chain_solver *solver);

/* Places the trial along a coarser chain (nested.c); 0 if that cannot be done,
   or has been as often as it may help. */
int pni_minimum_refine(minimum_state *state, const pn_chain_solver *solver);

/* Makes the trial the solver's point, from which it begins anew. */
void pni_minimum_restart(minimum_state *state, pn_chain_solver *solver);

/* Forgets the steps so far, for a new start. */
void pni_minimum_begin(minimum_state *state);

/* Tells whether the steps before this one were in vain. */
int pni_minimum_is_in_vain(minimum_state *state, const pn_chain_info *info);

/* Tells whether the last steps were slow: not in vain, but without end where a
   bar that hangs straight down can just reach the floor. */
int pni_minimum_is_slow(minimum_state *state, const pn_chain_info *info);

/* Settles the solver's point on its floor (settle.c), as a step. GSL_SUCCESS,
   or GSL_CONTINUE if it cannot be settled. */
int pni_minimum_settle(minimum_state *state, pn_chain_solver *solver);

/* Does what is left where no step helps: settles the chain on its floor, or
   throws the nodes. GSL_ENOPROG if neither can be done. */
int pni_minimum_give_in(minimum_state *state, pn_chain_solver *solver);

#endif
