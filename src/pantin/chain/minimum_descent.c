/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The steps of "minimum" down its merit function: the subproblem, with elastic
   bars where they cannot be met, and Armijo's rule; and Newton's step. */
#include "pantin/chain/minimum_private.h"

#include "pantin/chain/chain_private.h"
#include "pantin/chain/lengths.h"
#include "pantin/chain/line_search.h"
#include "pantin/chain/simulator.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* A bar that is shorter than this part of its length counts as having that one.
 */
static const double length_least = 1e-2;

/* The clamp goes down to this part of what the settings say. */
static const double clamp_least = 1e-3;

/* The price of a bar's error in the merit function, over its tension. */
static const double margin = 1.5;

/* A bar whose tension is below this part of the largest has a price of its own:
   at that of the others, a light end of a chain could take tiny steps only,
   along which its bars' errors of second order cost more than its weights gain.
   No price is below that of this part of the chain's weight. All prices are the
   same while a bar's relative error is larger than `nearly_right`: lengths must
   come first. */
static const double light = 0.3, light_least = 1e-6;
static const double nearly_right = 0.1;

/* The largest tension of an elastic bar, in weights of the chain: more than
   that is met only where no tension at all could balance the chain, or where it
   has so little slack, the share delta of its length, that its tensions, which
   are about W / sqrt(delta), come near. */
static const double tension_max = 1e4, tension_nearly_taut = 10;

/* An elastic bar has given way if its tension exceeds this share of that: the
   rest is the error of the quadratic program. */
static const double unmet = 0.99;

/* The error of the merit function by rounding, relative to it. */
static const double rounding = 1e-14;

/* The KKT systems are solved to this componentwise backward error: the next
   step corrects what is left. */
static const double accuracy = 1e-12;

/* Below alpha = 2^-40 a step no longer changes the merit function. */
enum { HALVINGS_MAX = 40 };

double pni_minimum_tension_most(const pn_chain *chain)
{
  const double slack = pni_chain_slack_share(chain);
  const double most =
      pn_chain_is_taut(chain) || !(slack > 0)
          ? tension_max
          : fmax(tension_max, tension_nearly_taut / sqrt(slack));
  return most * pn_chain_weight(chain);
}

void pni_minimum_linearise(minimum_state *state, const pn_chain_solver *solver)
{
  state->kkt->accuracy = accuracy;
  pn_chain_lengths_linearise(solver->chain, solver->point, state->kkt,
                             state->r);
}

void pni_minimum_advance(minimum_state *state, double alpha)
{
  const pn_chain_point *point = state->point;
  for (size_t i = 1; i < point->bars; i++) {
    state->trial->x[i] = point->x[i] + alpha * state->z.x[i];
    state->trial->y[i] = point->y[i] + alpha * state->z.y[i];
  }
  pn_chain_floor_lift(state->chain, state->trial);
}

void pni_minimum_accept(minimum_state *state, pn_chain_solver *solver,
                        double alpha)
{
  solver->info.alpha = alpha;
  solver->info.step = pn_chain_displacement(solver->point, state->trial);
  pn_chain_point_copy(solver->point, state->trial);
  solver->measured = state->known = 0;
}

/* Tells whether the exact step's z is the subproblem's, too: its Hessian has no
   tension below the clamp. */
static int is_unclamped(const minimum_state *state, double least)
{
  const pn_chain *chain = state->chain;
  int is_free = state->known && chain->facets == 0;
  for (size_t i = 0; is_free && i < chain->bars; i++)
    is_free = state->kkt->weight[i] >= least / (2 * chain->length[i]);
  return is_free;
}

/* Solves the linear system of a subproblem without a floor; returns 0 if the
   bars cannot be met so. */
static int solve_linear(minimum_state *state, double most, int is_solved)
{
  if (!is_solved && pn_chain_kkt_solve_new(state->kkt, state->r, state->z))
    return 0;
  state->tension = pn_chain_lengths_tension(state->kkt, state->z);
  return state->tension <= most;
}

/* Solves the subproblem: d and lambda into z, mu into the trial. */
static int direction(minimum_state *state, pn_chain_solver *solver)
{
  const pn_chain *chain = solver->chain;
  const size_t n = chain->bars;
  pn_chain_kkt *kkt = state->kkt;
  const double least = state->clamp * state->weight;
  const int is_solved = is_unclamped(state, least);
  if (!is_solved) {
    pni_minimum_linearise(state, solver);
    for (size_t i = 0; i < n; i++)
      kkt->weight[i] = GSL_MAX(kkt->weight[i], least / (2 * chain->length[i]));
  }

  /* Without a floor the subproblem is a linear system, if the bars can be met
     at all. */
  const double most = state->tension_most;
  solver->info.singular = state->is_unmet = 0;
  if (chain->facets == 0 && solve_linear(state, most, is_solved))
    return GSL_SUCCESS;

  /* Otherwise the bars are elastic, and a quadratic program is solved. */
  for (size_t i = 0; i < n; i++) {
    const double l = hypot(kkt->dx[i], kkt->dy[i]);
    state->qp->sigma[i] = most / (2 * fmax(l, length_least * chain->length[i]));
  }
  solver->info.singular = chain->facets == 0;
  const int code =
      pn_chain_qp_solve(state->qp, kkt, solver->point->x, solver->point->y,
                        state->r, state->z, state->trial->mu);
  state->tension = pn_chain_lengths_tension(kkt, state->z);
  state->is_unmet = state->tension > unmet * most;
  return code;
}

