/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "ellipse.h"

#include <stdio.h>

void ellipse_print(const pn_cmaes *es)
{
  printf("%zu %.6f %.6f", es->generation + 1, es->mean[0], es->mean[1]);
  for (size_t axis = 0; axis < 2; axis++)
    for (size_t i = 0; i < 2; i++)
      printf(" %.6f", es->sigma * es->D[axis] * es->B[2 * i + axis]);
  printf("\n");
}

void ellipse_print_points(const pn_cmaes *es, const double *value)
{
  for (size_t k = 0; k < es->population; k++)
    printf("%zu %.6f %.6f %.6f\n", es->generation + 1, es->points[2 * k],
           es->points[2 * k + 1], value[k]);
}
