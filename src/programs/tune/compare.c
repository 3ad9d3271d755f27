/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/compare.h"

#include "pantin/base/json.h"
#include "programs/tune/pool.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A fitness so little above the best is as good: a sweep more or less is
   0.005. */
static const double near = 0.01;

/* What one frame says of one contender. */
typedef struct {
  double f, seconds;
  size_t solves, sweeps;
} attempt;

/* The fine scan, whose runs are all carried through. */
static int scan_finely(pn_tune *tune)
{
  const pn_fitness_settings *range = &tune->settings.fitness;
  const double step = (range->alpha_high - range->alpha_low) / (TUNE_FINE - 1);
  pn_fitness point[TUNE_FINE];
  for (size_t k = 0; k < TUNE_FINE; k++)
    point[k] = (pn_fitness){.alpha = range->alpha_low + step * (double)k,
                            .order = range->order_low};
  /* A sum of rounded steps may leave the range. */
  point[TUNE_FINE - 1].alpha = range->alpha_high;
  return pn_tune_evaluate(tune, INFINITY, TUNE_FINE, point);
}

static const pn_tune_method fine_scan = {
    .name = "381-scan", .summary = "", .run = scan_finely};

static int attempt_all(const void *study, const pn_frame *frame, void *result)
{
  const tune_compare *compare = study;
  attempt *made = result;
  int code = GSL_SUCCESS;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  pn_tune *tune = pn_tune_alloc(frame->lcp, &compare->asked->settings, NULL);
  for (size_t k = 0; k < compare->contenders && tune && !code; k++) {
    const double begin = tune_now(0);
    code = pn_tune_run(tune, compare->contender[k].method);
    made[k] = (attempt){.f = tune->best.f,
                        .seconds = tune_now(0) - begin,
                        .solves = tune->solves,
                        .sweeps = tune->sweeps};
  }
  pn_tune_free(tune);
  return tune ? code : GSL_ENOMEM;
}

static int keep(void *study, pn_frame *frame, const void *result,
                pn_error *error)
{
  tune_compare *compare = study;
  const attempt *made = result;
  (void)error;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  for (size_t k = 0; k < compare->contenders; k++) {
    tune_contender *of = &compare->contender[k];
    const double gap = made[k].f - made[0].f;
    of->gap += gap;
    of->worst = compare->frames > 0 ? fmax(of->worst, gap) : gap;
    of->within += gap <= near;
    of->solves += made[k].solves;
    of->sweeps += made[k].sweeps;
    of->seconds += made[k].seconds;
  }
  compare->frames++;
  return GSL_SUCCESS;
}

/* Whether a name stands in the list, between commas. */
static int is_listed(const char *list, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = list; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (strncmp(at, name, length) == 0 &&
        (at[length] == ',' || at[length] == '\0'))
      return 1;
  }
  return 0;
}

static int choose(tune_compare *compare, const char *list, pn_error *error)
{
  const pn_tune_method *method;
  size_t named = 1;
  compare->contender[compare->contenders++].method = &fine_scan;
  for (size_t k = 0; (method = pn_tune_method_get(k)); k++)
    if (strcmp(list, "all") == 0 || is_listed(list, method->name))
      compare->contender[compare->contenders++].method = method;
  for (const char *at = list; *at; at++)
    named += *at == ',';
  if (strcmp(list, "all") != 0 && compare->contenders != named + 1)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--compare needs methods such as scan,quick, or all, "
                        "not '%s'",
                        list);
  return GSL_SUCCESS;
}

int tune_compare_all(tune_compare *compare, tune_source *source, program *self)
{
  const tune_pool pool = {.threads = compare->asked->threads,
                          .study = compare,
                          .result = TUNE_NAMES_MAX * sizeof(attempt),
                          .work = attempt_all,
                          .keep = keep};
  if (choose(compare, compare->asked->compare, &self->error))
    return self->error.code;
  return tune_pool_all(&pool, source, compare->asked, self);
}

void tune_compare_print(FILE *stream, const tune_compare *compare)
{
  const double frames = (double)compare->frames;
  const int times = !compare->asked->no_seconds;
  fprintf(stream,
          "%s: %zu frames; the gap is the fitness above the least of "
          "%d alphas\n",
          compare->name, compare->frames, TUNE_FINE);
  fprintf(stream, "%-12s %10s %10s %12s %8s %8s%s\n", "method", "mean gap",
          "worst gap", "within 0.01", "solves", "sweeps",
          times ? "   s/frame" : "");
  for (size_t k = 0; k < compare->contenders && compare->frames > 0; k++) {
    const tune_contender *of = &compare->contender[k];
    fprintf(stream, "%-12s %10.4f %10.4f %8zu/%-3zu %8.0f %8.0f",
            of->method->name, of->gap / frames, of->worst, of->within,
            compare->frames, (double)of->solves / frames,
            (double)of->sweeps / frames);
    if (times)
      fprintf(stream, " %9.3g", of->seconds / frames);
    fputc('\n', stream);
  }
}

void tune_compare_json(FILE *stream, const tune_compare *compare)
{
  const double frames = (double)compare->frames;
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "source", compare->name);
  pn_json_count(&json, "frames", compare->frames);
  pn_json_array(&json, "methods");
  for (size_t k = 0; k < compare->contenders; k++) {
    const tune_contender *of = &compare->contender[k];
    pn_json_object(&json, NULL);
    pn_json_string(&json, "method", of->method->name);
    pn_json_real(&json, "mean_gap", of->gap / frames);
    pn_json_real(&json, "worst_gap", of->worst);
    pn_json_count(&json, "within", of->within);
    pn_json_real(&json, "solves", (double)of->solves / frames);
    pn_json_real(&json, "sweeps", (double)of->sweeps / frames);
    pn_json_real(&json, "seconds", of->seconds / frames);
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
