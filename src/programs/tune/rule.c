/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/rule.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/tuning/regression.h"
#include "programs/tune/pool.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

const size_t tune_counts[TUNE_COUNTS] = {20, 50, 200};

/* Larger than that of alpha = 1 by more than this is worse. */
static const double clearly = 1.1;

/* The place of alpha = 1 among those learnt from. */
enum { PLAIN = 18 };

/* What one frame says. Errors below the one at which a run has converged count
   as that: less would be no better for the simulation. */
typedef struct {
  double error[PN_RULE_ALPHAS][TUNE_COUNTS];
  double radius;
  pn_rule_outcome outcome[TUNE_RULES_MAX][TUNE_COUNTS];
} findings;

static double bounded(const tune_rules *rules, double error)
{
  return fmax(error, rules->asked->settings.fitness.pgs.error);
}

static int try_rules(const tune_rules *rules, pn_pgs *pgs, findings *found)
{
  const pn_pgs_settings *settings = &rules->asked->settings.fitness.pgs;
  int code = GSL_SUCCESS;
  for (size_t r = 0; pn_rule_get(r) && !code; r++)
    for (size_t c = 0; c < TUNE_COUNTS && !code; c++)
      if (!pn_rule_get(r)->previous)
        code = pn_rule_run(pn_rule_get(r), pgs, settings, &rules->known[c],
                           &found->outcome[r][c]);
  return code;
}

static int work(const void *study, const pn_frame *frame, void *result)
{
  const tune_rules *rules = study;
  const pn_pgs_settings *settings = &rules->asked->settings.fitness.pgs;
  findings *found = result;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  pn_pgs *pgs = pn_pgs_alloc(frame->lcp, tune_counts[TUNE_COUNTS - 1], NULL);
  if (!pgs)
    return GSL_ENOMEM;
  int code = pn_rule_errors(pgs, settings, TUNE_COUNTS, tune_counts,
                            &found->error[0][0]);
  if (!code && rules->learning)
    code = pn_rule_radius_of(pgs, settings, &found->radius);
  if (!code && !rules->learning)
    code = try_rules(rules, pgs, found);
  pn_pgs_free(pgs);
  return code;
}

/* The best of the alphas after so many sweeps; the one nearest to 1 of
   equals. */
static size_t best_of(const tune_rules *rules, const findings *found, size_t c)
{
  size_t best = PLAIN;
  for (size_t k = 0; k < PN_RULE_ALPHAS; k++) {
    const double e = bounded(rules, found->error[k][c]);
    const double least = bounded(rules, found->error[best][c]);
    const int nearer =
        fabs(pn_rule_alpha(k) - 1) < fabs(pn_rule_alpha(best) - 1);
    if (e < least || (e <= least && nearer))
      best = k;
  }
  return best;
}

/* Room for one more frame to learn from. */
static int reserve(tune_rules *rules)
{
  if (rules->learnt_frames < rules->room)
    return GSL_SUCCESS;
  const size_t room = 2 * rules->room + 64;
  double **const arrays[] = {&rules->radius, &rules->best[0], &rules->best[1],
                             &rules->best[2]};
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) {
    double *larger = pn_realloc(*arrays[k], room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    *arrays[k] = larger;
  }
  rules->room = room;
  return GSL_SUCCESS;
}

static int learn(tune_rules *rules, const findings *found, pn_error *error)
{
  if (reserve(rules))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  rules->radius[rules->learnt_frames] = found->radius;
  for (size_t c = 0; c < TUNE_COUNTS; c++) {
    const double plain = bounded(rules, found->error[PLAIN][c]);
    rules->best[c][rules->learnt_frames] =
        pn_rule_alpha(best_of(rules, found, c));
    for (size_t k = 0; k < PN_RULE_ALPHAS; k++)
      rules->cost[k][c] += log(bounded(rules, found->error[k][c]) / plain);
  }
  rules->learnt_frames++;
  return GSL_SUCCESS;
}

static void count(const tune_rules *rules, tune_rule_score *score, double error,
                  double plain, double extra)
{
  const double ratio = bounded(rules, error) / bounded(rules, plain);
  score->decades += log(ratio);
  score->worse += ratio > clearly;
  score->extra += extra;
}

