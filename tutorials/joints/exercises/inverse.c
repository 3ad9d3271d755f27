/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The force and the torque by which a joint must act on a body, if the body is
   to move as prescribed. The body's own joint, at A, acts with (f, t); on the
   joints at A_c by which other bodies hang from it, it acts with (f_c, t_c),
   and gets the opposite:

     m a                          = m g + f - sum f_c
     I alpha + omega x (I omega)  = t + (A - x) x f
                                    - sum [ t_c + (A_c - x) x f_c ].

   From the last bodies to the first, this needs no system to be solved. */
#include "joints/exercises.h"

my_wrench my_inverse(const my_body *b, size_t children, const my_wrench *child)
{
  my_wrench own;
  const pn_vec3 inertial = pn_vec3_sub(b->a, b->gravity);
  own.f = pn_vec3_scale(b->mass, inertial);
  /* TODO: own.t, without the joints' share */
  own.t = pn_vec3_make(0, 0, 0);
  for (size_t c = 0; c < children; c++) {
    const pn_vec3 arm = pn_vec3_sub(child[c].A, b->x);
    /* TODO: what this child takes */
  }
  own.A = b->A;
  /* TODO: own.f turns the body, too */
  return own;
}
