/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How forces on a body stiffen it against turning. A force f at the arm r does
   work f . p when its point p moves. Turned by theta,

     p = x + r + theta x r + theta x (theta x r) / 2 + ...,

   so that its potential -f . p curves by theta^T H theta / 2 with

     H = (f . r) 1 - (f r^T + r f^T) / 2

   as a pendulum is stiff under its weight. With f the forces of the targets'
   springs and of the joints that hold them, this is the second derivative of
   the Lagrangian |d|^2 / 2 + lambda . C, which Newton's method on the distance
   needs beside J_d^T J_d. It is all of it for ball joints. Since it concerns
   each body alone, the step's matrix stays as it is, but with I + H / s in the
   place of I.

   Where H is not semidefinite the matrix has H + e 1 in its place, with -e its
   least eigenvalue, so that steps lead downhill. The excess e is taken off
   again, and what other joints add is added, by inverse_kinematics_curvature.c
   where the whole allows it.

   Sources: J. Nocedal, S. Wright, Numerical Optimization (2006), section 18.1;
   O. Smith, Comm. ACM 4 (1961) 168, for the eigenvalues. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include <string.h>

/* Adds the stiffness against turning of a body on which a force f acts at r: H
   += (f . r) 1 - (f r^T + r f^T) / 2. */
static void add_stiffness(pn_mat3 *H, const double *J, size_t rows,
                          const double *lambda, pn_vec3 r)
{
  double f[3] = {0};
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < 3; k++)
      f[k] += J[6 * i + k] * lambda[i];
  const double at[] = {r.x, r.y, r.z};
  const double along = f[0] * at[0] + f[1] * at[1] + f[2] * at[2];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      H->m[i][k] += (i == k ? along : 0) - (f[i] * at[k] + at[i] * f[k]) / 2;
}

/* Returns the least eigenvalue of a symmetric matrix: with m a third of its
   trace, B = H - m, p^2 = |B|^2 / 6, it is m + 2 p cos((acos(det(B / p) / 2) +
   2 pi) / 3). */
static double least_eigenvalue(pn_mat3 H)
{
  const double m = (H.m[0][0] + H.m[1][1] + H.m[2][2]) / 3;
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    H.m[i][i] -= m;
    sum +=
        H.m[i][0] * H.m[i][0] + H.m[i][1] * H.m[i][1] + H.m[i][2] * H.m[i][2];
  }
  const double p = sqrt(sum / 6);
  if (!(p > 0))
    return m;
  const double c = pn_mat3_determinant(H) / (2 * p * p * p);
  return m + 2 * p * cos((acos(fmax(-1, fmin(1, c))) + 2 * acos(-1)) / 3);
}

void pni_ik_set_stiffness(pn_inverse_kinematics *ik)
{
  const pn_assembly *a = ik->all->assembly;
  const pn_system *system = ik->aimed;
  memset(ik->stiffness, 0, system->bodies * sizeof *ik->stiffness);
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    const size_t body[2] = {joint->parent, joint->child};
    const double *J[2] = {pn_assembly_parent(a, j), pn_assembly_child(a, j)};
    for (int side = 0; side < 2; side++)
      if (body[side] != PN_WORLD)
        add_stiffness(
            &ik->stiffness[body[side]], J[side], a->first[j + 1] - a->first[j],
            ik->all->lambda + a->first[j],
            pn_mat3_apply(a->motion[body[side]].R, joint->point[side]));
  }
  for (size_t b = 0; b < system->bodies; b++) {
    ik->excess[b] = fmax(0, -least_eigenvalue(ik->stiffness[b]));
  }
}

/* Sets the stiffness: in the body's frame H becomes R^T H R. A point does not
   turn and keeps an inertia of 0. */
void pni_ik_stiffen(pn_inverse_kinematics *ik, double s)
{
  for (size_t b = 0; b < ik->system->bodies; b++) {
    pn_body *body = &ik->aimed->body[b];
    body->inertia = ik->system->body[b].inertia;
    if (s > 0 && body->inertia.m[0][0] > 0) {
      const pn_mat3 R = pn_state_motion(ik->system, ik->y, b).R;
      pn_mat3 H = pn_mat3_multiply(pn_mat3_transpose(R),
                                   pn_mat3_multiply(ik->stiffness[b], R));
      for (int i = 0; i < 3; i++)
        H.m[i][i] += ik->excess[b];
      for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
          body->inertia.m[i][k] += H.m[i][k] / s;
    }
    ik->all->assembly->body_inverse[b] = pn_body_inverse_inertia(body);
  }
  ik->all->assembly->place = 0; /* W is another one, wherever the bodies are */
}
