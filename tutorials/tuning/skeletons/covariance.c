/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The path and the covariance of CMA-ES after a generation (section 6).

   In:  the strategy s; y, the steps of the better points, the best first, with
        their weights s->w; there are s->parents of them.
   Out: s->pc and s->C, changed in place; C uses the new pc, and stays
        symmetric.

   Work out first what the factor r must be, so that the path keeps the
   covariance C if the choice is blind. In the code N_e is s->mueff, c_c is
   s->cc, c_1 is s->c1 and c_P is s->cmu.

   Example: one parent, w = 1, mueff = 1, y = (2, 1), pc = (1, 0), C the
   identity, cc = 0.4, c1 = 0.1, cmu = 0.4. The factor r is 0.8, pc becomes
   (2.2, 0.8), and

     C = [ 2.584  0.976 ]
         [ 0.976  0.964 ].                                                  */
#include "tuning/exercises.h"

#include <math.h>

void my_covariance(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0};
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
  /* TODO: pc from the mean step, then C from pc and all steps y */
}
