/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The angular acceleration of a free body. Its angular momentum L = I omega,
   with I in the world's frame, changes by the torque only; but I turns with the
   body, so that

     L' = I omega' + omega x (I omega) = torque.

   pn_mat3_apply(A, v) is A v. */
#include "joints/exercises.h"

pn_vec3 my_gyroscope(pn_mat3 I, pn_mat3 inverse, pn_vec3 omega, pn_vec3 torque)
{
  const pn_vec3 L = pn_mat3_apply(I, omega);
  const pn_vec3 rest = pn_vec3_sub(torque, pn_vec3_cross(omega, L));
  return pn_mat3_apply(inverse, rest);
}
