/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/world_private.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/measure.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Sweeps from one measurement of the residual, which costs as much as a sweep,
   to the next. */
enum { SWEEPS_BETWEEN_TESTS = 10 };

/* A last iterate whose residual is so many times the best one's has diverged:
   in no shipped scene does one. */
static const double diverged = 2;

/* Squares of norms that differ by a larger share differ not by rounding. */
static const double rounding = 1e-12;

/* So many sweeps for each row are enough where they get anywhere. */
enum { SWEEPS_ENOUGH = 50 };

static const char flew_away[] = "a body flew away";

/* Entries a row below which sweeps by them are faster than by the factors. */
enum { ENTRIES_MOST = 15 };

int pni_world_check_joints(const pn_system *system, pn_error *error)
{
  if (system->bounds > 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "joint '%s' has limits or dry friction, which worlds "
                        "do not know: pantin-joints does",
                        system->joint[system->bound[0].joint].name);
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].type->has_third)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "joint '%s' holds three bodies, which worlds do not "
                          "know: pantin-joints does",
                          system->joint[j].name);
  return GSL_SUCCESS;
}

/* Checks that each geom is on a body that exists; what else a geom must be,
   pn_collision_alloc checks. */
static int check_geoms(const pn_system *system, const pn_geom *geom,
                       size_t geoms, pn_error *error)
{
  for (size_t k = 0; k < geoms; k++)
    if (geom[k].body != PN_WORLD && geom[k].body >= system->bodies)
      return pn_error_set(
          error, GSL_EINVAL, NULL, 0,
          "geom %zu: its body must be PN_WORLD or below %zu, got %zu", k,
          system->bodies, geom[k].body);
  return GSL_SUCCESS;
}

/* Makes the collision, in which moving bodies that a joint holds pass through
   each other. */
static pn_collision *make_collision(const pn_world *world, pn_error *error)
{
  const pn_system *system = world->system;
  const pn_world_settings *of = &world->settings;
  const pn_collision_settings settings = {.margin = of->margin,
                                          .step =
                                              of->anticipation ? of->step : 0,
                                          .per_pair = of->per_pair,
                                          .gravity = system->gravity,
                                          .friction = of->friction,
                                          .body = system->body};
  size_t(*joined)[2] = pn_alloc(system->joints, sizeof *joined);
  if (!joined)
    return NULL;
  for (size_t j = 0; j < system->joints; j++) {
    joined[j][0] = system->joint[j].parent;
    joined[j][1] = system->joint[j].child;
  }
  pn_collision *collision =
      pn_collision_alloc(world->geom, world->geoms, &settings,
                         (const size_t(*)[2])joined, system->joints, error);
  pn_free(joined);
  return collision;
}

/* Takes all memory but that of rows, whose number is not known before a step.
 */
