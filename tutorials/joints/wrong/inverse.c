/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: subtracts the children's forces; they must be added */
/* WRONG 2: adds gravity to a, where it must be subtracted */
/* WRONG 3: leaves out the gyroscopic torque */
/* WRONG 4: subtracts the children's forces and torques; they must be added */
/* WRONG 5: leaves out the moment of the children's forces */
/* WRONG 6: leaves out the moment of the force of the body's own joint */
/* WRONG 7: leaves out gravity */
/* WRONG 8: leaves out the children's torques */
#include "joints/exercises.h"

my_wrench my_inverse(const my_body *b, size_t children, const my_wrench *child)
{
  my_wrench own;
#if WRONG == 2
  const pn_vec3 inertial = pn_vec3_add(b->a, b->gravity);
#elif WRONG == 7
  const pn_vec3 inertial = b->a;
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
#if WRONG == 1 || WRONG == 4
    own.f = pn_vec3_sub(own.f, child[c].f);
#else
    own.f = pn_vec3_add(own.f, child[c].f);
#endif
#if WRONG == 4
    own.t = pn_vec3_sub(own.t, child[c].t);
    own.t = pn_vec3_sub(own.t, pn_vec3_cross(arm, child[c].f));
#elif WRONG == 5
    own.t = pn_vec3_add(own.t, child[c].t);
#elif WRONG == 8
    own.t = pn_vec3_add(own.t, pn_vec3_cross(arm, child[c].f));
#else
    own.t = pn_vec3_add(own.t, child[c].t);
    own.t = pn_vec3_add(own.t, pn_vec3_cross(arm, child[c].f));
#endif
  }
  own.A = b->A;
  const pn_vec3 arm = pn_vec3_sub(own.A, b->x);
#if WRONG != 6
  own.t = pn_vec3_sub(own.t, pn_vec3_cross(arm, own.f));
#endif
  return own;
}
