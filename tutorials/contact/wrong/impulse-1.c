/* Wrong, sign: pulls what opens, and pushes nothing. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

#include <math.h>

double my_impulse(const my_contact *c, double dt)
{
  const double D = c->inverse_i + c->inverse_j;
  const double w = pn_vec3_dot(c->n, pn_vec3_sub(c->vi, c->vj)) + c->gap / dt;
  return fmax(0, -w / D);
}
