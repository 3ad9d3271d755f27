/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gets "minimum" out of where its steps are in vain. The sum |l_i - L_i| has
   minima of its own, most of them on a floor, where steps become tiny, or none
   is found, and bars stay wrong; and where a bar can just reach the floor, or
   bars lie folded on it, multipliers are not unique, or there are none, and
   Newton's method fails.

   - The chain settles on its floor (settle.c), which may have held it by forces
     without bound.
   - Otherwise it begins anew. The first time it swings to rest (swing.c), as
     if there were no floor, and stays there if that is above the floor. Else
     one that hangs down to a plane floor, level or inclined, is moored to it
     (moored.c), or laid down on a level one if it is slack (slack.c), which is
     tried first if both ends lie there.
   - Another of many bars is placed along a chain of fewer (nested.c).
   - In others the nodes are thrown, each by its bars' mean length, in
     directions that look random. Where this has not helped, or where the
     lengths are all but right, they begin around a circle, above the line of
     the ends, where all lengths are right but for those of bars that are lifted
     onto the floor: from there bars need not go through each other's errors,
     and where that is a solution, least squares find its forces. The first time
     they lie on it, later they are thrown from it. */
#include "pantin/chain/minimum_private.h"

#include "pantin/chain/moored.h"
#include "pantin/chain/settle.h"
#include "pantin/chain/slack.h"
#include "pantin/chain/step.h"
#include "pantin/chain/swing.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* Steps are in vain if so many in a row are tiny, in lengths of the chain, or
   in shares of what the lengths of bars are wrong by, where a thousand would
   not do; or if none of so many
   halves what is wrong: the bars' relative error beyond `wrong_length`, or
   forces out of balance by more than the chain weighs. Then every node is
   thrown by its bars' mean length; but not for ever. They are slow if none of
   so many halves the residual. */
static const double tiny_step = 1e-9, slow_step = 1e-3, wrong_length = 1e-2;
static const double throw_size = 1;
enum { TINY_MAX = 3, SLOW_MAX = 20, THROWS_MAX = 10 };

/* After so many throws above a floor the next ones begin on a circle. */
enum { THROWS_BARE = 1 };

/* A chain whose bars are all but right, but whose forces never balance, is
   thrown no more often. */
enum { JAMS_MAX = 2 };

void pni_minimum_shake(minimum_state *state, double share,
                       pn_chain_point *point)
{
  const pn_chain *chain = state->chain;
  /* Multiples of the golden ratio fill ]0, 1[ evenly. */
  const double golden = (sqrt(5) - 1) / 2;
  double turn = (double)state->shakes++ / SHAKES_MAX;
  for (size_t i = 1; i < chain->bars; i++) {
    const double size = share * (chain->length[i - 1] + chain->length[i]) / 2;
    turn = fmod(turn + golden, 1);
    point->x[i] += size * cos(2 * M_PI * turn);
    point->y[i] += size * sin(2 * M_PI * turn);
  }
  pn_chain_floor_lift(chain, point);
}

void pni_minimum_begin(minimum_state *state)
{
  state->clamp = state->clamp_first;
  state->wrong = state->slow_from = INFINITY;
  state->slow = state->tiny = state->vain = state->refused = 0;
  state->is_unmet = 0;
}

/* Measures what is wrong at a point: 0 where it is a chain whose forces may yet
   be balanced. Lengths are also wrong where no step could meet them. */
static double measure_wrong(const minimum_state *state,
                            const pn_chain_info *info)
{
  const double error = info->constraint_relative;
  const double pull = info->gradient_inf / state->weight;
  const int is_unmet = state->is_unmet && !pn_chain_is_taut(state->chain);
  return fmax(error > wrong_length || is_unmet ? error : 0,
              pull > 1 ? pull : 0);
}

int pni_minimum_is_in_vain(minimum_state *state, const pn_chain_info *info)
{
  const double wrong = measure_wrong(state, info);
  const int may_jam = wrong > 0 || state->chain->facets > 0;
  const double least = fmax(tiny_step, slow_step * info->constraint_relative);
  const int tiny = info->iteration > 0 && info->step < least * state->total;
  state->tiny = may_jam && tiny ? state->tiny + 1 : 0;
  state->vain = wrong > 0 && wrong >= state->wrong / 2 ? state->vain + 1 : 0;
  if (state->vain == 0)
    state->wrong = wrong > 0 ? wrong : INFINITY;
  return state->tiny == TINY_MAX || state->vain == state->patience;
}

int pni_minimum_is_slow(minimum_state *state, const pn_chain_info *info)
{
  const double residual = pn_chain_residual(info);
  if (residual < state->slow_from / 2) {
    state->slow_from = residual;
    state->slow = 0;
  } else
    state->slow++;
  return state->slow >= SLOW_MAX;
}

