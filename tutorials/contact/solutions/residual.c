/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A row is solved if w = 0, or w > 0 at the lower bound, or w < 0 at the upper
   one. All three in one line: the natural residual

     min(D (lambda - lo), max(D (lambda - hi), w)).

   The factor D turns impulses into velocities, so that like is compared with
   like. */
#include "contact/exercises.h"

#include <math.h>

double my_residual(double D, double lo, double hi, double lambda, double w)
{
  return fmin(D * (lambda - lo), fmax(D * (lambda - hi), w));
}
