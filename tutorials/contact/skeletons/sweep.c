/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One sweep of projected Gauss-Seidel (section 4).

   In:  the contacts, as in the last exercise; b; lambda; and v, which holds
        what the impulses lambda have made of the velocities, W J^T lambda. So w
        of a contact is how fast it opens by v, plus its b.
   Out: lambda after one sweep from contact 0 to the last, and the v that
        belongs to it. v must be right at every moment: the next contact needs
        it.

   Example: a ball of 1 kg in the groove of section 3, contacts 0 and 1 with its
   two sides, b = (-0.085, -0.085). The first sweep makes lambda = (0.085,
   0.0425), the second (0.06375, 0.053125). */
#include "contact/exercises.h"

#include <math.h>

void my_sweep(const pn_delassus *J, const double *b, double *lambda, pn_vec3 *v)
{
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 n = J->normal[c];
    const double mi = J->inverse_mass[at.i], mj = J->inverse_mass[at.j];
    const double change = 0; /* TODO: of lambda[c] */
    lambda[c] += change;
    /* TODO: the velocities of both bodies */
  }
}
