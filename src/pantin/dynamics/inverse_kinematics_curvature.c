/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A step by all of the curvature. The matrix of the step has the stiffness H of
   each body only where that is semidefinite, H + e 1 with e >= 0. Where a
   target is too near, as a hand's at its own shoulder, the forces press on the
   bodies, H is negative, and it is J_d^T J_d + H that is positive along the
   joints' motions: without the negative part steps would come nearer by the
   same share each. The step is the least of

     |d + J_d dq|^2 + dq^T (s M + H) dq   such that   J_C dq = 0,

   and is found by conjugate gradients, with the step's matrix, P, as the
   preconditioner: A = P - E, where E has the e. The first is the step that is
   given, P^-1 F; each solve with P minds the joints, so that the residual may
   have any part along J_C^T. P p is known without the matrix, because p is made
   of P^-1 r as P p is of r. Where A curves downwards there is no least, and the
   step is what was found so far, or the one that was given.

   Sources: J. Nocedal, S. Wright, Numerical Optimization (2006), sections 7.1
   (Newton by conjugate gradients) and 16.3 (projected conjugate gradients); N.
   Gould, M. Hribar, J. Nocedal, SIAM J. Sci. Comput. 23 (2001) 1376. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include "pantin/dynamics/step.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The residual that is left, as a part, in the measure of P^-1; what curves by
   a smaller part than this of P is flat; most solves. */
static const double left = 1e-1, flat = 1e-8;
enum { SOLVES_MAX = 8 };

double pni_ik_dot(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

void pni_ik_set_pull(const pn_inverse_kinematics *ik, double *F)
{
  const pn_assembly *a = ik->all->assembly;
  const size_t rows = ik->joints->assembly->rows;
  double *lambda = ik->all->lambda;
  memset(lambda, 0, rows * sizeof *lambda);
  for (size_t i = rows; i < a->rows; i++)
    lambda[i] = -a->C[i];
  memset(F, 0, a->velocities * sizeof *F);
  pn_assembly_add_force(a, lambda, F);
}

/* Computes z = P^-1 r along the joints' motions. */
static int precondition(pn_inverse_kinematics *ik, double s, const double *r,
                        double *z)
{
  pn_dynamics *all = ik->all;
  const size_t n = all->assembly->velocities;
  pn_assembly_accelerate(all->assembly, r, z);
  for (size_t k = 0; k < n; k++)
    z[k] /= s;
  pn_assembly_velocity(all->assembly, z, all->right);
  for (size_t i = 0; i < all->assembly->rows; i++)
    all->right[i] = -all->right[i];
  ik->solves++;
  const int code = pn_dynamics_least_change(all, all->right, all->force);
  pni_step_sum(n, z, 1, all->force, z);
  return code;
}

/* Adds a multiple of E p. */
static void add_excess(const pn_inverse_kinematics *ik, double factor,
                       const double *p, double *to)
{
  for (size_t b = 0; b < ik->system->bodies; b++) {
    const size_t turn = PN_BODY_VELOCITIES * b + 3;
    pni_step_sum(3, to + turn, factor * ik->excess[b], p + turn, to + turn);
  }
}

/* Returns p^T E p. */
static double excess_of(const pn_inverse_kinematics *ik, const double *p)
{
  double sum = 0;
  for (size_t b = 0; b < ik->system->bodies; b++) {
    const double *turn = p + PN_BODY_VELOCITIES * b + 3;
    sum += ik->excess[b] * pni_ik_dot(turn, turn, 3);
  }
  return sum;
}

int pni_ik_bend(pn_inverse_kinematics *ik, double s, double *dq)
{
  const size_t n = ik->all->assembly->velocities;
  double *r = ik->residual, *p = ik->direction, *Pp = ik->image,
         *z = ik->turned;
  pni_ik_set_pull(ik, r);
  memcpy(p, dq, n * sizeof *p);
  memcpy(Pp, r, n * sizeof *Pp);
  double rz = pni_ik_dot(r, p, n);
  const double enough = left * left * rz;
  for (int k = 0; k < SOLVES_MAX; k++) {
    const double whole = pni_ik_dot(p, Pp, n), less = excess_of(ik, p);
    if (less >= (1 - flat) * whole || (k == 0 && less <= left * left * whole))
      break;
    const double far = rz / (whole - less);
    if (k == 0)
      memset(dq, 0, n * sizeof *dq);
    pni_step_sum(n, dq, far, p, dq);
    pni_step_sum(n, r, -far, Pp, r);
    add_excess(ik, far, p, r);
    const int code = precondition(ik, s, r, z);
    if (code)
      return code;
    const double next = pni_ik_dot(r, z, n);
    if (!(next > enough))
      break;
    for (size_t i = 0; i < n; i++) {
      p[i] = z[i] + next / rz * p[i];
      Pp[i] = r[i] + next / rz * Pp[i];
    }
    rz = next;
  }
  return GSL_SUCCESS;
}