/* Halves the clamp after a full step, which a Hessian that is too stiff may
   have kept short, and doubles it after a step that was cut. */
static void adapt_clamp(minimum_state *state, double most, double alpha)
{
  if (alpha == 1)
    state->clamp = fmax(state->clamp / 2, clamp_least * most);
  else
    state->clamp = fmin(state->clamp * 2, most);
}

/* Sets the prices of the bars' errors, S for all unless a bar is light, in the
   place of r, which has been solved for. */
static void set_prices(minimum_state *state, const pn_chain_info *info)
{
  const pn_chain_kkt *kkt = state->kkt;
  const double most = state->tension, least = light_least * state->weight;
  state->S = margin * most;
  state->is_priced = 0;
  if (info->constraint_relative > nearly_right)
    return;
  for (size_t i = 0; i < kkt->bars; i++) {
    const double dx = kkt->dx[i], dy = kkt->dy[i];
    const double l = sqrt(dx * dx + dy * dy);
    const double tension = 2 * fabs(state->z.lambda[i]) * l;
    const double own = GSL_MAX(tension / light, least);
    state->r.lambda[i] = margin * GSL_MIN(own, most);
    state->is_priced |= own < most;
  }
}

/* Returns sum S_i |l_i - L_i| at a point. */
static double misfit_cost(const minimum_state *state,
                          const pn_chain_point *point)
{
  return state->is_priced
             ? pn_chain_lengths_cost(state->chain, point, state->r.lambda)
             : state->S * pn_chain_lengths_misfit(state->chain, point);
}

/* Returns e + sum S_i |l_i - L_i| at point + alpha d, which becomes the trial.
 */
static double merit(void *vstate, double alpha)
{
  minimum_state *state = vstate;
  pni_minimum_advance(state, alpha);
  return pn_chain_energy(state->chain, state->trial->y) +
         misfit_cost(state, state->trial);
}

/* Bounds the derivative of the merit function along d: sum |l_i - L_i| is
   convex in d once the lengths are linearised, so that its derivative is no
   more than its change over the full step. */
static double merit_slope(const minimum_state *state, double cost)
{
  const pn_chain *chain = state->chain;
  const pn_chain_kkt *kkt = state->kkt;
  const double predicted =
      state->is_priced
          ? pn_chain_lengths_predicted_cost(chain, kkt, state->z,
                                            state->r.lambda)
          : state->S * pn_chain_lengths_predicted(chain, kkt, state->z);
  double slope = predicted - cost;
  for (size_t i = 1; i < chain->bars; i++)
    slope += pn_chain_node_weight(chain, i) * state->z.y[i];
  return slope;
}

/* Seeks Armijo's alpha along d, down the merit function with these prices. */
static int search(minimum_state *state, const pn_chain_solver *solver,
                  double *alpha)
{
  const double cost = misfit_cost(state, solver->point);
  const double now = pn_chain_energy(solver->chain, solver->point->y) + cost;
  /* Where the bars cannot be met, as in a taut chain, the slope vanishes and
     its sign is that of the subproblem's error: Armijo's rule alone decides. */
  const pn_line_search line = {
      .merit = merit,
      .context = state,
      .start = now,
      .slope = merit_slope(state, cost),
      .slope_error = INFINITY,
      .rounding = rounding * (state->weight * state->total + fabs(now)),
      .omega = solver->settings.omega,
      .first = 1,
      .halvings = HALVINGS_MAX,
  };
  return pn_line_search_armijo(&line, alpha);
}

int pni_minimum_descend(minimum_state *state, pn_chain_solver *solver)
{
  if (direction(state, solver))
    return GSL_ENOPROG;
  const pn_chain *chain = solver->chain;
  const pn_chain_point *point = solver->point;
  pn_chain_point *trial = state->trial;
  double alpha;
  state->point = point;
  set_prices(state, &solver->info);
  int code = search(state, solver, &alpha);
  /* Near its end rounding hides what is gained by light bars: then the price
     of all is tried. */
  if (code && state->is_priced) {
    state->is_priced = 0;
    code = search(state, solver, &alpha);
  }
  if (code)
    return code;
  for (size_t i = 0; i < chain->bars; i++)
    trial->lambda[i] =
        point->lambda[i] + alpha * (state->z.lambda[i] - point->lambda[i]);
  pni_minimum_accept(state, solver, alpha);
  adapt_clamp(state, solver->settings.clamp, alpha);
  return GSL_SUCCESS;
}

int pni_minimum_exact_step(minimum_state *state, pn_chain_solver *solver)
{
  const pn_chain *chain = solver->chain;
  const pn_chain_point *point = solver->point;
  pn_chain_point *trial = state->trial;
  const size_t n = chain->bars;
  if (state->known)
    return GSL_SUCCESS;
  pni_minimum_linearise(state, solver);
  if (pn_chain_floor_newton(state->floor, point, state->kkt, state->r, state->z,
                            trial->mu))
    return GSL_ESING;
  if (state->kkt->negative != n)
    return GSL_EDOM;
  state->point = point;
  pni_minimum_advance(state, 1);
  memcpy(trial->lambda, state->z.lambda, n * sizeof *trial->lambda);
  state->exact = solver->info;
  pn_chain_measure(chain, trial, &state->exact);
  state->known = 1;
  return GSL_SUCCESS;
}
