/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The force and the torque with which a joint must act on a body so that the
   body moves as prescribed. The body's own joint, at A, acts with (f, t); on
   the joints at A_c by which other bodies hang from it, it acts with (f_c,
   t_c), and gets the opposite:

     m a                          = m g + f - sum f_c
     I alpha + omega x (I omega)  = t + (A - x) x f
                                    - sum [ t_c + (A_c - x) x f_c ].

   Taken from the last bodies to the first, no system has to be solved. */
#include "joints/exercises.h"

my_wrench my_inverse(const my_body *b, size_t children, const my_wrench *child)
{
  my_wrench own;
  const pn_vec3 inertial = pn_vec3_sub(b->a, b->gravity);
  own.f = pn_vec3_scale(b->mass, inertial);
  own.t = pn_vec3_add(pn_mat3_apply(b->I, b->alpha),
                      pn_vec3_cross(b->omega, pn_mat3_apply(b->I, b->omega)));
  for (size_t c = 0; c < children; c++) {
    const pn_vec3 arm = pn_vec3_sub(child[c].A, b->x);
    own.f = pn_vec3_add(own.f, child[c].f);
    own.t = pn_vec3_add(own.t, child[c].t);
    own.t = pn_vec3_add(own.t, pn_vec3_cross(arm, child[c].f));
  }
  own.A = b->A;
  const pn_vec3 arm = pn_vec3_sub(own.A, b->x);
  own.t = pn_vec3_sub(own.t, pn_vec3_cross(arm, own.f));
  return own;
}
