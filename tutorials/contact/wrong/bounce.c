/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: bounds friction by mu times the closing speed, without 1 + e */
/* WRONG 2: divides by the speed along the wall, even where that is 0 */
/* WRONG 3: throws back a ball that is leaving already */
/* WRONG 4: forgets the friction */
/* WRONG 5: takes from the speed along the wall the share mu of itself */
/* WRONG 6: lets friction turn the motion along the wall back */
#include "contact/exercises.h"

#include <math.h>

pn_vec3 my_bounce(pn_vec3 v, pn_vec3 n, double mu, double e)
{
  const double closing = -pn_vec3_dot(n, v);
#if WRONG != 3
  if (closing <= 0)
    return v;
#endif
  const pn_vec3 along = pn_vec3_add_scaled(v, closing, n);
  const double speed = pn_vec3_norm(along);
#if WRONG == 1
  const double friction = mu * closing;
#elif WRONG == 4
  const double friction = 0;
#else
  const double friction = mu * (1 + e) * closing;
#endif
#if WRONG == 2
  const double left = friction / speed > 1 ? 0 : 1 - friction / speed;
#elif WRONG == 5
  const double left = fmax(0, 1 - mu);
#elif WRONG == 6
  const double left = 1 - friction / speed;
#else
  const double left = speed > friction ? 1 - friction / speed : 0;
#endif
  return pn_vec3_add_scaled(pn_vec3_scale(left, along), e * closing, n);
}
