/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of multiplier solvers: see multipliers.h. */
#include "pantin/multipliers/multipliers.h"

#include "pantin/base/alloc.h"
#include "pantin/body/side.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Joints are closed if they gape by at most this share of the bodies' size: the
   pivots of redundant rows are some square of it, below all tolerances. */
static const double closed = 1e-6;

/* Redundant rows that have drifted by a share d of the size mostly have pivots
   of at most so many times d^2: 0.06 is too little for planar four-bars that
   tumble, 2 for spherical ones, and 20 to 2000 do for both. Where too few rows
   are found, pivots that are some times larger are taken for theirs, but none
   above the last one. */
static const double per_square = 20, larger = 10, drift_most = 1e-2;

/* The family: a new solver is a new file and one line here. */
const pn_multiplier_type *pn_multiplier_type_get(size_t k)
{
  const pn_multiplier_type *const types[] = {
      pn_multipliers_auto,         pn_multipliers_sparse,
      pn_multipliers_kkt,          pn_multipliers_dense,
      pn_multipliers_aba,          pn_multipliers_schur,
      pn_multipliers_schur_cg,     pn_multipliers_cg,
      pn_multipliers_gauss_seidel, pn_multipliers_sor,
  };
  return k < sizeof types / sizeof types[0] ? types[k] : NULL;
}

const pn_multiplier_type *pn_multiplier_type_find(const char *name)
{
  const pn_multiplier_type *type;
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++)
    if (strcmp(type->name, name) == 0)
      break;
  return type;
}

int pn_multiplier_type_takes(const pn_multiplier_type *type,
                             const pn_assembly *assembly)
{
  return (type->rows_max == 0 || assembly->rows <= type->rows_max) &&
         (!type->takes || type->takes(assembly));
}

int pn_multiplier_type_check(const pn_multiplier_type *type,
                             const pn_system *system, pn_error *error)
{
  pn_error_clear(error);
  const size_t rows = pn_system_rows(system);
  if (type->rows_max > 0 && rows > type->rows_max)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "solver %s takes up to %zu constraint rows, and here "
                        "are %zu: use auto",
                        type->name, type->rows_max, rows);
  pn_assembly *a = pn_assembly_alloc(system);
  if (!a)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  const int takes = pn_multiplier_type_takes(type, a);
  pn_assembly_free(a);
  return takes ? GSL_SUCCESS
               : pn_error_set(error, GSL_EINVAL, NULL, 0,
                              "solver %s takes %s: use auto", type->name,
                              type->condition);
}

/* Returns the size of bodies and of the arms of their joints: the root of the
   mean squares of both. */
static double size_of(const pn_system *system)
{
  double bodies = 0, arms = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *of = &system->body[b];
    const double trace =
        of->inertia.m[0][0] + of->inertia.m[1][1] + of->inertia.m[2][2];
    bodies += trace / (2 * of->mass * (double)system->bodies);
  }
  for (size_t j = 0; j < system->joints; j++)
    for (size_t side = 0; side < 2; side++) {
      const pn_joint *of = &system->joint[j];
      const pn_vec3 arm = of->point[side];
      if (joint_body(of, side) != PN_WORLD)
        arms += pn_vec3_dot(arm, arm) / (2 * (double)system->joints);
    }
  return sqrt(bodies + arms);
}

/* Allocates the counter of redundant rows for a type that needs one. In a tree
   no row is redundant. */
static int counter_alloc(pn_multipliers *m)
{
  if (!m->type->uses_drift ||
      pn_multiplier_type_takes(pn_multipliers_aba, m->assembly))
    return GSL_SUCCESS;
  m->counter = pn_multipliers_alloc(pn_multipliers_auto, m->assembly);
  return m->counter ? GSL_SUCCESS : GSL_ENOMEM;
}