/* Makes the trial the solver's point, without multipliers. */
static void begin_trial(minimum_state *state, const pn_chain_solver *solver)
{
  pn_chain_point *trial = state->trial;
  const size_t nodes = 2 * (state->chain->bars + 1);
  pn_chain_point_copy(trial, solver->point);
  memset(trial->lambda, 0,
         (pn_chain_point_size(trial) - nodes) * sizeof *trial->lambda);
}

/* Tells whether no free node is below a facet. */
static int is_above(const pn_chain *chain, const pn_chain_point *point)
{
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      if (point->y[i] < chain->height[j] + chain->slope[j] * point->x[i])
        return 0;
  return 1;
}

/* Tells whether both ends lie on the floor. */
static int ends_lie(const pn_chain *chain)
{
  const double *end = chain->end;
  int near = 0, far = 0;
  for (size_t j = 0; j < chain->facets; j++) {
    near |= chain->height[j] == 0;
    far |= chain->height[j] + chain->slope[j] * end[0] == end[1];
  }
  return near && far;
}

int pni_minimum_lay(minimum_state *state, const pn_chain_solver *solver)
{
  if (state->laid)
    return 0;
  state->laid = 1;
  const int lies = ends_lie(state->chain);
  begin_trial(state, solver);
  if (lies ? pni_chain_place_slack(state->chain, state->trial)
           : pni_chain_place_moored(state->chain, state->trial))
    return 1;
  begin_trial(state, solver);
  return lies ? pni_chain_place_moored(state->chain, state->trial)
              : pni_chain_place_slack(state->chain, state->trial);
}

int pni_minimum_refine(minimum_state *state, const pn_chain_solver *solver)
{
  if (!state->nested)
    return 0;
  begin_trial(state, solver);
  if (!pni_chain_nested_place(state->nested, state->chain, &state->attempts,
                              state->trial))
    return 0;
  state->patience = VAIN_NESTED;
  return 1;
}

void pni_minimum_restart(minimum_state *state, pn_chain_solver *solver)
{
  pni_minimum_accept(state, solver, 1);
  solver->info.thrown = 1;
  pni_minimum_begin(state);
}

/* Lets the trial swing to rest, the first time: without a floor, or above all
   facets of one, which are not in its way then. Returns 0 if that cannot be
   done. */
static int swing_free(minimum_state *state, const pn_chain_solver *solver)
{
  if (state->throws > 1)
    return 0;
  begin_trial(state, solver);
  return pni_chain_swing(state->chain, state->z, state->trial) &&
         is_above(state->chain, state->trial);
}

/* Places the trial where a chain that could not be laid down begins anew. */
static void place_anew(minimum_state *state, const pn_chain_solver *solver,
                       int is_jam)
{
  const pn_chain *chain = state->chain;
  const int has_floor = chain->facets > 0;
  const int on_arc = has_floor && (state->throws > THROWS_BARE || is_jam);
  begin_trial(state, solver);
  if (on_arc) {
    pni_chain_arch(chain, state->z, state->trial);
    pn_chain_floor_lift(chain, state->trial);
    (void)pn_chain_step_multipliers(solver->step, chain, state->trial);
  }
  state->is_on_arc = on_arc && state->arcs == 0;
  state->arcs += (size_t)on_arc;
  if (!state->is_on_arc)
    pni_minimum_shake(state, throw_size, state->trial);
}

/* Throws all nodes far off and begins anew. */
static int throw_nodes(minimum_state *state, pn_chain_solver *solver)
{
  const int is_jam = measure_wrong(state, &solver->info) == 0;
  if (state->throws++ == THROWS_MAX || pn_chain_is_taut(state->chain) ||
      (is_jam && state->jams++ == JAMS_MAX))
    return GSL_ENOPROG;
  if ((is_jam || !swing_free(state, solver)) &&
      !pni_minimum_lay(state, solver) && !pni_minimum_refine(state, solver))
    place_anew(state, solver, is_jam);
  pni_minimum_restart(state, solver);
  return GSL_SUCCESS;
}

int pni_minimum_settle(minimum_state *state, pn_chain_solver *solver)
{
  state->known = 0;
  if (pni_chain_settle(solver, state->trial))
    return GSL_CONTINUE;
  solver->info.alpha = 1;
  solver->info.step = pn_chain_displacement(solver->last, solver->point);
  return GSL_SUCCESS;
}

int pni_minimum_give_in(minimum_state *state, pn_chain_solver *solver)
{
  const int has_floor = state->chain->facets > 0;
  const double error = solver->info.constraint_relative;
  state->known = 0;
  if (has_floor && error < wrong_length &&
      pni_minimum_settle(state, solver) == GSL_SUCCESS)
    return GSL_SUCCESS;
  return has_floor || measure_wrong(state, &solver->info) > 0
             ? throw_nodes(state, solver)
             : GSL_ENOPROG;
}
