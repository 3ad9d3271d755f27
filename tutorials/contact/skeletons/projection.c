/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The projected residual: the direction -w, in which the energy decreases, but
   0 in the rows with lambda_i = 0 that would become negative. */
#include "contact/exercises.h"

void my_projection(size_t n, const double *lambda, const double *w, double *r)
{
  for (size_t i = 0; i < n; i++)
    r[i] = -w[i]; /* TODO: unless the row is held at its bound */
}