pn_multipliers *pn_multipliers_alloc(const pn_multiplier_type *type,
                                     const pn_assembly *assembly)
{
  if (!pn_multiplier_type_takes(type, assembly))
    return NULL;
  pn_multipliers *m = pn_alloc(1, sizeof *m);
  if (!m)
    return NULL;
  m->type = type;
  m->assembly = assembly;
  m->size = size_of(assembly->system);
  m->state = pn_alloc(1, type->state_size);
  if (!m->state || type->alloc(m->state, m) || counter_alloc(m)) {
    pn_multipliers_free(m);
    return NULL;
  }
  return m;
}

void pn_multipliers_free(pn_multipliers *m)
{
  if (!m)
    return;
  if (m->state)
    m->type->free(m->state);
  pn_free(m->state);
  pn_multipliers_free(m->counter);
  pn_free(m);
}

/* Sets the state by the type. */
static int set_by_type(pn_multipliers *m, const double *b, double *lambda)
{
  m->dropped = 0;
  m->factorisations++;
  return m->assembly->rows == 0 ? GSL_SUCCESS
         : b                    ? m->type->set_and_solve(m->state, m, b, lambda)
                                : m->type->set(m->state, m);
}

/* Counts redundant rows where the joints are closed, once and for a type that
   cannot. */
static void count_redundant(pn_multipliers *m)
{
  if (pn_multipliers_set(m->counter) == GSL_SUCCESS)
    m->redundant = m->counter->dropped;
  pn_multipliers_free(m->counter);
  m->counter = NULL;
}

/* Takes note of how many rows are redundant where the joints are closed: the
   fewest so far, for there are more in singular poses. */
static void note_redundant(pn_multipliers *m)
{
  if (m->counter)
    count_redundant(m);
  else if (m->type->counts_dropped &&
           !(m->has_counted && m->redundant < m->dropped))
    m->redundant = m->dropped;
  m->has_counted = 1;
}

/* Finds the rows again that were redundant when the joints were closed. */
static int set_drifted(pn_multipliers *m, const double *b, double *lambda)
{
  int code = GSL_SUCCESS;
  double drift = m->drifted;
  while (m->dropped < m->redundant && m->drift < drift_most) {
    m->drift = fmin(drift, drift_most);
    drift *= larger;
    if (!m->type->counts_dropped)
      break;
    code = set_by_type(m, b, lambda);
  }
  return code;
}

/* Sets the state, and solves if there is a right-hand side and a function that
   does both. */
static int set(pn_multipliers *m, const double *b, double *lambda)
{
  const double gap = m->soft ? 0 : pn_assembly_gap(m->assembly) / m->size;
  m->drift = 0;
  m->drifted = gap > closed ? per_square * gap * gap : 0;
  int code = set_by_type(m, b, lambda);
  if (m->drifted > 0 && m->dropped < m->redundant)
    code = set_drifted(m, b, lambda);
  else if (!m->soft && gap <= closed)
    note_redundant(m);
  m->place = code || m->soft ? 0 : m->assembly->place;
  return code;
}

/* Tells whether the bodies are where they were when the state was set. */
static int is_set(const pn_multipliers *m)
{
  return m->place > 0 && m->place == m->assembly->place && !m->soft;
}

int pn_multipliers_set(pn_multipliers *m)
{
  return set(m, NULL, NULL);
}

int pn_multipliers_renew(pn_multipliers *m)
{
  return is_set(m) ? GSL_SUCCESS : pn_multipliers_set(m);
}

int pn_multipliers_renew_and_solve(pn_multipliers *m, const double *b,
                                   double *lambda)
{
  if (m->type->set_and_solve && !is_set(m))
    return set(m, b, lambda);
  const int code = pn_multipliers_renew(m);
  return code ? code : pn_multipliers_solve(m, b, lambda);
}

int pn_multipliers_solve(pn_multipliers *m, const double *b, double *lambda)
{
  return m->assembly->rows > 0 ? m->type->solve(m->state, m, b, lambda)
                               : GSL_SUCCESS;
}
