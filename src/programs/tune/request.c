/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/request.h"

#include "programs/tune/figure.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS_MOST = 1000000, THREADS_MOST = 256 };

static void real(pn_option **at, const char *name, double *value, double low,
                 double high, const char *help)
{
  *(*at)++ = (pn_option){.name = name,
                         .kind = PN_OPTION_REAL,
                         .value = value,
                         .range = {low, high, NULL},
                         .argument = "X",
                         .help = help};
}

static void count(pn_option **at, const char *name, size_t *value, double low,
                  double high, const char *help)
{
  *(*at)++ = (pn_option){.name = name,
                         .kind = PN_OPTION_COUNT,
                         .value = value,
                         .range = {low, high, NULL},
                         .argument = "N",
                         .help = help};
}

static void text(pn_option **at, const char *name, char letter,
                 const char **value, const char *argument, const char *help)
{
  *(*at)++ = (pn_option){.name = name,
                         .letter = letter,
                         .kind = PN_OPTION_STRING,
                         .value = value,
                         .argument = argument,
                         .help = help};
}

static void flag(pn_option **at, const char *name, int *value, const char *help)
{
  *(*at)++ = (pn_option){
      .name = name, .kind = PN_OPTION_FLAG, .value = value, .help = help};
}

static void list_fitness(pn_option **at, pn_fitness_settings *fitness)
{
  count(at, "sweeps", &fitness->pgs.sweeps, 2, SWEEPS_MOST,
        "sweeps of a run, k_max (default 200)");
  real(at, "error", &fitness->pgs.error, 1e-15, 1e6,
       "error at which a run has converged (default 1e-4)");
  real(at, "change", &fitness->pgs.change, 0, 1e6,
       "change of the impulses at which it stands still (default 1e-12)");
  flag(at, "coupled", &fitness->pgs.coupled,
       "friction bounds follow the normal impulses (default: frozen)");
  real(at, "weight-sweeps", &fitness->sweeps, 0, 1e6,
       "weight of the sweeps in the fitness (default 1)");
  real(at, "weight-kappa", &fitness->regularisation, 0, 1e6,
       "weight of the regularisation (default 0.5)");
  real(at, "weight-error", &fitness->error, 0, 1e6,
       "weight of the error (default 1.2)");
  real(at, "alpha-low", &fitness->alpha_low, 0.001, 1,
       "least alpha (default 0.1)");
  real(at, "alpha-high", &fitness->alpha_high, 1, 2,
       "greatest alpha (default 2)");
  real(at, "order-low", &fitness->order_low, -300, 300,
       "least log10 kappa, which stands for 0 (default -16)");
  real(at, "order-high", &fitness->order_high, -300, 300,
       "greatest log10 kappa (default -1)");
}

static void list_method(pn_option **at, pn_tune_settings *settings)
{
  real(at, "scan-step", &settings->scan_step, 1e-4, 1,
       "scan and quick: steps of alpha (default 0.02)");
  count(at, "scan-valleys", &settings->scan_valleys, 1, PN_TUNE_VALLEYS,
        "scan: best steps that are refined (default 3)");
  count(at, "grid-alphas", &settings->grid_alphas, 2, 10000,
        "grid and landscape: values of alpha (default 40)");
  count(at, "grid-orders", &settings->grid_orders, 2, 10000,
        "grid and landscape: values of log10 kappa (default 17)");
  count(at, "population", &settings->cmaes.population, 4, 10000,
        "cmaes: points of a generation (default 24)");
  count(at, "evaluations", &settings->cmaes.evaluations, 1, 1e9,
        "cmaes: stop after N of them (default 100000)");
  count(at, "restarts", &settings->restarts, 0, 8,
        "cmaes: start again, with twice the points (default 0)");
  count(at, "seed", &settings->cmaes.seed, 0, 9007199254740991,
        "cmaes: chooses the random numbers (default 1)");
}

