/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A scan of alpha at kappa = 0, for no regularisation was ever found to help:
   equal steps, then golden sections about the best of them. The fitness is
   neither convex nor continuous: where runs converge it goes in steps of a
   sweep, where they do not it has dips a few hundredths wide, and one section
   may miss the deepest of them. So several valleys are looked into, side by
   side. Runs that are clearly worse than the best so far are given up.

   Every third step is evaluated first. Where these have one valley alone, as on
   large problems, which take long, steps between two that are much worse than
   the best are left out. Elsewhere all steps follow; every fifth is carried
   through, however bad, for the deepest dip may lie beside it. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Every third step, counted from alpha = 1, is evaluated first, and every
   fifth, counted from the highest alpha, second. */
enum { THIRD = 3, FIFTH = 5 };

/* Steps between two that are worse than the best by more than this are left
   out. Of 740 problems of the four scenes 0.3 lost nothing, and 0.25 lost 0.04
   in one. */
static const double far = 0.4;

/* A step that is worse than the best by more than this has no better point
   beside it. */
static const double margin = 0.2;

/* Alphas that are nearer are the same. */
static const double same = 1e-9;

/* Lists alpha_high, a step less, and so on, with 1 among them. */
static size_t list(const pn_tune *tune, pn_fitness *point)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  double last = INFINITY;
  size_t count = 0;
  for (size_t k = 0;; k++) {
    const double alpha =
        fitness->alpha_high - (double)k * tune->settings.scan_step;
    if (last > 1 + same && alpha < 1 - same)
      point[count++] = (pn_fitness){.alpha = 1, .order = fitness->order_low};
    if (alpha < fitness->alpha_low - same)
      return count;
    last = fabs(alpha - 1) <= same ? 1 : fmax(alpha, fitness->alpha_low);
    point[count++] = (pn_fitness){.alpha = last, .order = fitness->order_low};
  }
}

/* Which steps are evaluated, and when. */
enum { LEFT_OUT, FIRST, SECOND, LAST };

/* Returns the index of the next of the first points from k on, or `count`. */
static size_t next_first(const char *when, size_t count, size_t k)
{
  while (k < count && when[k] != FIRST)
    k++;
  return k;
}

/* Tells whether the first points have one valley, which falls and rises without
   a level part. */
static int has_one_valley(const char *when, size_t count,
                          const pn_fitness *point)
{
  int rises = 0;
  size_t last = next_first(when, count, 0);
  for (size_t k; (k = next_first(when, count, last + 1)) < count; last = k) {
    if (point[k].f == point[last].f || (rises && point[k].f < point[last].f))
      return 0;
    rises = point[k].f > point[last].f;
  }
  return 1;
}

/* Says when each point is evaluated. */
static void plan(size_t count, const pn_fitness *point, char *when)
{
  size_t one = 0;
  while (point[one].alpha != 1)
    one++;
  for (size_t k = 0; k < count; k++)
    when[k] = (k > one ? k - one : one - k) % THIRD == 0 ? FIRST
              : k % FIFTH == 0                           ? SECOND
                                                         : LAST;
}

/* Leaves out the points between first ones, or beyond the last of them, that
   are far above the best; the others come last. */
static void leave_out(size_t count, const pn_fitness *point, double best,
                      char *when)
{
  double before = INFINITY;
  for (size_t k = 0; k < count; k++) {
    if (when[k] == FIRST) {
      before = point[k].f;
      continue;
    }
    const size_t next = next_first(when, count, k);
    const double after = next < count ? point[next].f : INFINITY;
    when[k] = fmin(before, after) > best + far ? LEFT_OUT : LAST;
  }
}

/* The points of a scan, with room for as many again. */
typedef struct {
  size_t count;
  pn_fitness *point, *some;
  char *when;
  double best; /* the least f until now */
} steps;

/* Evaluates the points of one kind, as one parallel job. */
static int evaluate(pn_tune *tune, double limit, char kind, steps *of)
{
  size_t taken = 0;
  for (size_t k = 0; k < of->count; k++)
    if (of->when[k] == kind)
      of->some[taken++] = of->point[k];
  const int code = pni_tune_try(tune, limit, taken, of->some);
  for (size_t k = of->count; k-- > 0;)
    if (of->when[k] == kind) {
      of->point[k] = of->some[--taken];
      of->best = fmin(of->best, of->point[k].f);
    }
  return code;
}

/* Notes the points that were evaluated, and drops the others. Of equal ones
   that is the best which is noted first: a fifth one, or the highest. */
static void note(pn_tune *tune, steps *of)
{
  size_t kept = 0;
  for (int later = 0; later < 2; later++)
    for (size_t k = 0; k < of->count; k++)
      if (of->when[k] != LEFT_OUT &&
          (k % FIFTH == 0 || of->point[k].alpha == 1) != later)
        pni_tune_note(tune, &of->point[k]);
  for (size_t k = 0; k < of->count; k++)
    if (of->when[k] != LEFT_OUT)
      of->point[kept++] = of->point[k];
  of->count = kept;
}

/* Evaluates the first points, then those others that may be better. */
static int evaluate_all(pn_tune *tune, steps *of)
{
  plan(of->count, of->point, of->when);
  int code = evaluate(tune, INFINITY, FIRST, of);
  if (!code && has_one_valley(of->when, of->count, of->point))
    leave_out(of->count, of->point, of->best, of->when);
  if (!code)
    code = evaluate(tune, INFINITY, SECOND, of);
  if (!code)
    code = evaluate(tune, of->best + margin, LAST, of);
  if (!code)
    note(tune, of);
  return code;
}

pn_fitness *pni_tune_steps(pn_tune *tune, size_t *count)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const size_t room = 3 + (size_t)((fitness->alpha_high - fitness->alpha_low) /
                                   tune->settings.scan_step);
  steps of = {.point = pn_alloc(room, sizeof *of.point),
              .some = pn_alloc(room, sizeof *of.some),
              .when = pn_alloc(room, sizeof *of.when),
              .best = INFINITY};
  if (of.point)
    of.count = list(tune, of.point);
  if (!of.point || !of.some || !of.when || evaluate_all(tune, &of)) {
    pn_free(of.point);
    of.point = NULL;
  }
  pn_free(of.when);
  pn_free(of.some);
  *count = of.count;
  return of.point;
}

size_t pni_tune_valleys(const pn_fitness *point, size_t count, size_t most,
                        size_t *valley)
{
  size_t found = 0;
  for (size_t k = 0; k < count; k++) {
    if ((k > 0 && point[k - 1].f <= point[k].f) ||
        (k + 1 < count && point[k + 1].f < point[k].f) || isinf(point[k].f))
      continue;
    size_t at = found < most ? found++ : most;
    for (; at > 0 && point[valley[at - 1]].f > point[k].f; at--)
      if (at < most)
        valley[at] = valley[at - 1];
    if (at < most)
      valley[at] = k;
  }
  return found;
}

static int scan_run(pn_tune *tune)
{
  size_t count = 0, valley[PN_TUNE_VALLEYS];
  tune->reason = "complete";
  pn_fitness *point = pni_tune_steps(tune, &count);
  if (!point)
    return GSL_ENOMEM;
  const size_t valleys =
      pni_tune_valleys(point, count, tune->settings.scan_valleys, valley);
  const int code = pni_tune_golden(tune, count, point, valleys, valley);
  pn_free(point);
  return code;
}

static const pn_tune_method scan = {
    .name = "scan",
    .summary = "steps of alpha at kappa = 0, then golden sections",
    .run = scan_run,
};

const pn_tune_method *const pn_tune_scan = &scan;
