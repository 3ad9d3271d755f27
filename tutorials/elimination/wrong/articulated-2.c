/* Wrong, off by one: the hinge is taken for a weld. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double S[6], my_mat6 X)
{
  return my_congruent(X, I);
}
