/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The projected residual: the way -w, down the energy, but 0 in the rows that
   cannot go it, since lambda_i = 0 and -w_i leads below. */
#include "contact/exercises.h"

void my_projection(size_t n, const double *lambda, const double *w, double *r)
{
  for (size_t i = 0; i < n; i++)
    r[i] = -w[i]; /* TODO: unless the row is held at its bound */
}
