/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds the impulses of a step: by the matrix' entries where they are few, or
   by its factors; in rounds where friction is frozen; and again by contacts
   where sweeps of coupled friction get nowhere. */
#include "pantin/contact/impulses_private.h"
#include "pantin/contact/world_private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Sweeps from one measurement of the residual, which costs as much as a sweep,
   to the next. */
enum { SWEEPS_BETWEEN_TESTS = 10 };

/* Sweeps for each row, beyond which a method that is not done is given up: a
   ball in a corner, of six rows, has taken 2000 in vain. */
enum { SWEEPS_ENOUGH = 50 };

/* Entries a row below which sweeps by them are faster than by the factors. */
enum { ENTRIES_MOST = 15 };

/* Prepares a solver that is large enough for the factors, which take more
   scratch than entries. */
static int prepare_solver(const pn_lcp_method *method, const pn_world *world,
                          pn_lcp_solver **solver)
{
  if (*solver && (*solver)->room >= world->lcp->size)
    return GSL_SUCCESS;
  pn_lcp_solver_free(*solver);
  *solver = pn_lcp_solver_alloc(method, world->lcp);
  return *solver ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Assembles the matrix if its rows have few entries, for then sweeps are
   faster by them than by the factors. */
static int prepare_entries(pn_world *world)
{
  const pn_lcp_operator *R = &world->R->base;
  world->by_entries = 0;
  if (world->settings.method->needs & PN_LCP_NEEDS_BODIES ||
      world->settings.order >= PN_LCP_HEIGHT)
    return GSL_SUCCESS;
  const int code =
      R->type->assemble(R, ENTRIES_MOST * world->lcp->size, world->entries);
  world->by_entries = code == GSL_SUCCESS;
  return code == GSL_EOVRFLW ? GSL_SUCCESS : code;
}

/* Tests the iterate now and then, and tells whether to go on. */
static int goes_on(pn_lcp_solver *solver)
{
  return (solver->iteration % SWEEPS_BETWEEN_TESTS != 0 &&
          solver->iteration < solver->settings.iterations) ||
         pn_lcp_solver_test(solver) == GSL_CONTINUE;
}

/* Finds the impulses with the bounds that the problem has, or with coupled
   ones. */
static int solve_once(pn_world *world, double omega, const double *start,
                      pn_error *error)
{
  pn_lcp_solver *solver = world->solver;
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.iterations = world->settings.iterations;
  settings.omega = omega;
  settings.kappa = world->settings.kappa;
  settings.order = world->settings.order;
  settings.threads = world->settings.threads;
  settings.tolerance = world->settings.tolerance;
  settings.coupled = !world->settings.frozen && world->settings.friction > 0;
  settings.cone = world->settings.cone;
  int code = pn_lcp_solver_set(solver, &settings, start, error);
  if (code)
    return code;
  while (!code && goes_on(solver))
    code = pn_lcp_solver_iterate(solver);
  world->info.iterations += solver->iteration;
  world->info.cut |= !code && solver->reason == PN_LCP_CUT;
  return pni_take_impulses(solver, 1, &world->info, error);
}

/* Returns how far the frozen bounds are from those that the impulses call for,
   as a share of the largest of these. */
static double friction_gap(const pn_world *world)
{
  const pn_lcp *lcp = world->lcp;
  const double *lambda = world->solver->lambda;
  double gap = 0, most = 0;
  for (size_t r = 0; r < lcp->size; r++) {
    if (lcp->normal[r] == r)
      continue;
    const double bound = lcp->mu[r] * lambda[lcp->normal[r]];
    gap = fmax(gap, fabs(bound - lcp->hi[r]));
    most = fmax(most, bound);
  }
  return most > 0 ? gap / most : gap;
}

/* Tells whether more sweeps would not help: of a few rows, many do not. */
static int gets_nowhere(const pn_lcp_solver *solver)
{
  return solver->reason == PN_LCP_STAGNATED ||
         solver->reason == PN_LCP_DIVERGED ||
         (solver->reason == PN_LCP_ITERATIONS &&
          solver->iteration > SWEEPS_ENOUGH * solver->lcp->size);
}

/* Solves again by contacts, whose sweeps of coupled friction cycle less often;
   keeps the better impulses. */
static int solve_by_contacts(pn_world *world, const double *start,
                             pn_error *error)
{
  pn_lcp_solver *sweeps = world->solver;
  world->lcp->A = &world->R->base;
  const int short_of = prepare_solver(pn_lcp_pgs_block, world, &world->second);
  if (world->by_entries)
    world->lcp->A = &world->entries->base;
  if (short_of)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  world->solver = world->second;
  const int code = solve_once(world, 1, start, error);
  world->solver = sweeps;
  if (!code && world->info.residual.scaled.inf < sweeps->residual.scaled.inf) {
    memcpy(sweeps->lambda, world->second->lambda,
           world->lcp->size * sizeof *sweeps->lambda);
    pn_lcp_solver_measure(sweeps);
  }
  world->info.residual = sweeps->residual;
  return code;
}

/* Solves round by round where friction is frozen, each round with the bounds
   that follow from the one before. */
static int solve_rounds(pn_world *world, pn_error *error)
{
  pn_lcp *lcp = world->lcp;
  const pn_world_settings *settings = &world->settings;
  pn_lcp_friction_bounds(lcp, world->start, lcp->lo, lcp->hi);
  const double omega = settings->choose_omega
                           ? settings->choose_omega(settings->chooser, lcp)
                           : settings->omega;
  const double *start = settings->warm_start ? world->start : NULL;
  int code = solve_once(world, omega, start, error);
  if (!code && !settings->frozen && omega > 1 && settings->kappa == 0 &&
      gets_nowhere(world->solver))
    code = solve_by_contacts(world, start, error);
  for (size_t k = 1; settings->frozen && !code; k++) {
    world->info.friction_gap = friction_gap(world);
    if (k >= settings->rounds ||
        world->info.friction_gap <= settings->friction_tolerance)
      break;
    memcpy(world->round, world->solver->lambda,
           lcp->size * sizeof *world->round);
    pn_lcp_friction_bounds(lcp, world->round, lcp->lo, lcp->hi);
    code = solve_once(world, omega, world->round, error);
  }
  if (!code && !settings->frozen) { /* those of the last test */
    memcpy(lcp->lo, world->solver->lo, lcp->size * sizeof *lcp->lo);
    memcpy(lcp->hi, world->solver->hi, lcp->size * sizeof *lcp->hi);
  }
  return code;
}

int pni_world_solve(pn_world *world, pn_error *error)
{
  pn_lcp *lcp = world->lcp;
  world->info.iterations = 0;
  world->info.friction_gap = 0;
  world->info.cut = 0;
  world->info.residual = (pn_lcp_residual){.active = 0};
  if (lcp->size == 0)
    return GSL_SUCCESS;
  if (prepare_solver(world->settings.method, world, &world->solver) ||
      prepare_entries(world))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pni_world_recall(world);
  /* The entries stand in for the factors while the solver is at work. */
  if (world->by_entries)
    lcp->A = &world->entries->base;
  const int code = solve_rounds(world, error);
  lcp->A = &world->R->base;
  return code;
}
