/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The impulse of one contact (section 1).

   In:  the contact: inverse masses (0 for a wall), the unit normal n from i to
        j, both velocities, the gap; the length dt of the step.
   Out: the least impulse, not negative, after which the gap is not negative at
        the end of the step.

   For vectors there are pn_vec3_dot(v, w), pn_vec3_sub(v, w) and others in
   src/pantin/base/vec3.h.

   Example: 1 kg at 1.2 m/s, just behind 3 kg at 0.1 m/s. They close at 1.1 m/s
   and there is no gap; an impulse of 0.825 N s leaves both with 0.375 m/s. */
#include "contact/exercises.h"

#include <math.h>

double my_impulse(const my_contact *c, double dt)
{
  return 0; /* TODO */
}
