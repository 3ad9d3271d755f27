/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* y = A x = J (W (J^T x)), in two loops over the contacts:

     J^T, W   the impulse x_c n_c changes the velocities of both bodies,
              v_i -= x_c n_c / m_i,   v_j += x_c n_c / m_j
     J        y_c = n_c . (v_j - v_i).

   All that does not move is one body, the last, J->bodies, with the inverse
   mass 0. */
#include "contact/exercises.h"

#include <string.h>

void my_product(const pn_delassus *J, const double *x, double *y, pn_vec3 *v)
{
  const double *inverse_mass = J->inverse_mass;
  memset(v, 0, (J->bodies + 1) * sizeof *v);
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
