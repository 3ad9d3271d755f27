/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "draw.h"

#include <math.h>

gsl_rng *draw_source;

void draw_open(void)
{
  draw_source = gsl_rng_alloc(gsl_rng_mt19937);
}

void draw_close(void)
{
  gsl_rng_free(draw_source);
}

double draw_uniform(void)
{
  return 2 * gsl_rng_uniform(draw_source) - 1;
}

pn_vec3 draw_vec3(void)
{
  const double x = draw_uniform(), y = draw_uniform(), z = draw_uniform();
  return pn_vec3_make(x, y, z);
}

double draw_between(double low, double high)
{
  return low * pow(high / low, gsl_rng_uniform(draw_source));
}
