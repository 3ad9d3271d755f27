/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The projected residual (section 7): the direction of steepest descent, but 0
   for contacts that may not follow it.

   In:  lambda >= 0 and w = A lambda + b, (n) each.
   Out: r, (n).

   Example: lambda = (0, 0, 0.6) and w = (0.4, -0.4, 0.4). The first contact
   would go below 0, the second is at 0 and wants to grow, the third may shrink:
   r = (0, 0.4, -0.4). */
#include "contact/exercises.h"

void my_projection(size_t n, const double *lambda, const double *w, double *r)
{
  for (size_t i = 0; i < n; i++)
    r[i] = -w[i]; /* TODO: who may not? */
}
