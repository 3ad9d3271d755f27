/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* generations FRAMES NUMBER SEED [points | ellipses]

   Runs CMA-ES on the fitness of one recorded frame, and prints a line for each
   generation: where its points were drawn (the mean, and standard deviations
   along alpha and along the order of kappa), and the best fitness so far, with
   its alpha and order. With "points" it prints each point instead: generation,
   alpha, order, f; with "ellipses" the mean of each generation and the half
   axes of its ellipse of standard deviations. */
#include "ellipse.h"
#include "frame.h"

#include "pantin/tuning/fitness.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POPULATION = 24 };

static const double mean[] = {1, -8}, deviation[] = {0.5, 4};

/* Evaluates the points of a generation. */
static void evaluate(pn_pgs *p, const pn_fitness_settings *settings,
                     const pn_cmaes *es, double *value)
{
  for (size_t k = 0; k < POPULATION; k++) {
    pn_fitness at = {.alpha = es->points[2 * k],
                     .order = es->points[2 * k + 1]};
    frame_require(!pn_fitness_evaluate(p, settings, INFINITY, 1, &at),
                  "out of range");
    value[k] = at.f;
  }
}

/* Prints a generation. CMA-ES steps in between, from where the points were
   drawn to where the next ones will be. */
static void step(pn_cmaes *es, const double *value)
{
  printf("%10zu  %6.3f %6.2f", es->generation + 1, es->mean[0], es->mean[1]);
  printf("  %7.4f %7.4f", es->sigma * sqrt(es->C[0]),
         es->sigma * sqrt(es->C[3]));
  frame_require(!pn_cmaes_tell(es, value), "the covariance is not finite");
  printf("  %7.4f %6.3f %6.2f\n", es->best_value, es->best[0], es->best[1]);
}

/* Runs until CMA-ES stops, and prints "points", "ellipses" or, for NULL, the
   table. */
static void run(pn_cmaes *es, pn_pgs *p, const pn_fitness_settings *settings,
                const char *what)
{
  double value[POPULATION];
  if (!what)
    printf("generation    mean          deviations       best f     at\n");
  while (pn_cmaes_test(es) == PN_CMAES_RUNNING) {
    pn_cmaes_ask(es);
    evaluate(p, settings, es, value);
    if (!what) {
      step(es, value);
      continue;
    }
    if (strcmp(what, "points") == 0)
      ellipse_print_points(es, value);
    else
      ellipse_print(es);
    frame_require(!pn_cmaes_tell(es, value), "the covariance is not finite");
  }
  if (!what)
    printf("%s, after %zu evaluations; the best was number %zu\n",
           pn_cmaes_reason_name(pn_cmaes_test(es)), es->evaluations,
           es->best_evaluation);
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  frame_require(argc == 4 || argc == 5,
                "say: generations FRAMES NUMBER SEED [points | ellipses]");
  pn_lcp *lcp = frame_problem(argv[1], argv[2]);
  const pn_fitness_settings fitness = pn_fitness_settings_default();
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = POPULATION;
  settings.active = 0; /* the better half alone, as in the text */
  settings.target = 1e-9;
  settings.seed = (size_t)frame_number(argv[3]);
  pn_error error = {0};
  pn_cmaes *es = pn_cmaes_alloc(2, &settings, mean, deviation, &error);
  pn_pgs *p = pn_pgs_alloc(lcp, fitness.pgs.sweeps, NULL);
  frame_require(es && p, "out of memory");
  pn_cmaes_set_bounds(es, (double[]){fitness.alpha_low, fitness.order_low},
                      (double[]){fitness.alpha_high, fitness.order_high});
  run(es, p, &fitness, argv[4]);
  pn_cmaes_free(es);
  pn_pgs_free(p);
  pn_lcp_free(lcp);
  return EXIT_SUCCESS;
}
