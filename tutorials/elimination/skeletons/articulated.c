/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The inertia that a parent feels of a body in a hinge (section 7).

   In:  I, the body's own (articulated) inertia, symmetric; s, the motion that
        the hinge allows, both on (v, omega) of the body; X, which carries the
        parent's (v, omega) to the body's.
   Out: X^T I_a X, where I_a is what is felt at the body itself: h = I_a a for
        h = I (a + qdd s) with s^T h = 0.

   Two checks for your formula: I_a s must be 0, and I_a must not change when s
   is doubled.

   Example, in two dimensions instead of six, with s = (1, 1):

     I = [ 2 0 ]    gives    I_a = [  1 -1 ]
         [ 0 2 ]                   [ -1  1 ].                              */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double s[6], my_mat6 X)
{
  /* TODO: replace I by I_a */
  return my_congruent(X, I);
}