void tune_request_init(tune_request *asked)
{
  *asked = (tune_request){.settings = pn_tune_settings_default(),
                          .threads = 1,
                          .method = 1,
                          .last = SIZE_MAX,
                          .stride = 1,
                          .fit_stride = 1};
  for (size_t k = 0; k < TUNE_NAMES_MAX && pn_tune_method_get(k); k++)
    asked->methods[k] = pn_tune_method_get(k)->name;
  for (size_t k = 0; k < TUNE_NAMES_MAX && tune_figure_get(k); k++)
    asked->figures[k] = tune_figure_get(k)->name;
  pn_option *at = asked->options;
  *at++ = (pn_option){.name = "method",
                      .kind = PN_OPTION_CHOICE,
                      .value = &asked->method,
                      .choices = asked->methods,
                      .argument = "NAME",
                      .help = "how to look for the optimum (default scan):"};
  text(&at, "output", 'o', &asked->output, "FILE",
       "keep the results of finished frames in FILE, as columns");
  flag(&at, "resume", &asked->resume, "go on with the results in that FILE");
  text(&at, "frames", 0, &asked->frames, "A:B:C",
       "frames A to B in steps of C only; A:B or A will do");
  text(&at, "record", 0, &asked->record, "FILE",
       "keep the frames of a scene as FILE.h5");
  count(&at, "threads", &asked->threads, 1, THREADS_MOST,
        "work on N frames at a time, or if there are fewer, on N points of "
        "one (default 1); the results do not depend on it");
  list_fitness(&at, &asked->settings.fitness);
  list_method(&at, &asked->settings);
  flag(&at, "no-condition", &asked->no_condition,
       "leave out the condition number of A");
  flag(&at, "report", &asked->report,
       "print means and fits beside the source's instead of each frame");
  text(&at, "compare", 0, &asked->compare, "NAMES",
       "methods side by side on the frames, such as scan,quick, or all");
  flag(&at, "rule", &asked->rule,
       "what rules for alpha are worth that need no tuning");
  text(&at, "fit", 0, &asked->fit, "FILES",
       "rule: learn from these, as a.h5,b.h5 (default: the first half of the "
       "frames, and the rest is for trial)");
  count(&at, "fit-stride", &asked->fit_stride, 1, 1e6,
        "rule: learn from every N-th frame of them (default 1)");
  flag(&at, "no-seconds", &asked->no_seconds, "leave times out of the tables");
  *at++ = (pn_option){.name = "figure",
                      .kind = PN_OPTION_CHOICE,
                      .value = &asked->figure,
                      .choices = asked->figures,
                      .argument = "NAME",
                      .help = "what --plot draws (default overview):"};
}

/* "10", "10:300" or "10:300:10". */
static int read_frames(tune_request *asked, pn_error *error)
{
  size_t *const parts[] = {&asked->first, &asked->last, &asked->stride};
  const char *rest = asked->frames;
  size_t k = 0;
  for (; rest && k < 3; k++) {
    char *end;
    if (*rest < '0' || *rest > '9')
      break;
    *parts[k] = strtoul(rest, &end, 10);
    rest = *end == ':' ? end + 1 : *end == '\0' ? NULL : end;
  }
  if (k == 1)
    asked->last = asked->first;
  if (rest || asked->stride < 1 || asked->last < asked->first)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--frames must be such as 10:300:10, not '%s'",
                        asked->frames);
  return GSL_SUCCESS;
}

int tune_request_check(tune_request *asked, pn_error *error)
{
  if (asked->frames && read_frames(asked, error))
    return error->code;
  if (asked->resume && !asked->output)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--resume needs the results of --output FILE");
  if (asked->fit && !asked->rule)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "--fit is for --rule");
  asked->settings.cmaes.parents = asked->settings.cmaes.population / 2;
  return pn_tune_settings_check(&asked->settings, error);
}

/* Fowler, Noll and Vo's hash FNV-1a, 32 bits. */
static uint32_t mix(uint32_t hash, const void *bytes, size_t count)
{
  const unsigned char *byte = bytes;
  for (size_t k = 0; k < count; k++)
    hash = (hash ^ byte[k]) * 16777619u;
  return hash;
}

double tune_request_mark(const tune_request *asked, const char *scene)
{
  const pn_tune_settings *s = &asked->settings;
  const pn_fitness_settings *f = &s->fitness;
  const double values[] = {f->sweeps,
                           f->regularisation,
                           f->error,
                           f->alpha_low,
                           f->alpha_high,
                           f->order_low,
                           f->order_high,
                           (double)f->pgs.sweeps,
                           f->pgs.error,
                           f->pgs.change,
                           f->pgs.coupled,
                           s->scan_step,
                           (double)s->scan_valleys,
                           (double)s->grid_alphas,
                           (double)s->grid_orders,
                           (double)s->cmaes.population,
                           (double)s->cmaes.evaluations,
                           (double)s->restarts};
  return mix(mix(2166136261u, values, sizeof values), scene, strlen(scene));
}

int tune_request_wants(const tune_request *asked, size_t number)
{
  return number >= asked->first && number <= asked->last &&
         (number - asked->first) % asked->stride == 0;
}
