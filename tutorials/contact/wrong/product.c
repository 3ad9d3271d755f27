/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: pushes both bodies in the same direction */
/* WRONG 2: pushes only one of the two bodies */
/* WRONG 3: does not set the velocities to 0 at the start */
/* WRONG 4: sets all velocities to 0 but that of the last body, J->bodies */
/* WRONG 5: adds impulses to velocities, without the inverse masses */
#include "contact/exercises.h"

#include <string.h>

void my_product(const pn_delassus *J, const double *x, double *y, pn_vec3 *v)
{
  const double *inverse_mass = J->inverse_mass;
#if WRONG == 4
  memset(v, 0, J->bodies * sizeof *v);
#elif WRONG != 3
  memset(v, 0, (J->bodies + 1) * sizeof *v);
#endif
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 impulse = pn_vec3_scale(x[c], J->normal[c]);
#if WRONG == 5
    v[at.j] = pn_vec3_add(v[at.j], impulse);
    v[at.i] = pn_vec3_sub(v[at.i], impulse);
#else
    v[at.j] = pn_vec3_add_scaled(v[at.j], inverse_mass[at.j], impulse);
#if WRONG == 1
    v[at.i] = pn_vec3_add_scaled(v[at.i], inverse_mass[at.i], impulse);
#elif WRONG != 2
    v[at.i] = pn_vec3_add_scaled(v[at.i], -inverse_mass[at.i], impulse);
#endif
#endif
  }
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    y[c] = pn_vec3_dot(J->normal[c], pn_vec3_sub(v[at.j], v[at.i]));
  }
}
