/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/request.h"

#include "pantin/base/alloc.h"
#include "programs/option.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS_MOST = 1000000 };

/* Adds the options that say which frames are tuned and where results go. */
static pn_option *add_frames(pn_option *at, tune_request *asked)
{
  static const char *const tuned[] = {"alpha", "kappa",  "warm",
                                      "order", "sweeps", NULL};
  const pn_option group[TUNE_GROUP_MOST] = {
      OPTION_CHOICE(
          "method", &asked->method, asked->methods, "NAME",
          "how to look for the optimum (default scan; cmaes with --tune "
          "of more):"),
      OPTION_CHOICES("tune", &asked->tuned, tuned, "NAMES",
                     "what to tune, with commas between (default "
                     "alpha,kappa); more, or alpha alone, by cmaes. warm: the "
                     "share of the last step's impulses to start from; order: "
                     "of the rows; sweeps: how many at most:"),
      {.name = "output",
       .letter = 'o',
       .kind = PN_OPTION_STRING,
       .value = &asked->output,
       .argument = "FILE",
       .help = "keep the results of finished frames in FILE, as columns"},
      OPTION_FLAG("resume", &asked->resume,
                  "go on with the results in that FILE"),
      OPTION_STRING("frames", &asked->frames, FRAME_LIST_ARGUMENT,
                    "these frames only: " FRAME_LIST_HELP),
      OPTION_STRING("record", &asked->record, "FILE",
                    "keep the frames of a scene as FILE.h5"),
      OPTION_COUNT("threads", &asked->threads, 1, OPTION_THREADS_MOST, "N",
                   "work on N frames at a time, or if there are fewer, on N "
                   "points of one (default 1); the results do not depend on "
                   "it"),
  };
  return option_add(at, group, TUNE_GROUP_MOST);
}

/* Adds the options of the fitness. */
static pn_option *add_fitness(pn_option *at, tune_request *asked)
{
  static const char *const norms[] = {"1", "2", "inf", NULL};
  pn_fitness_settings *fitness = &asked->settings.fitness;
  const pn_option group[TUNE_GROUP_MOST] = {
      OPTION_COUNT("sweeps", &fitness->pgs.sweeps, 2, SWEEPS_MOST, "N",
                   "sweeps of a run, k_max (default 200)"),
      OPTION_CHOICE("norm", &asked->norm, norms, "NORM",
                    "norm of the error (default 1):"),
      OPTION_REAL("error", &fitness->pgs.error, 1e-15, 1e6, NULL, "X",
                  "error at which a run has converged (default 1e-4)"),
      OPTION_REAL(
          "change", &fitness->pgs.change, 0, 1e6, NULL, "X",
          "change of the impulses in a sweep at which a run ends (default "
          "1e-9)"),
      OPTION_FLAG("coupled", &fitness->pgs.coupled,
                  "friction bounds follow the normal impulses (default: "
                  "frozen)"),
      OPTION_REAL("weight-sweeps", &fitness->sweeps, 0, 1e6, NULL, "X",
                  "weight of the sweeps in the fitness (default 1)"),
      OPTION_REAL("weight-kappa", &fitness->regularisation, 0, 1e6, NULL, "X",
                  "weight of the regularisation (default 0.5)"),
      OPTION_REAL("weight-error", &fitness->error, 0, 1e6, NULL, "X",
                  "weight of the error (default 1.2)"),
      OPTION_REAL("alpha-low", &fitness->alpha_low, 0.001, 1, NULL, "X",
                  "least alpha (default 0.1)"),
      OPTION_REAL("alpha-high", &fitness->alpha_high, 1, 2, NULL, "X",
                  "greatest alpha (default 2)"),
      OPTION_REAL(
          "order-low", &fitness->order_low, -300, 300, NULL, "X",
          "least log10 kappa, which stands for kappa = 0 (default -16)"),
      OPTION_REAL("order-high", &fitness->order_high, -300, 300, NULL, "X",
                  "greatest log10 kappa (default -1)"),
  };
  return option_add(at, group, TUNE_GROUP_MOST);
}

/* Adds the options of the methods scan and grid. */
static pn_option *add_searches(pn_option *at, tune_request *asked)
{
  pn_tune_settings *settings = &asked->settings;
  const pn_option group[TUNE_GROUP_MOST] = {
      OPTION_REAL("scan-step", &settings->scan_step, 1e-4, 1, NULL, "X",
                  "scan and quick: steps of alpha (default 0.02)"),
      OPTION_COUNT("scan-valleys", &settings->scan_valleys, 1, PN_TUNE_VALLEYS,
                   "N", "scan: best steps that are refined (default 3)"),
      OPTION_COUNT("grid-alphas", &settings->grid_alphas, 2, 10000, "N",
                   "grid and landscape: values of alpha (default 40)"),
      OPTION_COUNT("grid-orders", &settings->grid_orders, 2, 10000, "N",
                   "grid and landscape: values of log10 kappa (default 17)"),
  };
  return option_add(at, group, TUNE_GROUP_MOST);
}

