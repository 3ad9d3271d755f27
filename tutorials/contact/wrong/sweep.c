/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: changes the velocities against the impulse */
/* WRONG 2: divides by the inverse mass of one body, not of both */
/* WRONG 3: computes all w before the sweep, which is Jacobi's method */
/* WRONG 4: is the naive sweep, which bounds each change, not the sum */
/* WRONG 5: lets an impulse become negative */
/* WRONG 6: adds the new lambda to the old one, not their difference */
/* WRONG 7: forgets b, or subtracts it */
#include "contact/exercises.h"

#include <math.h>

void my_sweep(const pn_delassus *J, const double *b, double *lambda, pn_vec3 *v)
{
#if WRONG == 3
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
#else
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 n = J->normal[c];
    const double mi = J->inverse_mass[at.i], mj = J->inverse_mass[at.j];
#if WRONG == 7
    const double w = pn_vec3_dot(n, pn_vec3_sub(v[at.j], v[at.i]));
#else
    const double w = pn_vec3_dot(n, pn_vec3_sub(v[at.j], v[at.i])) + b[c];
#endif
#if WRONG == 2
    const double change = fmax(-lambda[c], -w / mj);
#elif WRONG == 4
    const double change = fmax(0, -w / (mi + mj));
#elif WRONG == 5
    const double change = -w / (mi + mj);
#elif WRONG == 6
    const double change = fmax(0, lambda[c] - w / (mi + mj));
#else
    const double change = fmax(-lambda[c], -w / (mi + mj));
#endif
    lambda[c] += change;
#if WRONG == 1
    v[at.i] = pn_vec3_add_scaled(v[at.i], change * mi, n);
    v[at.j] = pn_vec3_add_scaled(v[at.j], -change * mj, n);
#else
    v[at.i] = pn_vec3_add_scaled(v[at.i], -change * mi, n);
    v[at.j] = pn_vec3_add_scaled(v[at.j], change * mj, n);
#endif
  }
#endif
}
