/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Mean, path and step size of CMA-ES after a generation (section 6).

   In:  the strategy s; y, the steps of the better points, the best first, with
        their weights s->w; there are s->parents of them.
   Out: s->m, s->ps and s->sigma, changed in place. The mean moves by the old
        step size.

   In the code N_e is s->mueff, c_sigma is s->cs, d_sigma is s->ds, and C^-1/2
   is s->root. Take chi from s->chi, which is only nearly sqrt(pi/2).

   Example: one parent, w = 1, mueff = 1, y = (2, 1), m = (1, 1), sigma = 0.5,
   ps = (1, 0), C the identity, cs = 0.4, ds = 1, chi = 1.25. Then m becomes
   (2, 1.5) and ps (2.2, 0.8), whose length is 2.341, and sigma 0.5 exp(0.349) =
   0.709. */
#include "tuning/exercises.h"

#include <math.h>

void my_update(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0};
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
  /* TODO: m, then ps, then sigma */
}
