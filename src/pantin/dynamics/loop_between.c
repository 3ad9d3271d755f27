/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The motion of a joint between two poses: on the polynomials of degree 5 in
   s = t / h that have its values, rates and second derivatives at 0 and h. */
#include "pantin/dynamics/loop_motion_private.h"

#include <math.h>

/* Returns derivative d of the polynomial at s h. */
static pn_vec3 between(const pn_vec3 from[3], const pn_vec3 to[3], double h,
                       double s, int d)
{
  static const double basis[6][6] = {
      {1, 0, 0, -10, 15, -6},       {0, 1, 0, -6, 8, -3},
      {0, 0, 0.5, -1.5, 1.5, -0.5}, {0, 0, 0, 10, -15, 6},
      {0, 0, 0, -4, 7, -3},         {0, 0, 0, 0.5, -1, 0.5}};
  pn_vec3 sum = {0, 0, 0};
  for (int i = 0; i < 6; i++) {
    double value = 0;
    for (int k = 5; k >= d; k--)
      value = s * value + basis[i][k] * (d == 0 ? 1 : d == 1 ? k : k * (k - 1));
    sum = pn_vec3_add_scaled(sum, value * pow(h, i % 3 - d),
                             i < 3 ? from[i] : to[i - 3]);
  }
  return sum;
}

pn_joint_motion pni_loop_between(const pn_joint_motion *a,
                                 const pn_joint_motion *b, double h, double s)
{
  const pn_vec3 turn[2][3] = {{a->turn, a->turn_rate, a->turn_second},
                              {b->turn, b->turn_rate, b->turn_second}};
  const pn_vec3 slide[2][3] = {{a->slide, a->slide_rate, a->slide_second},
                               {b->slide, b->slide_rate, b->slide_second}};
  return (pn_joint_motion){between(turn[0], turn[1], h, s, 0),
                           between(turn[0], turn[1], h, s, 1),
                           between(turn[0], turn[1], h, s, 2),
                           between(slide[0], slide[1], h, s, 0),
                           between(slide[0], slide[1], h, s, 1),
                           between(slide[0], slide[1], h, s, 2)};
}
