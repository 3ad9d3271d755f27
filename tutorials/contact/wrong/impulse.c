/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: swaps vi and vj, and so gets the closing speed wrong */
/* WRONG 2: divides by the mean of the inverse masses, not the sum */
/* WRONG 3: has no bound at 0, so that contacts also pull */
/* WRONG 4: forgets the gap */
#include "contact/exercises.h"

#include <math.h>

double my_impulse(const my_contact *c, double dt)
{
#if WRONG == 2
  const double D = (c->inverse_i + c->inverse_j) / 2;
#else
  const double D = c->inverse_i + c->inverse_j;
#endif
#if WRONG == 1
  const double w = pn_vec3_dot(c->n, pn_vec3_sub(c->vi, c->vj)) + c->gap / dt;
#elif WRONG == 4
  const double w = pn_vec3_dot(c->n, pn_vec3_sub(c->vj, c->vi));
#else
  const double w = pn_vec3_dot(c->n, pn_vec3_sub(c->vj, c->vi)) + c->gap / dt;
#endif
#if WRONG == 3
  return -w / D;
#else
  return fmax(0, -w / D);
#endif
}
