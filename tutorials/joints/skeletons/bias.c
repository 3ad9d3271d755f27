/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Jdot u of the ball joint: how the gap's second derivative feels velocities
   alone.

   In:  the angular velocities of parent and child [rad/s], and their arms, each
        fixed to its body [m].
   Out: the second time derivative of C = x_p + r_p - x_c - r_c, in a motion
        in which v and omega of both bodies stay as they are [m/s^2]. sp and sc
        are the second derivatives of the two arms; C's minus is written below.

   Example: only the parent turns, about z with 2 rad/s, and rp = (1, 0, 0). Its
   point goes round a circle of 1 m with 2 m/s and is accelerated towards the
   axis by 4 m/s^2: the answer is (-4, 0, 0). */
#include "joints/exercises.h"

pn_vec3 my_bias(pn_vec3 omega_p, pn_vec3 rp, pn_vec3 omega_c, pn_vec3 rc)
{
  const pn_vec3 sp = {0, 0, 0}; /* TODO: of the parent's arm */
  const pn_vec3 sc = {0, 0, 0}; /* TODO: of the child's arm */
  return pn_vec3_sub(sp, sc);
}
