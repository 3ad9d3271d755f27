/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A small ball hits a wall. Per mass the normal impulse is (1 + e) times the
   speed at which it came, and friction up to mu times that, which stops the
   motion along the wall at most. All impulses are in proportion to the mass, so
   that it does not matter. */
#include "contact/exercises.h"

#include <math.h>

pn_vec3 my_bounce(pn_vec3 v, pn_vec3 n, double mu, double e)
{
  const double closing = -pn_vec3_dot(n, v);
  if (closing <= 0)
    return v;
  const pn_vec3 along = pn_vec3_add_scaled(v, closing, n);
  const double speed = pn_vec3_norm(along);
  const double friction = mu * (1 + e) * closing;
  const double left = speed > friction ? 1 - friction / speed : 0;
  return pn_vec3_add_scaled(pn_vec3_scale(left, along), e * closing, n);
}
