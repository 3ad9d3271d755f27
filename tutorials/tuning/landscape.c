/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Prints the fitness of one recorded frame over its parameters.

     landscape FRAMES NUMBER LOW HIGH STEP
                        alpha, f, sweeps and least error along kappa = 0
     landscape FRAMES NUMBER
                        the map: alpha, order of kappa and f, a block for each
                        order, for gnuplot */
#include "frame.h"

#include "pantin/tuning/fitness.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps of the map. */
static const double alpha_step = 0.025, order_step = 0.25;

enum { ACROSS_MOST = 2000 };

/* Evaluates so many points along alpha, from low, a few at a time. */
static void evaluate(pn_pgs *p, const pn_fitness_settings *settings, double low,
                     double step, double order, long count, pn_fitness *point)
{
  frame_require(count <= ACROSS_MOST, "at most 2000 steps, please");
  for (long k = 0; k < count; k++)
    point[k] = (pn_fitness){.alpha = low + (double)k * step, .order = order};
  for (long k = 0; k < count; k += PN_PGS_LANES) {
    const long left = count - k < PN_PGS_LANES ? count - k : PN_PGS_LANES;
    frame_require(
        !pn_fitness_evaluate(p, settings, INFINITY, (size_t)left, &point[k]),
        "alpha must lie in ]0, 2]");
  }
}

/* Prints the fitness along kappa = 0. */
static void line(pn_pgs *p, const pn_fitness_settings *settings, char **range)
{
  const double low = frame_number(range[0]), high = frame_number(range[1]);
  const double step = frame_number(range[2]);
  const long count = lround((high - low) / step) + 1;
  pn_fitness at[ACROSS_MOST];
  evaluate(p, settings, low, step, settings->order_low, count, at);
  printf("alpha       f  sweeps  least error\n");
  for (long k = 0; k < count; k++)
    printf("%.3f  %6.3f  %6zu  %11.1e\n", at[k].alpha, at[k].f,
           at[k].run.sweeps, at[k].run.least);
}

/* Prints the map. */
static void map(pn_pgs *p, const pn_fitness_settings *settings)
{
  const double low = settings->alpha_low, first = settings->order_low;
  const long across = lround((settings->alpha_high - low) / alpha_step) + 1;
  const long up = lround((settings->order_high - first) / order_step);
  pn_fitness at[ACROSS_MOST];
  for (long j = 0; j <= up; j++) {
    evaluate(p, settings, low, alpha_step, first + (double)j * order_step,
             across, at);
    for (long i = 0; i < across; i++)
      printf("%.3f %.2f %.4f\n", at[i].alpha, at[i].order, at[i].f);
    printf("\n");
  }
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  frame_require(argc == 3 || argc == 6,
                "say: landscape FRAMES NUMBER [LOW HIGH STEP]");
  pn_lcp *lcp = frame_problem(argv[1], argv[2]);
  const pn_fitness_settings settings = pn_fitness_settings_default();
  pn_pgs *p = pn_pgs_alloc(lcp, settings.pgs.sweeps, NULL);
  frame_require(p != NULL, "out of memory");
  if (argc == 3)
    map(p, &settings);
  else
    line(p, &settings, argv + 3);
  pn_pgs_free(p);
  pn_lcp_free(lcp);
  return EXIT_SUCCESS;
}
