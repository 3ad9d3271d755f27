/* Wrong, off by one: a bound is missing, so that contacts glue. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

double my_impulse(const my_contact *c, double dt)
{
  const double D = c->inverse_i + c->inverse_j;
  const double w = pn_vec3_dot(c->n, pn_vec3_sub(c->vj, c->vi)) + c->gap / dt;
  return -w / D;
}
