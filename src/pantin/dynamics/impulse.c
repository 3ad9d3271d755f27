/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One impact on jointed bodies. Let k be the contact's row of the Jacobian,
   (normal, arm x normal) on its body, w = k u. The impulse mu along the normal
   and those of the joints, lambda, shall give

     J du = -J u            (the joints hold)
     k du = -(1 + e) w      (the contact rebounds)

   with du = W (J^T lambda + k^T mu).

   With A = J W J^T, c = A^-1 J W k^T and z = A^-1 (-J u), eliminating lambda
   = z - c mu leaves

     mu = ( -(1 + e) w - k W J^T z ) / ( k W k^T - (J W k^T) . c )

   The factor 1 + e belongs to the contact's row only. (M. Benet, Moteur
   physique avec des contraintes rigides (2016), section IV-D, multiplies all
   impulses by it, which turns what the joints have drifted into the opposite
   drift.)

   Source: J. Moreau, Unilateral contact and dry friction in finite freedom
   dynamics (1988). */
#include "pantin/dynamics/impulse.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

pn_impulse *pn_impulse_alloc(pn_dynamics *dynamics)
{
  pn_impulse *impulse = pn_alloc(1, sizeof *impulse);
  if (!impulse)
    return NULL;
  const pn_assembly *a = dynamics->assembly;
  impulse->dynamics = dynamics;
  impulse->row = pn_alloc(a->velocities, sizeof *impulse->row);
  impulse->force = pn_alloc(a->velocities, sizeof *impulse->force);
  impulse->coupled = pn_alloc(a->rows, sizeof *impulse->coupled);
  if (!impulse->row || !impulse->force || !impulse->coupled) {
    pn_impulse_free(impulse);
    return NULL;
  }
  return impulse;
}

void pn_impulse_free(pn_impulse *impulse)
{
  if (!impulse)
    return;
  pn_free(impulse->row);
  pn_free(impulse->force);
  pn_free(impulse->coupled);
  pn_free(impulse);
}

/* Computes the six nonzero entries of k. */
static void contact_row(const pn_impact *contact, double k[6])
{
  const pn_vec3 n = contact->normal, turn = pn_vec3_cross(contact->arm, n);
  const double row[] = {n.x, n.y, n.z, turn.x, turn.y, turn.z};
  memcpy(k, row, sizeof row);
}

static double dot(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

double pn_impact_velocity(const pn_impact *contact, const pn_system *system,
                          const double *y)
{
  double k[6];
  contact_row(contact, k);
  return dot(
      k, y + pn_system_positions(system) + PN_BODY_VELOCITIES * contact->body,
      6);
}

int pn_impulse_apply(pn_impulse *impulse, const pn_impact *contact,
                     double restitution, double *y)
{
  pn_dynamics *d = impulse->dynamics;
  pn_assembly *a = d->assembly;
  const size_t n = a->velocities, at = PN_BODY_VELOCITIES * contact->body;
  double *u = y + pn_system_positions(d->system), k[6];
  contact_row(contact, k);
  impulse->impulse = 0;
  const double w = dot(k, u + at, 6);
  if (!(w < 0))
    return GSL_SUCCESS;
  if (pn_assembly_set(a, y) || pn_multipliers_renew(d->multipliers))
    return GSL_EFAILED;

  /* row = W k^T and c = A^-1 J W k^T. */
  memset(impulse->row, 0, n * sizeof *impulse->row);
  memcpy(impulse->row + at, k, sizeof k);
  pn_assembly_accelerate(a, impulse->row, impulse->row);
  pn_assembly_velocity(a, impulse->row, d->right);
  int code = pn_multipliers_solve(d->multipliers, d->right, impulse->coupled);
  if (code)
    return code;
  impulse->rebound =
      dot(k, impulse->row + at, 6) - dot(d->right, impulse->coupled, a->rows);

  /* force = W J^T z: what the joints alone would ask for. */
  pn_assembly_velocity(a, u, d->right);
  for (size_t i = 0; i < a->rows; i++)
    d->right[i] = -d->right[i];
  code = pn_dynamics_least_change(d, d->right, impulse->force);
  if (code)
    return code;
  const double mu = (-(1 + restitution) * w - dot(k, impulse->force + at, 6)) /
                    impulse->rebound;
  if (!isfinite(mu))
    return GSL_EDOM;

  /* du = W J^T z + mu (W k^T - W J^T c) */
  for (size_t i = 0; i < n; i++)
    u[i] += impulse->force[i] + mu * impulse->row[i];
  memset(impulse->force, 0, n * sizeof *impulse->force);
  pn_assembly_add_force(a, impulse->coupled, impulse->force);
  pn_assembly_accelerate(a, impulse->force, impulse->force);
  for (size_t i = 0; i < n; i++)
    u[i] -= mu * impulse->force[i];
  impulse->impulse = mu;
  return GSL_SUCCESS;
}
