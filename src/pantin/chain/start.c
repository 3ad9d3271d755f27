/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Starts of a chain. Those on a parabola are made in start_parabola.c. */
#include "pantin/chain/start.h"
#include "pantin/chain/start_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <string.h>

static int parabola_fill(const pn_chain *chain, unsigned long seed,
                         pn_chain_point *point, pn_error *error)
{
  (void)seed;
  return pni_chain_start_parabola(chain, pn_chain_length(chain), 1, point,
                                  error);
}

static int arch_fill(const pn_chain *chain, unsigned long seed,
                     pn_chain_point *point, pn_error *error)
{
  (void)seed;
  return pni_chain_start_parabola(chain, pn_chain_length(chain), -1, point,
                                  error);
}

/* Places the nodes on the line between the ends. All bars are parallel there,
   and the Jacobian has lost a rank. */
static int line_fill(const pn_chain *chain, unsigned long seed,
                     pn_chain_point *point, pn_error *error)
{
  (void)seed;
  (void)error;
  const double total = pn_chain_length(chain);
  double length = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    length += chain->length[i - 1];
    point->x[i] = chain->end[0] * length / total;
    point->y[i] = chain->end[1] * length / total;
  }
  return GSL_SUCCESS;
}

/* Moves every other node off that line, by as much as gives equal bars their
   length. */
static int zigzag_fill(const pn_chain *chain, unsigned long seed,
                       pn_chain_point *point, pn_error *error)
{
  const double total = pn_chain_length(chain);
  const double d = hypot(chain->end[0], chain->end[1]);
  const double mean = total / (double)chain->bars;
  const double height = mean * sqrt(fmax(1 - d / total * (d / total), 0));
  const double x = d > 0 ? chain->end[0] / d : 1;
  const double y = d > 0 ? chain->end[1] / d : 0;
  line_fill(chain, seed, point, error);
  for (size_t i = 1; i < chain->bars; i += 2) {
    point->x[i] += height * y;
    point->y[i] -= height * x;
  }
  return GSL_SUCCESS;
}

/* Draws the nodes uniformly from the square of side sum L about the middle of
   the ends, which holds all that the chain can reach. */
static int random_fill(const pn_chain *chain, unsigned long seed,
                       pn_chain_point *point, pn_error *error)
{
  gsl_rng *source = gsl_rng_alloc(gsl_rng_mt19937);
  if (!source)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  gsl_rng_set(source, seed);
  const double side = pn_chain_length(chain);
  for (size_t i = 1; i < chain->bars; i++) {
    point->x[i] = chain->end[0] / 2 + side * (gsl_rng_uniform(source) - 0.5);
    point->y[i] = chain->end[1] / 2 + side * (gsl_rng_uniform(source) - 0.5);
  }
  gsl_rng_free(source);
  return GSL_SUCCESS;
}

/* Places the nodes around a circle of that circumference, clockwise from its
   top. */
static void fill_circle(const pn_chain *chain, double circumference,
                        double top_x, double top_y, pn_chain_point *point)
{
  const double total = pn_chain_length(chain);
  const double radius = circumference / (2 * M_PI);
  double length = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    length += chain->length[i - 1];
    const double angle = 2 * M_PI * length / total;
    point->x[i] = top_x + radius * sin(angle);
    point->y[i] = top_y + radius * (cos(angle) - 1);
  }
}

/* Leads the chain around a circle back to its first end, so that the last bar
   alone would have to reach the far end. */
static int circle_fill(const pn_chain *chain, unsigned long seed,
                       pn_chain_point *point, pn_error *error)
{
  (void)seed;
  (void)error;
  fill_circle(chain, pn_chain_length(chain), 0, 0, point);
  return GSL_SUCCESS;
}

/* Bunches the nodes on a circle of a hundredth of the length: the first and the
   last bar are too long, all others much too short. */
static int bunched_fill(const pn_chain *chain, unsigned long seed,
                        pn_chain_point *point, pn_error *error)
{
  static const double shrunk = 0.01;
  (void)seed;
  (void)error;
  fill_circle(chain, shrunk * pn_chain_length(chain), chain->end[0] / 2,
              chain->end[1] / 2, point);
  return GSL_SUCCESS;
}

/* The family. A new start is a function and one line here. */
static const pn_chain_start starts[] = {
    {"parabola", "hanging parabola of the chain's length", parabola_fill},
    {"line", "straight from end to end", line_fill},
    {"arch", "the parabola upside down", arch_fill},
    {"zigzag", "nodes on both sides of the straight line", zigzag_fill},
    {"random", "nodes anywhere in a square about the chain", random_fill},
    {"bunched", "all nodes close together half-way", bunched_fill},
    {"circle", "once around a circle, back to the first end", circle_fill},
};

const pn_chain_start *pn_chain_start_get(size_t k)
{
  return k < sizeof starts / sizeof starts[0] ? &starts[k] : NULL;
}

const pn_chain_start *pn_chain_start_find(const char *name)
{
  const pn_chain_start *start;
  for (size_t k = 0; (start = pn_chain_start_get(k)); k++)
    if (strcmp(start->name, name) == 0)
      break;
  return start;
}

int pn_chain_start_set(const pn_chain_start *start, const pn_chain *chain,
                       unsigned long seed, pn_chain_point *point,
                       pn_error *error)
{
  const size_t n = chain->bars;
  pn_error_clear(error);
  point->x[0] = point->y[0] = 0;
  point->x[n] = chain->end[0];
  point->y[n] = chain->end[1];
  memset(point->lambda, 0, n * sizeof *point->lambda);
  memset(point->mu, 0, chain->facets * (n + 1) * sizeof *point->mu);
  return start->fill(chain, seed, point, error);
}
