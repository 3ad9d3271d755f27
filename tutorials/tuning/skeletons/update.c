/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One generation, with <y> = sum w_k y_k:

     m     <- m + sigma <y>
     p_s   <- (1 - cs) p_s + sqrt(cs (2 - cs) mueff) C^-1/2 <y>
     sigma <- sigma exp(cs / ds (|p_s| / chi - 1)). */
#include "tuning/exercises.h"

#include <math.h>

void my_update(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0}, squares = 0;
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
  for (size_t i = 0; i < 2; i++) /* TODO: m is done; ps and sigma are not */
    s->m[i] += s->sigma * mean[i];
}
