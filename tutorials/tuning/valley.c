/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* valley [rates | points | ellipses]

   Runs CMA-ES in a straight valley, f = along^2 + 100 across^2, which lies at
   an angle of 30 degrees, and prints a line for each generation: the best f so
   far, the step size, and the ellipse of C, how often it is as long as wide and
   where its long axis points. With "rates" it prints the constants of CMA-ES
   instead, by the names of the text; with "points" or "ellipses", for gnuplot,
   the points of each generation and their f, or its mean and the two half axes
   of its ellipse. */
#include "ellipse.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POPULATION = 24, GENERATIONS = 60 };

static const double mean[] = {-2.5, 1.5}, deviation[] = {0.5, 0.5};
static const double tilt = M_PI / 6, steepness = 100;

static double f(const double *x)
{
  const double along = cos(tilt) * x[0] + sin(tilt) * x[1];
  const double across = cos(tilt) * x[1] - sin(tilt) * x[0];
  return along * along + steepness * across * across;
}

/* Prints the line of a generation, after it was told. */
static void print(const pn_cmaes *es)
{
  const int longer = es->D[1] > es->D[0];
  const double angle = atan(es->B[2 + longer] / es->B[longer]) * 180 / M_PI;
  printf("%10zu  %8.1e  %8.1e %9.1f %9.0f\n", es->generation, es->best_value,
         es->sigma, es->D[longer] / es->D[!longer], angle);
}

static void print_rates(const pn_cmaes *es)
{
  printf("points kept %zu, worth N_e = %.2f\n", es->parents, es->mueff);
  printf("path of sigma: c_sigma %.3f, d_sigma %.3f\n", es->cs, es->ds);
  printf("path of C:     c_c %.3f\n", es->cc);
  printf("C itself:      c_1 %.3f, c_P %.3f\n", es->c1, es->cmu);
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  const char *what = argc == 2 ? argv[1] : "table";
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = POPULATION;
  settings.active = 0;
  pn_error error = {0};
  pn_cmaes *es = pn_cmaes_alloc(2, &settings, mean, deviation, &error);
  if (!es)
    return EXIT_FAILURE;
  if (strcmp(what, "rates") == 0) {
    print_rates(es);
    pn_cmaes_free(es);
    return EXIT_SUCCESS;
  }
  if (argc < 2)
    printf("generation    best f     sigma long:wide   degrees\n");
  while (es->generation < GENERATIONS) {
    double value[POPULATION];
    pn_cmaes_ask(es);
    for (size_t k = 0; k < POPULATION; k++)
      value[k] = f(&es->points[2 * k]);
    if (strcmp(what, "points") == 0)
      ellipse_print_points(es, value);
    if (strcmp(what, "ellipses") == 0)
      ellipse_print(es);
    if (pn_cmaes_tell(es, value))
      return EXIT_FAILURE;
    if (argc < 2)
      print(es);
  }
  pn_cmaes_free(es);
  return EXIT_SUCCESS;
}