/* Adds the options of CMA-ES. */
static pn_option *add_cmaes(pn_option *at, tune_request *asked)
{
  pn_tune_settings *settings = &asked->settings;
  const pn_option group[TUNE_GROUP_MOST] = {
      OPTION_COUNT("population", &settings->cmaes.population, 4, 10000, "N",
                   "cmaes: points of a generation (default 24)"),
      OPTION_COUNT(
          "parents", &settings->cmaes.parents, 1, 5000, "N",
          "cmaes: learn from the best N points of a generation (default "
          "half of them)"),
      OPTION_REAL("start-alpha", &settings->mean[0], 0.001, 2, NULL, "X",
                  "cmaes: alpha to begin at (default 1)"),
      OPTION_REAL("start-order", &settings->mean[1], -300, 300, NULL, "X",
                  "cmaes: log10 kappa to begin at (default -8)"),
      OPTION_REAL("sigma-alpha", &settings->deviation[0], 1e-6, 1e6, NULL, "X",
                  "cmaes: first standard deviation of alpha (default 0.5)"),
      OPTION_REAL("sigma-order", &settings->deviation[1], 1e-6, 1e6, NULL, "X",
                  "cmaes: first standard deviation of log10 kappa (default 4)"),
      OPTION_REAL("tol-x", &settings->cmaes.step, 0, 1, NULL, "X",
                  "cmaes: stop where steps are below this share of the first "
                  "deviation (TolX; default 1e-11)"),
      OPTION_REAL("tol-fun", &settings->cmaes.spread, 0, 1e6, NULL, "X",
                  "cmaes: stop where the fitness of a generation and of the "
                  "recent best ones differs by no more (TolFun; default "
                  "1e-12)"),
      OPTION_REAL("tol-hist-fun", &settings->cmaes.history, 0, 1e6, NULL, "X",
                  "cmaes: stop where the recent best ones differ by no more "
                  "(TolHistFun; default 1e-13)"),
      OPTION_COUNT("evaluations", &settings->cmaes.evaluations, 1, 1e9, "N",
                   "cmaes: stop after N runs (default 100000)"),
      OPTION_COUNT(
          "restarts", &settings->restarts, 0, 8, "N",
          "cmaes: start N times again, with twice the points each time "
          "(default 0)"),
      OPTION_COUNT("seed", &settings->cmaes.seed, 0, 9007199254740991, "N",
                   "cmaes: seed of the random numbers (default 1)"),
  };
  return option_add(at, group, TUNE_GROUP_MOST);
}

/* Adds the options that say what to print and draw. */
static pn_option *add_results(pn_option *at, tune_request *asked)
{
  static const char *const abscissae[] = {"frame", "rows",  "b", "sweeps",
                                          "cond",  "range", NULL};
  const pn_option group[TUNE_GROUP_MOST] = {
      OPTION_FLAG("no-condition", &asked->no_condition,
                  "leave out the condition numbers of A"),
      OPTION_FLAG("each", &asked->each,
                  "print a line for each frame (default: for 20 of them at "
                  "most)"),
      OPTION_FLAG("report", &asked->report,
                  "instead of frames, print means and fits beside those of the "
                  "source"),
      OPTION_STRING(
          "compare", &asked->compare, "NAMES",
          "compare methods on the same frames, such as scan,quick, or "
          "all"),
      OPTION_FLAG("rule", &asked->rule,
                  "tell how good rules for alpha are that need no tuning"),
      OPTION_STRING(
          "fit", &asked->fit, "FILES",
          "with --rule: learn from these files, as a.h5,b.h5 (default: "
          "from the first half of the frames)"),
      OPTION_COUNT(
          "fit-stride", &asked->fit_stride, 1, 1e6, "N",
          "with --rule: learn from every N-th frame of --fit (default 1)"),
      OPTION_FLAG("no-seconds", &asked->no_seconds,
                  "leave times out of the tables"),
      OPTION_CHOICE("figure", &asked->figure, asked->figures, "NAME",
                    "what --plot draws (default overview):"),
      OPTION_CHOICE("x", &asked->over, abscissae, "NAME",
                    "what figures show alpha and kappa over (default frame):"),
  };
  return option_add(at, group, TUNE_GROUP_MOST);
}

