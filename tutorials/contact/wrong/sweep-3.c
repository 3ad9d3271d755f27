/* Wrong, off by one: all w from before the sweep, which is Jacobi. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

#include <math.h>

void my_sweep(const pn_delassus *J, const double *b, double *lambda, pn_vec3 *v)
{
  enum { ROWS_MAX = 64 };
  double change[ROWS_MAX];
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const double D = J->inverse_mass[at.i] + J->inverse_mass[at.j];
    const double w =
        pn_vec3_dot(J->normal[c], pn_vec3_sub(v[at.j], v[at.i])) + b[c];
    change[c] = fmax(-lambda[c], -w / D);
    lambda[c] += change[c];
  }
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 impulse = pn_vec3_scale(change[c], J->normal[c]);
    v[at.i] = pn_vec3_add_scaled(v[at.i], -J->inverse_mass[at.i], impulse);
    v[at.j] = pn_vec3_add_scaled(v[at.j], J->inverse_mass[at.j], impulse);
  }
}
