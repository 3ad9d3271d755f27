/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A small ball hits a wall (section 11).

   In:  its velocity v; the unit normal n of the wall, which points to the ball;
        the coefficients mu of friction and e of restitution.
   Out: its velocity afterwards. If the ball is leaving the wall already,
        nothing happens. The ball does not turn.

   Along the normal it leaves with e times the speed with which it came.
   Friction acts against the motion along the wall, by at most mu times the
   normal impulse, and it stops that motion at most. (Why does the mass of the
   ball not matter?)

   Examples, with v = (4, 0, -2), n = (0, 0, 1) and e = 0.5:

     mu = 0.5   it slides:  (2.5, 0, 1)
     mu = 2     it sticks:  (0, 0, 1)                                      */
#include "contact/exercises.h"

#include <math.h>

pn_vec3 my_bounce(pn_vec3 v, pn_vec3 n, double mu, double e)
{
  return v; /* TODO */
}