static void judge(tune_rules *rules, const findings *found)
{
  for (size_t c = 0; c < TUNE_COUNTS; c++) {
    const double plain = found->error[PLAIN][c];
    for (size_t r = 0; r < rules->rules; r++) {
      const pn_rule_outcome *made = &found->outcome[r][c];
      double error = made->error;
      if (pn_rule_get(r)->previous) { /* it is one of the alphas */
        const double index = rules->known[c].previous * 20 - 2;
        error = found->error[(size_t)lround(index)][c];
      }
      count(rules, &rules->score[r][c], error, plain,
            (double)(made->lost + made->extra));
    }
    const size_t best = best_of(rules, found, c);
    count(rules, &rules->score[rules->rules][c], found->error[best][c], plain,
          0);
    rules->known[c].previous = pn_rule_alpha(best);
  }
  rules->frames++;
}

static int keep(void *study, pn_frame *frame, const void *result,
                pn_error *error)
{
  tune_rules *rules = study;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  if (rules->learning)
    return learn(rules, result, error);
  judge(rules, result);
  return GSL_SUCCESS;
}

/* The best constant, and the line over the radius, for each number of
   sweeps. */
static void conclude(tune_rules *rules)
{
  for (size_t c = 0; c < TUNE_COUNTS; c++) {
    pn_rule_known *known = &rules->known[c];
    pn_regression fit;
    size_t best = PLAIN;
    for (size_t k = 0; k < PN_RULE_ALPHAS; k++)
      if (rules->cost[k][c] < rules->cost[best][c])
        best = k;
    known->learnt = known->intercept = pn_rule_alpha(best);
    if (!pn_regression_fit(rules->learnt_frames, rules->radius, rules->best[c],
                           &fit)) {
      known->slope = fit.a;
      known->intercept = fit.b;
    }
  }
}

/* All frames of a file that `asked` wants. */
static int go_through(tune_rules *rules, const char *path,
                      const tune_request *asked, program *self)
{
  const tune_pool pool = {.threads = asked->threads,
                          .study = rules,
                          .result = sizeof(findings),
                          .work = work,
                          .keep = keep};
  tune_source source;
  if (!tune_source_open(&source, path, asked, &self->error))
    tune_pool_all(&pool, &source, asked, self);
  return tune_source_close(&source, &self->error);
}

/* The files between the commas of --fit, all of their frames. */
static int learn_from_files(tune_rules *rules, program *self)
{
  tune_request all = *rules->asked;
  all.first = 0;
  all.last = SIZE_MAX;
  all.stride = all.fit_stride;
  for (const char *at = rules->asked->fit; *at;) {
    char path[PN_TEXT_PATH];
    const size_t length = strcspn(at, ",");
    if (length >= sizeof path)
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "--fit has a path that is too long");
    memcpy(path, at, length);
    path[length] = '\0';
    if (go_through(rules, path, &all, self))
      return self->error.code;
    at += length + (at[length] == ',');
  }
  return GSL_SUCCESS;
}

/* Cuts what was asked for in two. */
static int halve(const tune_request *asked, const char *path,
                 tune_request *first, tune_request *second, pn_error *error)
{
  tune_source source;
  *first = *second = *asked;
  first->record = second->record = NULL;
  if (!tune_source_open(&source, path, first, error)) {
    size_t least, most;
    tune_source_range(&source, asked, &least, &most);
    first->last = least + (most - least) / 2;
    second->first =
        asked->first + (first->last - asked->first + asked->stride) /
                           asked->stride * asked->stride;
    if (second->first > most)
      pn_error_set(error, GSL_EINVAL, path, 0,
                   "a rule is learnt on the first half of the frames and tried "
                   "on the second: there must be two or more, or --fit others");
  }
  return tune_source_close(&source, error);
}

int tune_rules_all(tune_rules *rules, program *self)
{
  tune_request first, second = *rules->asked;
  while (pn_rule_get(rules->rules))
    rules->rules++;
  for (size_t c = 0; c < TUNE_COUNTS; c++)
    rules->known[c] = pn_rule_nothing_known(tune_counts[c]);
  rules->learning = 1;
  if (rules->asked->fit)
    learn_from_files(rules, self);
  else if (!halve(rules->asked, self->scene, &first, &second, &self->error))
    go_through(rules, self->scene, &first, self);
  conclude(rules);
  rules->learning = 0;
  if (!self->error.code)
    go_through(rules, self->scene, &second, self);
  return self->error.code;
}

void tune_rules_free(tune_rules *rules)
{
  pn_free(rules->radius);
  for (size_t c = 0; c < TUNE_COUNTS; c++)
    pn_free(rules->best[c]);
}
