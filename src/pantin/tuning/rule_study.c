/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The gain of a rule is the mean of ln(e / e_1), where e is its error after k
   sweeps and e_1 that of alpha = 1, both at least the error at which a run has
   converged. */
#include "pantin/tuning/rule_study.h"

#include "pantin/base/alloc.h"
#include "pantin/tuning/condition.h"
#include "pantin/tuning/regression.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>
#include <string.h>

const size_t pn_rule_counts[PN_RULE_COUNTS] = {20, 50, 200};

/* Larger than that of alpha = 1 by more than this is worse. */
static const double clearly = 1.1;

/* The place of alpha = 1 among those learnt from. */
enum { PLAIN = 18 };

/* Frames that there is room for at first. */
enum { FIRST_ROOM = 64 };

void pn_rule_study_begin(pn_rule_study *study, const pn_pgs_settings *settings)
{
  *study = (pn_rule_study){.settings = *settings};
  while (pn_rule_get(study->rules))
    study->rules++;
  for (size_t c = 0; c < PN_RULE_COUNTS; c++)
    study->known[c] = pn_rule_nothing_known(pn_rule_counts[c]);
}

void pn_rule_study_free(pn_rule_study *study)
{
  pn_free(study->radius);
  pn_free(study->condition);
  pn_free(study->feature);
  for (size_t c = 0; c < PN_RULE_COUNTS; c++)
    pn_free(study->best[c]);
}

/* Tries all rules but those that know the frame before, which another thread
   may still be working on. */
static int try_rules(const pn_rule_study *study, pn_pgs *pgs,
                     pn_rule_findings *found)
{
  int code = GSL_SUCCESS;
  for (size_t r = 0; r < study->rules && !code; r++)
    for (size_t c = 0; c < PN_RULE_COUNTS && !code; c++)
      if (!pn_rule_get(r)->previous)
        code = pn_rule_run(pn_rule_get(r), pgs, &study->settings,
                           &study->known[c], &found->outcome[r][c]);
  return code;
}

/* Finds what rules are fitted to. */
static int know(const pn_rule_study *study, pn_pgs *pgs,
                pn_rule_findings *found)
{
  pn_condition of = {.number = NAN};
  int code = pn_rule_features_of(pgs, &study->settings, found->feature);
  if (!code)
    code = pn_lcp_condition(pgs->lcp, &of);
  found->condition = log10(of.number);
  return code;
}

int pn_rule_study_examine(const pn_rule_study *study, const pn_lcp *lcp,
                          pn_rule_findings *found)
{
  pn_pgs *pgs = pn_pgs_alloc(lcp, pn_rule_counts[PN_RULE_COUNTS - 1], NULL);
  if (!pgs)
    return GSL_ENOMEM;
  int code = pn_rule_errors(pgs, &study->settings, PN_RULE_COUNTS,
                            pn_rule_counts, &found->error[0][0]);
  if (!code && study->concluded)
    code = try_rules(study, pgs, found);
  else if (!code)
    code = know(study, pgs, found);
  pn_pgs_free(pgs);
  return code;
}

static double bounded(const pn_rule_study *study, double error)
{
  return fmax(error, study->settings.error);
}

/* Finds the best of the alphas after so many sweeps; of equals the one nearest
   to 1. */
static size_t best_of(const pn_rule_study *study, const pn_rule_findings *found,
                      size_t c)
{
  size_t best = PLAIN;
  for (size_t k = 0; k < PN_RULE_ALPHAS; k++) {
    const double e = bounded(study, found->error[k][c]);
    const double least = bounded(study, found->error[best][c]);
    const int nearer =
        fabs(pn_rule_alpha(k) - 1) < fabs(pn_rule_alpha(best) - 1);
    if (e < least || (e <= least && nearer))
      best = k;
  }
  return best;
}

/* Makes room for one more frame to learn from. */
static int reserve(pn_rule_study *study)
{
  if (study->learnt_frames < study->room)
    return GSL_SUCCESS;
  const size_t room = 2 * study->room + FIRST_ROOM;
  double **const arrays[] = {&study->radius, &study->condition, &study->best[0],
                             &study->best[1], &study->best[2]};
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) {
    double *larger = pn_realloc(*arrays[k], room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    *arrays[k] = larger;
  }
  double *feature =
      pn_realloc(study->feature, room, PN_RULE_FEATURES * sizeof *feature);
  if (!feature)
    return GSL_ENOMEM;
  study->feature = feature;
  study->room = room;
  return GSL_SUCCESS;
}

