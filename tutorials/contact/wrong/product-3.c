/* Wrong, off by one: begins with the velocities of the last product. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

void my_product(const pn_delassus *J, const double *x, double *y, pn_vec3 *v)
{
  const double *inverse_mass = J->inverse_mass;
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 impulse = pn_vec3_scale(x[c], J->normal[c]);
    v[at.j] = pn_vec3_add_scaled(v[at.j], inverse_mass[at.j], impulse);
    v[at.i] = pn_vec3_add_scaled(v[at.i], -inverse_mass[at.i], impulse);
  }
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    y[c] = pn_vec3_dot(J->normal[c], pn_vec3_sub(v[at.j], v[at.i]));
  }
}
