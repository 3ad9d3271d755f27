/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A step by all of the curvature. The matrix of the step has of it what each
   body has of its own, H, and that only where it is semidefinite, H + e 1 with
   e >= 0. Where a target is too near, as a hand's at its own shoulder, the
   forces press on the bodies, H is negative, and it is J_d^T J_d + H that is
   positive along the joints' motions; and the couples that a hinge transmits,
   or the force across a slide, turn with one body and act on the other. Without
   these parts steps would come nearer by the same share each. With K the second
   derivative of |d|^2 / 2 + lambda . C but for J_d^T J_d, the step is the least
   of

     |d + J_d dq|^2 + dq^T (s M + K) dq   such that   J_C dq = 0,

   and is found by conjugate gradients, with the step's matrix, P, as the
   preconditioner: A = P - E, E = H + e 1 - K. The first is the step that is
   given, P^-1 F; each solve with P minds the joints, so that the residual may
   have any part along J_C^T. P p is known without the matrix, because p is made
   of P^-1 r as P p is of r. Where A curves downwards there is no least. There
   the step is the one that was given; or, past a saddle, it ends with as much
   of that direction as if A curved upwards by as much.

   K p is differenced, so that it is right for all types of joints. The forces
   are g = J^T lambda with fixed multipliers, those of the targets being -d; on
   the turn theta of a body, whose rate is not omega but omega - theta x omega /
   2 + .., acts g + g x theta / 2. Hence, with a small p,

     K p = -(g(p) - g(-p)) / 2 - g x p / 2,

   the last one for the torques only.

   Sources: J. Nocedal, S. Wright, Numerical Optimization (2006), sections 7.1
   (Newton by conjugate gradients) and 16.3 (projected conjugate gradients); N.
   Gould, M. Hribar, J. Nocedal, SIAM J. Sci. Comput. 23 (2001) 1376. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include "pantin/dynamics/step.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The residual that is left, as a part, in the measure of P^-1; what curves by
   a smaller part than this of P is flat; the turn for a difference [rad]; most
   solves. */
static const double left = 1e-1, flat = 1e-8, small_turn = 1e-5;
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
  double *lambda = ik->all->right;
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

/* Returns by what p, (velocities), is to be multiplied so that no body turns
   far, nor moves far beside the distance of the targets. */
static double small_size(const pn_inverse_kinematics *ik, const double *p)
{
  double most = 0;
  for (size_t k = 0; k < ik->there->velocities; k += 3)
    most = fmax(most, sqrt(pni_ik_dot(p + k, p + k, 3)) /
                          (k % 2 == 0 ? ik->distance : 1));
  return most > 0 ? small_turn / most : 1;
}

/* Computes g, (velocities), where the bodies are displaced by size * p. */
static int set_forces(pn_inverse_kinematics *ik, double size, const double *p,
                      double *g)
{
  const size_t n = ik->there->velocities;
  memcpy(ik->trial, ik->y, pn_system_dimension(ik->system) * sizeof *ik->y);
  for (size_t k = 0; k < n; k++)
    g[k] = size * p[k];
  pn_dynamics_displace(ik->all, ik->trial, g);
  if (pn_assembly_set(ik->there, ik->trial))
    return GSL_EFAILED;
  memset(g, 0, n * sizeof *g);
  pn_assembly_add_force(ik->there, ik->all->lambda, g);
  return GSL_SUCCESS;
}

int pni_ik_curve(pn_inverse_kinematics *ik, const double *p, double *Kp)
{
  const size_t n = ik->there->velocities;
  const double size = small_size(ik, p);
  double *g = ik->turned;
  if (set_forces(ik, -size, p, Kp) || set_forces(ik, size, p, g))
    return GSL_EFAILED;
  for (size_t k = 0; k < n; k++)
    Kp[k] = (Kp[k] - g[k]) / (2 * size);
  memset(g, 0, n * sizeof *g);
  pn_assembly_add_force(ik->all->assembly, ik->all->lambda, g);
  for (size_t k = 3; k < n; k += 6) {
    const pn_vec3 half = pn_vec3_scale(
        0.5, pn_vec3_cross(pn_vec3_make(g[k], g[k + 1], g[k + 2]),
                           pn_vec3_make(p[k], p[k + 1], p[k + 2])));
    Kp[k] -= half.x;
    Kp[k + 1] -= half.y;
    Kp[k + 2] -= half.z;
  }
  return GSL_SUCCESS;
}

/* Computes E p. */
static int set_excess(pn_inverse_kinematics *ik, const double *p, double *Ep)
{
  if (pni_ik_curve(ik, p, Ep))
    return GSL_EFAILED;
  for (size_t k = 0; k < ik->there->velocities; k++)
    Ep[k] = -Ep[k];
  for (size_t b = 0; b < ik->system->bodies; b++) {
    const size_t turn = PN_BODY_VELOCITIES * b + 3;
    const double *t = p + turn;
    const pn_vec3 Ht =
        pn_mat3_apply(ik->stiffness[b], pn_vec3_make(t[0], t[1], t[2]));
    const double own[] = {Ht.x, Ht.y, Ht.z};
    for (size_t k = 0; k < 3; k++)
      Ep[turn + k] += own[k] + ik->excess[b] * t[k];
  }
  return GSL_SUCCESS;
}

int pni_ik_bend(pn_inverse_kinematics *ik, double s, double *dq)
{
  const size_t n = ik->all->assembly->velocities;
  double *r = ik->residual, *p = ik->direction, *Pp = ik->image,
         *Ep = ik->curved, *z = ik->turned;
  pni_ik_set_pull(ik, r);
  memcpy(p, dq, n * sizeof *p);
  memcpy(Pp, r, n * sizeof *Pp);
  double rz = pni_ik_dot(r, p, n);
  const double enough = left * left * rz;
  for (int k = 0; k < SOLVES_MAX; k++) {
    if (set_excess(ik, p, Ep))
      return GSL_EFAILED;
    const double whole = pni_ik_dot(p, Pp, n), less = pni_ik_dot(p, Ep, n);
    const double curvature = whole - less;
    const int is_down = curvature < 0;
    if (fabs(curvature) <= flat * whole || (is_down && k == 0))
      break;
    const double far = rz / fabs(curvature);
    if (k == 0)
      memset(dq, 0, n * sizeof *dq);
    pni_step_sum(n, dq, far, p, dq);
    if (is_down)
      break;
    pni_step_sum(n, r, -far, Pp, r);
    pni_step_sum(n, r, far, Ep, r);
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
