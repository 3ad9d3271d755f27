/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Golden sections about the best steps of a scan. A section has two points
   within its bounds, drops the part beside the worse one, and needs one new
   point for what is left.

   Runs go side by side, so that trying one point at a time would waste most
   lanes. Which part will be dropped is guessed by the parabola through the
   three best points about the minimum, and the next points are tried together:
   those up to the first wrong guess are the section's own, the others are
   forgotten. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* (sqrt(5) - 1) / 2 */
static const double golden = 0.61803398874989484820;

/* A section: its bounds, and the points within. */
typedef struct {
  double low, high;
  pn_fitness in[2];
} section;

/* A valley: its section after the points that are known, all of its points, and
   three alphas about the minimum with their f. */
typedef struct {
  section now;
  pn_fitness *point; /* (scan_golden) */
  size_t known;      /* points that are evaluated and right */
  size_t tried;      /* that are being evaluated, behind those */
  double alpha[3], f[3];
} valley_state;

/* Places the k-th point of a section, 0 the lower one; it has no f yet. */
static void place(section *of, int k, double order)
{
  const double width = of->high - of->low;
  of->in[k] = (pn_fitness){.alpha = k == 0 ? of->high - golden * width
                                           : of->low + golden * width,
                           .order = order};
}

/* Drops the part beside the worse point; returns which one is new. */
static int narrow(section *of, double order)
{
  const int left = of->in[0].f <= of->in[1].f;
  if (left)
    of->high = of->in[1].alpha;
  else
    of->low = of->in[0].alpha;
  of->in[left] = of->in[!left];
  place(of, !left, order);
  return !left;
}

/* Goes on to the k-th point, from 0; returns which of the two it is. */
static int go_on(section *of, size_t k, double order)
{
  if (k >= 2)
    return narrow(of, order);
  place(of, (int)k, order);
  return (int)k;
}

/* Returns the minimum of the parabola, or the best alpha if there is none. */
static double vertex(const valley_state *of)
{
  const double *x = of->alpha, *f = of->f;
  const double left = (f[1] - f[0]) / (x[1] - x[0]);
  const double right = (f[2] - f[1]) / (x[2] - x[1]);
  const double at =
      (x[0] + x[1]) / 2 - left * (x[2] - x[0]) / (2 * (right - left));
  return at >= x[0] && at <= x[2] ? at : x[1];
}

/* Brings a new point among the three. */
static void learn(valley_state *of, double alpha, double f)
{
  const int side = alpha < of->alpha[1] ? 0 : 2;
  if (f < of->f[1]) {
    of->alpha[2 - side] = of->alpha[1];
    of->f[2 - side] = of->f[1];
  }
  const int place_of = f < of->f[1] ? 1 : side;
  of->alpha[place_of] = alpha;
  of->f[place_of] = f;
}

/* Lists so many points that come next if the guesses are right. */
static void guess(valley_state *of, const pn_tune_settings *settings,
                  size_t count)
{
  const double minimum = vertex(of);
  section to = of->now;
  size_t k = of->known;
  for (; k < settings->scan_golden && k < of->known + count; k++) {
    of->point[k] = to.in[go_on(&to, k, settings->fitness.order_low)];
    for (int l = 0; l < 2; l++)
      to.in[l].f = fabs(to.in[l].alpha - minimum);
  }
  of->tried = k - of->known;
}

/* Keeps those points that were tried and are the section's own. */
static void keep(valley_state *of, double order)
{
  for (; of->tried > 0; of->tried--) {
    section to = of->now;
    const pn_fitness *point = &of->point[of->known];
    const int next = go_on(&to, of->known, order);
    if (to.in[next].alpha != point->alpha)
      break;
    to.in[next] = *point;
    of->now = to;
    of->known++;
    learn(of, point->alpha, point->f);
  }
}

/* Tries the next points of those valleys that are open, side by side. */
static int try_next(pn_tune *tune, size_t open, size_t valleys,
                    valley_state *of)
{
  const size_t most = tune->pgs[0]->most;
  pn_fitness some[PN_PGS_MOST + PN_TUNE_VALLEYS];
  size_t count = 0;
  for (size_t v = 0; v < valleys; v++) {
    guess(&of[v], &tune->settings, open < most ? most / open : 1);
    for (size_t k = 0; k < of[v].tried; k++)
      some[count++] = of[v].point[of[v].known + k];
  }
  const int code = pni_tune_try(tune, INFINITY, count, some);
  for (size_t v = valleys; v-- > 0;) {
    for (size_t k = of[v].tried; k-- > 0;)
      of[v].point[of[v].known + k] = some[--count];
    keep(&of[v], tune->settings.fitness.order_low);
  }
  return code;
}

/* Counts the valleys in which points are wanting. */
static size_t count_open(const pn_tune *tune, size_t valleys,
                         const valley_state *of)
{
  size_t open = 0;
  for (size_t v = 0; v < valleys; v++)
    open += of[v].known < tune->settings.scan_golden;
  return open;
}

/* Begins with the step below and above the valley's point, k of `count`. */
static void begin(valley_state *of, const pn_tune_settings *settings,
                  size_t count, const pn_fitness *point, size_t k)
{
  const double step = settings->scan_step, alpha = point[k].alpha;
  of->now = (section){.low = fmax(alpha - step, settings->fitness.alpha_low),
                      .high = fmin(alpha + step, settings->fitness.alpha_high)};
  of->alpha[0] = k + 1 < count ? point[k + 1].alpha : of->now.low;
  of->f[0] = k + 1 < count ? point[k + 1].f : INFINITY;
  of->alpha[1] = alpha;
  of->f[1] = point[k].f;
  of->alpha[2] = k > 0 ? point[k - 1].alpha : of->now.high;
  of->f[2] = k > 0 ? point[k - 1].f : INFINITY;
}

int pni_tune_golden(pn_tune *tune, size_t count, const pn_fitness *point,
                    size_t valleys, const size_t *valley)
{
  const size_t points = tune->settings.scan_golden;
  valley_state of[PN_TUNE_VALLEYS] = {0};
  if (valleys * points == 0)
    return GSL_SUCCESS;
  pn_fitness *all = pn_alloc(valleys * points, sizeof *all);
  if (!all)
    return GSL_ENOMEM;
  for (size_t v = 0; v < valleys; v++) {
    of[v].point = all + v * points;
    begin(&of[v], &tune->settings, count, point, valley[v]);
  }
  int code = GSL_SUCCESS;
  size_t open;
  while (!code && (open = count_open(tune, valleys, of)) > 0)
    code = try_next(tune, open, valleys, of);
  /* The order is that of sections that try one point of each at a time. */
  for (size_t k = 0; k < points && !code; k++)
    for (size_t v = 0; v < valleys; v++)
      pni_tune_note(tune, &of[v].point[k]);
  pn_free(all);
  return code;
}
