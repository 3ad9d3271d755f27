/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: subtracts the children's forces; they must be added */
/* WRONG 2: adds gravity to a, where it must be subtracted */
/* WRONG 3: leaves out the gyroscopic torque */
#include "joints/exercises.h"

my_wrench my_inverse(const my_body *b, size_t children, const my_wrench *child)
{
  my_wrench own;
#if WRONG == 2
  const pn_vec3 inertial = pn_vec3_add(b->a, b->gravity);
#else
  const pn_vec3 inertial = pn_vec3_sub(b->a, b->gravity);
#endif
  own.f = pn_vec3_scale(b->mass, inertial);
#if WRONG == 3
  own.t = pn_mat3_apply(b->I, b->alpha);
#else
  own.t = pn_vec3_add(pn_mat3_apply(b->I, b->alpha),
                      pn_vec3_cross(b->omega, pn_mat3_apply(b->I, b->omega)));
#endif
  for (size_t c = 0; c < children; c++) {
    const pn_vec3 arm = pn_vec3_sub(child[c].A, b->x);
#if WRONG == 1
    own.f = pn_vec3_sub(own.f, child[c].f);
#else
    own.f = pn_vec3_add(own.f, child[c].f);
#endif
    own.t = pn_vec3_add(own.t, child[c].t);
    own.t = pn_vec3_add(own.t, pn_vec3_cross(arm, child[c].f));
  }
  own.A = b->A;
  const pn_vec3 arm = pn_vec3_sub(own.A, b->x);
  own.t = pn_vec3_sub(own.t, pn_vec3_cross(arm, own.f));
  return own;
}
