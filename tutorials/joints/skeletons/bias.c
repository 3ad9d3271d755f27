/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Jdot u, which is what is left of C'' when nothing accelerates. An arm is
   fixed to its body, so that r' = omega x r and, with omega' = 0, r'' = omega x
   r'. For the ball joint

     C = x_p + r_p - x_c - r_c. */
#include "joints/exercises.h"

pn_vec3 my_bias(pn_vec3 omega_p, pn_vec3 rp, pn_vec3 omega_c, pn_vec3 rc)
{
  const pn_vec3 sp = {0, 0, 0}; /* TODO: r_p'' */
  const pn_vec3 sc = {0, 0, 0}; /* TODO: r_c'' */
  return pn_vec3_sub(sp, sc);
}
