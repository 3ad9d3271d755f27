/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Accelerations with multipliers: see dynamics.h.

   Sources: G. Peyre, Les contraintes (2001), section 2, whose (2.7) to (2.12)
   have J' X' for Jdot u, and one sign wrong; P. Benet, Moteur physique avec
   des contraintes rigides (2016), section II; A. Witkin, D. Baraff, SIGGRAPH
   97 course notes; J. Baumgarte, Comput. Methods Appl. Mech. Eng. 1 (1972)
   1. */
#include "pantin/dynamics/dynamics.h"

#include "pantin/base/alloc.h"
#include "pantin/base/finite.h"
#include "pantin/base/lanes.h"
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/multipliers/elimination_solver.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Refinement begins when the constraints' equations are violated by more than
   the first share of the largest acceleration, and ends when a step leaves more
   than the second share of the violation. */
static const double refine_above = 1e-12, refine_gain = 0.5;
enum { REFINEMENTS = 8 };

/* Computes x' = v and q' = 1/2 (0, omega) q for each body. */
static int rates(double t, const double *y, double *qdot, void *params)
{
  (void)t;
  pni_kinematics_rates(((const pn_dynamics *)params)->system, y, qdot);
  return GSL_SUCCESS;
}

static int ode_function(double t, const double y[], double dydt[], void *params)
{
  return pn_dynamics_evaluate(params, t, y, dydt);
}

pn_dynamics *pn_dynamics_alloc(const pn_system *system,
                               const pn_multiplier_type *type)
{
  pn_dynamics *d = pn_alloc(1, sizeof *d);
  if (!d)
    return NULL;
  d->partition = (pn_partition){pn_system_positions(system), rates};
  d->system = system;
  d->assembly = pn_assembly_alloc(system);
  if (d->assembly) {
    const size_t m = d->assembly->rows, n = d->assembly->velocities;
    d->multipliers = pn_multipliers_alloc(type, d->assembly);
    d->lambda = pn_alloc(m, sizeof *d->lambda);
    d->impulse = pn_alloc(m, sizeof *d->impulse);
    d->wanted = pn_alloc(m, sizeof *d->wanted);
    d->right = pn_alloc(m, sizeof *d->right);
    d->acceleration = pn_alloc(n, sizeof *d->acceleration);
    d->force = pn_alloc(n, sizeof *d->force);
  }
  if (!d->multipliers || !d->lambda || !d->impulse || !d->wanted || !d->right ||
      !d->acceleration || !d->force) {
    pn_dynamics_free(d);
    return NULL;
  }
  d->refines = pni_has_thin_body(d->assembly);
  d->ode =
      (gsl_odeiv2_system){ode_function, NULL, pn_system_dimension(system), d};
  return d;
}

void pn_dynamics_free(pn_dynamics *dynamics)
{
  if (!dynamics)
    return;
  pn_multipliers_free(dynamics->multipliers);
  pn_assembly_free(dynamics->assembly);
  pn_free(dynamics->lambda);
  pn_free(dynamics->impulse);
  pn_free(dynamics->wanted);
  pn_free(dynamics->right);
  pn_free(dynamics->acceleration);
  pn_free(dynamics->force);
  pn_free(dynamics);
}

void pn_dynamics_set_baumgarte(pn_dynamics *dynamics, double T)
{
  dynamics->kd = T > 0 ? 2 / T : 0;
  dynamics->ks = T > 0 ? 1 / (T * T) : 0;
}

void pn_dynamics_set_penalty(pn_dynamics *dynamics, double stiffness,
                             double damping)
{
  dynamics->stiffness = stiffness;
  dynamics->damping = damping;
}

/* Sets lambda to the pull of the springs that stand for the joints. */
static int penalize(pn_dynamics *d, const double *u)
{
  const pn_assembly *a = d->assembly;
  pn_assembly_velocity(a, u, d->lambda);
  for (size_t i = 0; i < a->rows; i++)
    d->lambda[i] = -d->stiffness * a->C[i] - d->damping * d->lambda[i];
  return GSL_SUCCESS;
}

/* Sets wanted = -bias and right = wanted - right. */
PNI_WIDE static void set_sides(size_t rows, const double *bias, double *wanted,
                               double *right)
{
  size_t i = 0;
#ifdef PNI_LANES
  for (; i + PNI_LANES <= rows; i += PNI_LANES) {
    const pni_lanes w = -lanes_load(bias + i), r = w - lanes_load(right + i);
    lanes_store(wanted + i, &w);
    lanes_store(right + i, &r);
  }
#endif
  for (; i < rows; i++) {
    wanted[i] = -bias[i];
    right[i] = wanted[i] - right[i];
  }
}

/* Computes wanted = -Jdot u - ks C - kd J u, which J u' shall be, and right =
   wanted - J W F; `acceleration` is used as work. */
