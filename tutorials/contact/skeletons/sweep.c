/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One sweep of projected Gauss-Seidel: contact after contact,

     lambda_c <- max(0, lambda_c - w_c / D_c),
     w_c = n . (v_j - v_i) + b_c,   D_c = 1/m_i + 1/m_j,

   and at once the velocities of the contact's bodies, by the change of
   lambda_c. Below stands the naive sweep, which never takes an impulse back. */
#include "contact/exercises.h"

#include <math.h>

void my_sweep(const pn_delassus *J, const double *b, double *lambda, pn_vec3 *v)
{
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 n = J->normal[c];
    const double mi = J->inverse_mass[at.i], mj = J->inverse_mass[at.j];
    const double w = pn_vec3_dot(n, pn_vec3_sub(v[at.j], v[at.i])) + b[c];
    const double change = fmax(0, -w / (mi + mj)); /* TODO: bound the sum */
    lambda[c] += change;
    v[at.i] = pn_vec3_add_scaled(v[at.i], -change * mi, n);
    v[at.j] = pn_vec3_add_scaled(v[at.j], change * mj, n);
  }
}