static int take_memory(pn_world *world, pn_error *error)
{
  const pn_system *system = world->system;
  const size_t velocities = PN_RIGID_BLOCK * (system->bodies + 1);
  world->y = pn_alloc(pn_system_dimension(system), sizeof *world->y);
  world->u = pn_alloc(velocities, sizeof *world->u);
  world->change = pn_alloc(velocities, sizeof *world->change);
  world->assembly = pn_assembly_alloc(system);
  world->collision = make_collision(world, error);
  world->entries = pn_lcp_csr_alloc(NULL);
  world->lcp = pn_lcp_alloc(0);
  world->R = world->lcp ? pn_rigid_delassus_alloc(0, system->bodies) : NULL;
  if (world->R)
    pn_lcp_set_operator(world->lcp, &world->R->base);
  return world->y && world->u && world->change && world->assembly &&
                 world->collision && world->entries && world->lcp && world->R &&
                 !pn_lcp_add_friction(world->lcp)
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Measures the energy at the state y; the assembly stays where the step began.
 */
static void measure(pn_world *world)
{
  world->info.energy =
      pn_measure_energy(world->system, world->y, &world->info.kinetic);
  world->info.speed = 0;
  const double *u = world->y + pn_system_positions(world->system);
  for (size_t b = 0; b < world->system->bodies; b++, u += PN_RIGID_BLOCK) {
    /* Squares tell, but for rounding, that the norm is no larger. */
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    if (square < (1 - rounding) * world->info.speed * world->info.speed)
      continue;
    world->info.speed =
        fmax(world->info.speed, pn_vec3_norm(pn_vec3_make(u[0], u[1], u[2])));
  }
}

pn_world *pn_world_alloc(const pn_system *system, const pn_geom *geom,
                         size_t geoms, const pn_world_settings *settings,
                         pn_error *error)
{
  pn_error_clear(error);
  if (pn_world_settings_check(settings, error) ||
      pn_system_check(system, error) || pni_world_check_joints(system, error) ||
      check_geoms(system, geom, geoms, error))
    return NULL;
  pn_world *world = pn_alloc(1, sizeof *world);
  if (world) {
    world->system = system;
    world->geom = geom;
    world->geoms = geoms;
    world->settings = *settings;
  }
  if (!world || take_memory(world, error)) {
    pn_world_free(world);
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return NULL;
  }
  pn_system_start(system, world->y);
  pn_assembly_set(world->assembly, world->y);
  measure(world);
  return world;
}

void pn_world_free(pn_world *world)
{
  if (!world)
    return;
  pn_lcp_solver_free(world->solver);
  pn_lcp_solver_free(world->second);
  pn_lcp_free(world->lcp);
  pn_lcp_csr_free(world->entries);
  pn_collision_free(world->collision);
  pn_assembly_free(world->assembly);
  pn_free(world->y);
  pn_free(world->u);
  pn_free(world->change);
  pn_free(world->start);
  pn_free(world->round);
  pn_free(world->best);
  pn_free(world->last);
  pn_free(world->last_contact);
  pn_free(world);
}

/* Predicts the velocities without contacts and joints, u* = u + h W F; that of
   the world is 0. */
static int predict(pn_world *world)
{
  const pn_system *system = world->system;
  const double *u = world->y + pn_system_positions(system);
  pn_assembly *assembly = world->assembly;
  if (pn_assembly_set(assembly, world->y))
    return GSL_EFAILED;
  pn_assembly_load(assembly, world->info.time);
  pn_assembly_accelerate(assembly, assembly->F, world->u);
  for (size_t k = 0; k < assembly->velocities; k++)
    world->u[k] = u[k] + world->settings.step * world->u[k];
  pni_world_spin(world);
  return GSL_SUCCESS;
}

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

/* Tests the iterate now and then, keeps the best one, and tells whether to go
   on. */
static int goes_on(pn_world *world, double *best)
{
  const pn_lcp_solver *solver = world->solver;
  if (solver->iteration % SWEEPS_BETWEEN_TESTS != 0 &&
      solver->iteration < world->settings.iterations)
    return 1;
  const int more = pn_lcp_solver_test(world->solver) == GSL_CONTINUE;
  if (solver->residual.scaled.inf < *best) {
    *best = solver->residual.scaled.inf;
    memcpy(world->best, solver->lambda, world->lcp->size * sizeof *world->best);
  }
  return more;
}

/* Finds the impulses with the bounds that the problem has, or with coupled
   ones. Where coupled friction diverges, takes the best iterate. */
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
  double best = INFINITY;
  while (!code && goes_on(world, &best))
    code = pn_lcp_solver_iterate(solver);
  world->info.iterations += solver->iteration;
  if (code) /* the last test was of an earlier iterate */
    pn_lcp_solver_measure(solver);
  if (solver->residual.scaled.inf > diverged * best) {
    memcpy(solver->lambda, world->best, world->lcp->size * sizeof *world->best);
    pn_lcp_solver_measure(solver);
  }
  world->info.residual = solver->residual;
  world->info.cut |= !code && solver->reason == PN_LCP_CUT;
  return code == GSL_EFAILED
             ? pn_error_set(error, code, NULL, 0, "method %s diverged",
                            solver->method->name)
             : GSL_SUCCESS;
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

/* Finds the impulses, by the entries of the matrix where they are few. */
static int solve(pn_world *world, pn_error *error)
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

/* Applies the impulses, u = u* + W J^T lambda, and moves the bodies. */
static void move(pn_world *world)
{
  const pn_system *system = world->system;
  const double h = world->settings.step,
               kept = exp(-world->settings.damping * h);
  if (world->lcp->size > 0)
    pn_rigid_delassus_velocities(world->R, world->solver->lambda,
                                 world->change);
  else
    memset(world->change, 0,
           world->assembly->velocities * sizeof *world->change);
  for (size_t b = 0; b < system->bodies; b++) {
    double *u = world->u + PN_RIGID_BLOCK * b;
    for (size_t k = 0; k < PN_RIGID_BLOCK; k++)
      u[k] = kept * (u[k] + world->change[PN_RIGID_BLOCK * b + k]);
    const pn_vec3 v = {u[0], u[1], u[2]}, omega = {u[3], u[4], u[5]};
    const pn_pose pose = world->assembly->motion[b].pose;
    pn_pose moved =
        pn_pose_displace(pose, pn_vec3_scale(h, v), pn_vec3_scale(h, omega));
    moved.q = pn_quat_normalize(moved.q);
    pn_state_set(system, world->y, b, moved, v, omega);
  }
}

int pn_world_advance(pn_world *world, pn_error *error)
{
  pn_error_clear(error);
  /* The velocities without impulses, the contacts, and the problem. */
  if (predict(world))
    return pn_error_set(error, GSL_EFAILED, NULL, 0,
                        "a joint has no direction: its points coincide");
  int code = pn_collision_find(world->collision, world->assembly->motion);
  if (code == GSL_ERANGE)
    return pn_error_set(error, code, NULL, 0, flew_away);
  if (code == GSL_ETABLE)
    return pn_error_set(error, code, NULL, 0,
                        "more than %d pairs of bodies are within the margin, "
                        "%g m, of each other: lower it, or move them apart",
                        PN_COLLISION_PAIRS, world->settings.margin);
  if (code || pni_world_set_rows(world))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");

  /* The impulses, which move the bodies. */
  code = solve(world, error);
  if (code)
    return code;
  move(world);

  /* What is known of the step. */
  pni_world_remember(world);
  world->info.steps++;
  world->info.time = (double)world->info.steps * world->settings.step;
  measure(world);
  return isfinite(world->info.energy)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EFAILED, NULL, 0, flew_away);
}