int pn_rule_study_learn(pn_rule_study *study, const pn_rule_findings *found)
{
  if (reserve(study))
    return GSL_ENOMEM;
  study->radius[study->learnt_frames] = found->feature[1];
  study->condition[study->learnt_frames] = found->condition;
  memcpy(study->feature + study->learnt_frames * PN_RULE_FEATURES,
         found->feature, sizeof found->feature);
  for (size_t c = 0; c < PN_RULE_COUNTS; c++) {
    const double plain = bounded(study, found->error[PLAIN][c]);
    study->best[c][study->learnt_frames] =
        pn_rule_alpha(best_of(study, found, c));
    for (size_t k = 0; k < PN_RULE_ALPHAS; k++)
      study->cost[k][c] += log(bounded(study, found->error[k][c]) / plain);
  }
  study->learnt_frames++;
  return GSL_SUCCESS;
}

/* Fits the line over log10 cond(A) to the frames where A is regular; leaves it
   as it is where these are too few. */
static int fit_condition(const pn_rule_study *study, size_t c, double *line)
{
  double *x = pn_alloc(study->learnt_frames, sizeof *x);
  double *y = pn_alloc(study->learnt_frames, sizeof *y);
  size_t count = 0;
  pn_regression fit;
  for (size_t k = 0; k < study->learnt_frames && x && y; k++)
    if (isfinite(study->condition[k])) {
      x[count] = study->condition[k];
      y[count++] = study->best[c][k];
    }
  const int code = x && y ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code && !pn_regression_fit(count, x, y, &fit)) {
    line[0] = fit.a;
    line[1] = fit.b;
  }
  pn_free(x);
  pn_free(y);
  return code;
}

/* Fits the model to all frames, by least squares of least norm, since a feature
   may be the same in all of them; leaves it as it is where these are too few.
 */
static int fit_model(const pn_rule_study *study, size_t c, double *model)
{
  const size_t count = study->learnt_frames;
  double squares;
  if (count < PN_RULE_FEATURES)
    return GSL_SUCCESS;
  gsl_multifit_linear_workspace *work =
      gsl_multifit_linear_alloc(count, PN_RULE_FEATURES);
  gsl_matrix *covariance = gsl_matrix_alloc(PN_RULE_FEATURES, PN_RULE_FEATURES);
  const int code = work && covariance ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    gsl_matrix_const_view X =
        gsl_matrix_const_view_array(study->feature, count, PN_RULE_FEATURES);
    gsl_vector_const_view y =
        gsl_vector_const_view_array(study->best[c], count);
    gsl_vector_view of = gsl_vector_view_array(model, PN_RULE_FEATURES);
    gsl_multifit_linear(&X.matrix, &y.vector, &of.vector, covariance, &squares,
                        work);
  }
  gsl_matrix_free(covariance);
  gsl_multifit_linear_free(work);
  return code;
}

int pn_rule_study_conclude(pn_rule_study *study)
{
  for (size_t c = 0; c < PN_RULE_COUNTS; c++) {
    pn_rule_known *known = &study->known[c];
    pn_regression fit;
    size_t best = PLAIN;
    for (size_t k = 0; k < PN_RULE_ALPHAS; k++)
      if (study->cost[k][c] < study->cost[best][c])
        best = k;
    known->learnt = known->intercept = pn_rule_alpha(best);
    if (!pn_regression_fit(study->learnt_frames, study->radius, study->best[c],
                           &fit)) {
      known->slope = fit.a;
      known->intercept = fit.b;
    }
    known->condition[1] = known->model[0] = known->learnt;
    if (fit_condition(study, c, known->condition) ||
        fit_model(study, c, known->model))
      return GSL_ENOMEM;
  }
  study->concluded = 1;
  return GSL_SUCCESS;
}

/* Adds the error of one rule, beside that of alpha = 1. */
static void add(const pn_rule_study *study, pn_rule_score *score, double error,
                double plain, double extra)
{
  const double ratio = bounded(study, error) / bounded(study, plain);
  score->gain += log(ratio);
  score->worse += ratio > clearly;
  score->extra += extra;
}

void pn_rule_study_judge(pn_rule_study *study, const pn_rule_findings *found)
{
  for (size_t c = 0; c < PN_RULE_COUNTS; c++) {
    const double plain = found->error[PLAIN][c];
    for (size_t r = 0; r < study->rules; r++) {
      const pn_rule_outcome *made = &found->outcome[r][c];
      double error = made->error;
      if (pn_rule_get(r)->previous) { /* it is one of the alphas */
        const double index = study->known[c].previous * 20 - 2;
        error = found->error[(size_t)lround(index)][c];
      }
      add(study, &study->score[r][c], error, plain,
          (double)(made->lost + made->extra));
    }
    const size_t best = best_of(study, found, c);
    add(study, &study->score[study->rules][c], found->error[best][c], plain, 0);
    study->known[c].previous = pn_rule_alpha(best);
  }
  study->frames++;
}