void tune_request_init(tune_request *asked)
{
  *asked = (tune_request){.settings = pn_tune_settings_default(),
                          .threads = 1,
                          .method = -1,
                          .to = SIZE_MAX,
                          .fit_stride = 1};
  asked->settings.cmaes.parents = 0; /* half of the population */
  OPTION_NAMES(asked->methods, TUNE_NAMES_MAX, pn_tune_method_get);
  static pn_option *(*const groups[TUNE_GROUPS])(
      pn_option *, tune_request *) = {add_frames, add_fitness, add_searches,
                                      add_cmaes, add_results};
  pn_option *at = asked->options;
  for (size_t k = 0; k < TUNE_GROUPS; k++)
    at = groups[k](at, asked);
}

/* Moves the usual start of CMA-ES between bounds of one's own; one that was
   asked for stays, and may be refused. */
static void clip_start(tune_request *asked)
{
  const pn_fitness_settings *fitness = &asked->settings.fitness;
  double *order = &asked->settings.mean[1];
  if (*order == pn_tune_settings_default().mean[1])
    *order = fmin(fmax(*order, fitness->order_low), fitness->order_high);
}

int tune_request_check(tune_request *asked, pn_error *error)
{
  if (asked->frames &&
      frame_list_read(&asked->wanted, "frames", asked->frames, error))
    return error->code;
  if (asked->resume && !asked->output)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--resume needs the results of --output FILE");
  if (asked->fit && !asked->rule)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "--fit is for --rule");
  /* What is tuned, and by which method. */
  const unsigned usual = PN_TUNE_ALPHA | PN_TUNE_KAPPA;
  asked->settings.tuned = asked->tuned ? (unsigned)asked->tuned : usual;
  const int more = asked->settings.tuned != usual;
  if (asked->method < 0)
    asked->method = !more;
  if (more && (pn_tune_method_get((size_t)asked->method) != pn_tune_cmaes ||
               asked->compare || asked->rule))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--tune of anything but alpha,kappa is for --method "
                        "cmaes, without --compare and --rule");
  asked->settings.fitness.pgs.norm = (pn_pgs_norm)asked->norm;
  clip_start(asked);
  return pn_tune_settings_check(&asked->settings, error);
}

/* Problems that marks of rows tell apart; times 2^32, it is a whole double. */
static const double problems = 1 << 20;

/* Goes on with a hash, FNV-1a of Fowler, Noll and Vo, 32 bits. */
static uint32_t mix(uint32_t hash, const void *bytes, size_t count)
{
  const unsigned char *byte = bytes;
  for (size_t k = 0; k < count; k++)
    /* NOLINTNEXTLINE(*-core.Undefined*): every byte is set */
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
                           f->pgs.norm,
                           (double)s->tuned,
                           s->scan_step,
                           (double)s->scan_valleys,
                           (double)s->grid_alphas,
                           (double)s->grid_orders,
                           (double)s->cmaes.population,
                           (double)s->cmaes.parents,
                           s->mean[0],
                           s->mean[1],
                           s->deviation[0],
                           s->deviation[1],
                           s->cmaes.step,
                           s->cmaes.spread,
                           s->cmaes.history,
                           (double)s->cmaes.evaluations,
                           (double)s->restarts};
  return mix(mix(2166136261u, values, sizeof values), scene, strlen(scene));
}

/* Goes on with a hash of A, by its diagonal and A b. Returns 0 when memory is
   short. */
static int mix_matrix(uint32_t *hash, const pn_lcp *lcp)
{
  const size_t n = lcp->size;
  const pn_lcp_operator *A = lcp->A;
  double *product = pn_alloc(n, sizeof *product);
  double *scratch = pn_alloc(A->type->scratch(A), sizeof *scratch);
  if (product && scratch) {
    A->type->multiply(A, lcp->b, product, scratch);
    *hash = mix(mix(*hash, lcp->D, n * sizeof *lcp->D), product,
                n * sizeof *product);
  }
  const int done = product && scratch;
  pn_free(product);
  pn_free(scratch);
  return done;
}

double tune_request_row_mark(double mark, const pn_lcp *lcp)
{
  const size_t n = lcp->size;
  uint32_t hash = mix(2166136261u, &n, sizeof n);
  hash = mix(hash, lcp->b, n * sizeof *lcp->b);
  hash = mix(hash, lcp->lo, n * sizeof *lcp->lo);
  hash = mix(hash, lcp->hi, n * sizeof *lcp->hi);
  for (size_t i = 0; lcp->mu && i < n; i++)
    if (lcp->normal[i] != i)
      hash = mix(hash, &lcp->mu[i], sizeof lcp->mu[i]);
  if (n > 0 && lcp->A && !mix_matrix(&hash, lcp))
    return NAN;
  return mark * problems + (double)(hash % (uint32_t)problems);
}

double tune_request_mark_of(double row_mark)
{
  return floor(row_mark / problems);
}

int tune_request_wants(const tune_request *asked, size_t number)
{
  return number >= asked->from && number <= asked->to &&
         (asked->wanted.ranges == 0 || frame_list_has(&asked->wanted, number));
}
