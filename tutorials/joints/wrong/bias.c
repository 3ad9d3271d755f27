/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds the child's term, where it must be subtracted */
/* WRONG 2: has the factors in the wrong order, which flips the sign */
/* WRONG 3: differentiates r once, where twice is asked for */
/* WRONG 4: takes -omega^2 r, which holds only if omega is normal to r */
#include "joints/exercises.h"

pn_vec3 my_bias(pn_vec3 omega_p, pn_vec3 rp, pn_vec3 omega_c, pn_vec3 rc)
{
#if WRONG == 2
  const pn_vec3 sp = pn_vec3_cross(pn_vec3_cross(omega_p, rp), omega_p);
  const pn_vec3 sc = pn_vec3_cross(pn_vec3_cross(omega_c, rc), omega_c);
#elif WRONG == 3
  const pn_vec3 sp = pn_vec3_cross(omega_p, rp);
  const pn_vec3 sc = pn_vec3_cross(omega_c, rc);
#elif WRONG == 4
  const pn_vec3 sp = pn_vec3_scale(-pn_vec3_dot(omega_p, omega_p), rp);
  const pn_vec3 sc = pn_vec3_scale(-pn_vec3_dot(omega_c, omega_c), rc);
#else
  const pn_vec3 sp = pn_vec3_cross(omega_p, pn_vec3_cross(omega_p, rp));
  const pn_vec3 sc = pn_vec3_cross(omega_c, pn_vec3_cross(omega_c, rc));
#endif
#if WRONG == 1
  return pn_vec3_add(sp, sc);
#else
  return pn_vec3_sub(sp, sc);
#endif
}
