/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: computes g x r, where r x g belongs */
/* WRONG 2: forgets the 2 in the second derivative of a square */
/* WRONG 3: leaves out the term of the turning arm r */
/* WRONG 4: squares v, where the velocity of the bead belongs */
/* WRONG 5: takes p for the arm r */
#include "joints/exercises.h"

#include <gsl/gsl_errno.h>

int my_bowl(const pn_joint *joint, const pn_motion *parent,
            const pn_motion *child, pn_joint_rows *rows)
{
  const double R = joint->length;
  const pn_vec3 r = pn_mat3_apply(child->R, joint->point[1]);
  const pn_vec3 p = pn_vec3_add(child->pose.x, r);
  const pn_vec3 turn = pn_vec3_cross(child->omega, r);
  const pn_vec3 rate = pn_vec3_add(child->v, turn); /* p' */
  rows->C[0] = p.z - (p.x * p.x + p.y * p.y) / (2 * R);

  const pn_vec3 g = {-p.x / R, -p.y / R, 1};
#if WRONG == 1
  const pn_vec3 rxg = pn_vec3_cross(g, r);
#elif WRONG == 5
  const pn_vec3 rxg = pn_vec3_cross(p, g);
#else
  const pn_vec3 rxg = pn_vec3_cross(r, g);
#endif
  const double J[6] = {g.x, g.y, g.z, rxg.x, rxg.y, rxg.z};
  for (int k = 0; k < 6; k++)
    rows->Jc[k] = J[k];

#if WRONG == 2
  const pn_vec3 s = pn_vec3_cross(child->omega, turn); /* p'' */
  rows->bias[0] =
      pn_vec3_dot(g, s) - (rate.x * rate.x + rate.y * rate.y) / (2 * R);
#elif WRONG == 3
  rows->bias[0] = -(rate.x * rate.x + rate.y * rate.y) / R;
#elif WRONG == 4
  const pn_vec3 s = pn_vec3_cross(child->omega, turn), v = child->v;
  rows->bias[0] = pn_vec3_dot(g, s) - (v.x * v.x + v.y * v.y) / R;
#else
  const pn_vec3 s = pn_vec3_cross(child->omega, turn); /* p'' */
  rows->bias[0] = pn_vec3_dot(g, s) - (rate.x * rate.x + rate.y * rate.y) / R;
#endif
  return GSL_SUCCESS;
}
