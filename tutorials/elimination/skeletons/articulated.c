/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The articulated inertia. A body carried by a hinge gets from its parent the
   acceleration a, and adds qdd S by itself, so that the hinge transmits no
   torque about its axis, S^T f = 0:

     f = I (a + S qdd),   S^T f = 0   =>   qdd = -S^T I a / (S^T I S),
     f = I_a a,   I_a = I - U U^T / D,   U = I S,   D = S^T U.

   For the parent it is as if I_a were welded to it: X^T I_a X. */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double S[6], my_mat6 X)
{
  double U[6] = {0}, D = 0;
  /* TODO: U, D; and I_a in the place of I */
  return my_congruent(X, I);
}
