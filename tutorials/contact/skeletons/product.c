/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* y = A x = J (W (J^T x)), without the matrix (section 3).

   In:  the contacts c = 0 .. J->rows - 1: J->pair[c].i and .j are the bodies,
        J->normal[c] is the unit normal from i to j; J->inverse_mass[k] is that
        of body k. All that does not move is one body, the last, number
        J->bodies, with the inverse mass 0. x, (J->rows).
   Out: y, (J->rows): how fast each contact opens if the bodies are at rest and
        get all the impulses x.
   v is room for the velocities of J->bodies + 1 bodies. There is no telling
   what is in it at first.

   pn_vec3_add_scaled(v, s, n) is v + s n.

   Example: two balls of 1 kg on top of each other, contact 0 with the ground,
   contact 1 between them, normals upwards. Then x = (1, 1) gives the lower ball
   1 - 1 = 0 m/s and the upper one 1 m/s, so that y = (0, 1). */
#include "contact/exercises.h"

#include <string.h>

void my_product(const pn_delassus *J, const double *x, double *y, pn_vec3 *v)
{
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    /* TODO: give both bodies the impulse */
  }
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    y[c] = 0; /* TODO */
  }
}