static void set_right(pn_dynamics *d, const double *u)
{
  const pn_assembly *a = d->assembly;
  pn_assembly_accelerate(a, a->F, d->acceleration);
  pn_assembly_velocity(a, d->acceleration, d->right);
  set_sides(a->rows, a->bias, d->wanted, d->right);
  if (d->ks == 0 && d->kd == 0)
    return;
  pn_assembly_velocity(a, u, d->lambda);
  for (size_t i = 0; i < a->rows; i++) {
    const double pull = d->ks * a->C[i] + d->kd * d->lambda[i];
    d->wanted[i] -= pull;
    d->right[i] -= pull;
  }
}

static double largest(const double *x, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++)
    most = fabs(x[i]) > most ? fabs(x[i]) : most;
  return most;
}

/* Refines u' where W has entries of many sizes, as for a thin rod, which hardly
   resists a turn about itself: rounding of lambda is magnified in u'. What is
   left of the constraints' equations is seen in u' itself, and taken from
   there:

     A delta = wanted - J u',   lambda += delta,   u' += W J^T delta,

   as long as it becomes less; redundant rows that have drifted apart keep
   theirs. Source: G. Golub, C. Van Loan, Matrix Computations (1996), section
   3.5.3. */
void pni_dynamics_refine(pn_dynamics *d, const double *wanted, double *lambda,
                         double *acceleration)
{
  const pn_assembly *a = d->assembly;
  if (!d->refines)
    return;
  const double invisible = refine_above * largest(acceleration, a->velocities);
  double before = INFINITY;
  for (int k = 0; k <= REFINEMENTS; k++) {
    pn_assembly_velocity(a, acceleration, d->right);
    for (size_t i = 0; i < a->rows; i++)
      d->right[i] = (wanted ? wanted[i] : 0) - d->right[i];
    const double left = largest(d->right, a->rows);
    if (!(left > invisible && left < refine_gain * before) || k == REFINEMENTS)
      break;
    before = left;
    if (pn_multipliers_solve(d->multipliers, d->right, d->impulse))
      break;
    memset(d->force, 0, a->velocities * sizeof *d->force);
    pn_assembly_add_force(a, d->impulse, d->force);
    pn_assembly_accelerate(a, d->force, d->force);
    for (size_t i = 0; i < a->rows; i++)
      lambda[i] += d->impulse[i];
    for (size_t i = 0; i < a->velocities; i++)
      acceleration[i] += d->force[i];
  }
}

/* Sets lambda to the multipliers. */
static int multiply(pn_dynamics *d, const double *u)
{
  set_right(d, u);
  d->failure =
      pn_multipliers_renew_and_solve(d->multipliers, d->right, d->lambda);
  if (d->failure)
    return GSL_EBADFUNC;
  if (d->multipliers->dropped > d->dropped)
    d->dropped = d->multipliers->dropped;
  return GSL_SUCCESS;
}

int pn_dynamics_evaluate(pn_dynamics *d, double t, const double *y,
                         double *dydt)
{
  pn_assembly *a = d->assembly;
  const double *u = y + pn_system_positions(d->system);
  d->evaluations++;
  if (pn_assembly_set(a, y))
    return GSL_EBADFUNC;
  pn_assembly_load(a, t);
  if (d->stiffness > 0 ? penalize(d, u) : multiply(d, u))
    return GSL_EBADFUNC;

  memcpy(d->force, a->F, a->velocities * sizeof *d->force);
  pn_assembly_add_force(a, d->lambda, d->force);
  pn_assembly_accelerate(a, d->force, d->acceleration);
  if (!(d->stiffness > 0))
    pni_dynamics_refine(d, d->wanted, d->lambda, d->acceleration);
  if (!pni_all_finite(d->acceleration, a->velocities))
    return GSL_EBADFUNC;
  if (dydt) {
    rates(t, y, dydt, d);
    memcpy(dydt + pn_system_positions(d->system), d->acceleration,
           a->velocities * sizeof *dydt);
  }
  return GSL_SUCCESS;
}

/* Computes du = W J^T impulse. */
static void change(const pn_dynamics *d, double *du)
{
  memset(du, 0, d->assembly->velocities * sizeof *du);
  pn_assembly_add_force(d->assembly, d->impulse, du);
  pn_assembly_accelerate(d->assembly, du, du);
}

int pn_dynamics_least_change(pn_dynamics *d, const double *r, double *du)
{
  d->failure = pn_multipliers_solve(d->multipliers, r, d->impulse);
  change(d, du);
  return d->failure;
}

int pni_dynamics_renew_and_change(pn_dynamics *d, const double *r, double *du)
{
  d->failure = pn_multipliers_renew_and_solve(d->multipliers, r, d->impulse);
  if (!d->failure)
    change(d, du);
  return d->failure;
}
