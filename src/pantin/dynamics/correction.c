/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Corrections by the multipliers' matrix. Newton's method on C(q) = 0 with the
   least displacement dq in the norm of the masses:

     min 1/2 dq^T M dq   such that   J dq = -C
     =>  dq = W J^T lambda,  (J W J^T) lambda = -C

   for positions; the same with J u in the place of C for velocities, which is
   an impulse that conserves momentum. Where rows are redundant, those that the
   solver keeps are satisfied, and the others follow to second order.

   Sources: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section IV; U. Ascher, L. Petzold, Computer Methods for Ordinary
   Differential Equations (1998), section 10.2; M. Cline, D. Pai, ICRA 2003. */
#include "pantin/dynamics/correction.h"

#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/step.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The family: a new correction is a new table, here or in a file of its own,
   and one line here. */
const pn_correction *pn_correction_get(size_t k)
{
  const pn_correction *const corrections[] = {
      pn_correction_none,    pn_correction_newton, pn_correction_velocity,
      pn_correction_both,    pn_correction_tree,   pn_correction_baumgarte,
      pn_correction_penalty,
  };
  return k < sizeof corrections / sizeof corrections[0] ? corrections[k] : NULL;
}

const pn_correction *pn_correction_find(const char *name)
{
  const pn_correction *correction;
  for (size_t k = 0; (correction = pn_correction_get(k)); k++)
    if (strcmp(correction->name, name) == 0)
      break;
  return correction;
}

int pn_correct_positions(pn_dynamics *d, double *y, double *gap)
{
  pn_assembly *a = d->assembly;
  if (pn_assembly_set(a, y))
    return GSL_EFAILED;
  if (gap)
    *gap = pn_assembly_gap(a);
  for (size_t i = 0; i < a->rows; i++)
    d->right[i] = -a->C[i];
  const int code = pni_dynamics_renew_and_change(d, d->right, d->force);
  if (!code)
    pn_dynamics_displace(d, y, d->force);
  return code;
}

int pn_correct_velocities(pn_dynamics *d, double *y)
{
  pn_assembly *a = d->assembly;
  double *u = y + pn_system_positions(d->system);
  if (pn_assembly_set(a, y))
    return GSL_EFAILED;
  pn_assembly_velocity(a, u, d->right);
  for (size_t i = 0; i < a->rows; i++)
    d->right[i] = -d->right[i];
  const int code = pni_dynamics_renew_and_change(d, d->right, d->force);
  if (!code)
    pni_step_sum(a->velocities, u, 1, d->force, u);
  return code;
}

/* Returns any pointer but NULL: the corrections below keep no state. */
static void *no_state(const pn_system *system)
{
  static char nothing;
  (void)system;
  return &nothing;
}

static void free_nothing(void *state)
{
  (void)state;
}

static int apply_none(void *state, pn_dynamics *dynamics, double *y)
{
  (void)state;
  (void)dynamics;
  (void)y;
  return GSL_SUCCESS;
}

/* Makes one Newton step, which is enough between two integration steps: the gap
   is small, and becomes its square. */
static int apply_newton(void *state, pn_dynamics *dynamics, double *y)
{
  (void)state;
  return pn_correct_positions(dynamics, y, NULL);
}

static int apply_velocity(void *state, pn_dynamics *dynamics, double *y)
{
  (void)state;
  return pn_correct_velocities(dynamics, y);
}

static int apply_both(void *state, pn_dynamics *dynamics, double *y)
{
  const int code = apply_newton(state, dynamics, y);
  return code ? code : pn_correct_velocities(dynamics, y);
}

static const pn_correction none = {
    .name = "none",
    .summary = "nothing is corrected",
    .alloc = no_state,
    .apply = apply_none,
    .free = free_nothing,
};

static const pn_correction newton = {
    .name = "newton",
    .summary = "one Newton step on the positions",
    .alloc = no_state,
    .apply = apply_newton,
    .free = free_nothing,
};

static const pn_correction velocity = {
    .name = "velocity",
    .summary = "projection of the velocities",
    .alloc = no_state,
    .apply = apply_velocity,
    .free = free_nothing,
};

static const pn_correction both = {
    .name = "both",
    .summary = "positions by Newton, then velocities",
    .alloc = no_state,
    .apply = apply_both,
    .free = free_nothing,
};

static const pn_correction baumgarte = {
    .name = "baumgarte",
    .summary = "a force that pulls back, always on",
    .baumgarte = 1,
    .alloc = no_state,
    .apply = apply_none,
    .free = free_nothing,
};

static const pn_correction penalty = {
    .name = "penalty",
    .summary = "no multipliers: joints are springs and dampers",
    .penalty = 1,
    .alloc = no_state,
    .apply = apply_none,
    .free = free_nothing,
};

const pn_correction *const pn_correction_none = &none;
const pn_correction *const pn_correction_penalty = &penalty;
const pn_correction *const pn_correction_newton = &newton;
const pn_correction *const pn_correction_velocity = &velocity;
const pn_correction *const pn_correction_both = &both;
const pn_correction *const pn_correction_baumgarte = &baumgarte;
