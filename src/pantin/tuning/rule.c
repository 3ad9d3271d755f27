/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One function for each rule, and what they have in common: the error after so
   many sweeps with some alpha. */
#include "pantin/tuning/rule.h"

#include "pantin/tuning/condition.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Sweeps of a trial, by which the guard and the radius judge. */
enum { TRIAL = 10 };

/* The guard is content with 1.4 if the trial brings the error to this share.
   Where 1.4 cycles or diverges the error stays or grows. */
static const double content = 0.5;

/* Estimates of the radius stay below 1, so that Young's formula has a root. */
static const double radius_most = 0.999;

/* The golden section looks here: below 1 it seldom pays for its trials. */
static const double golden_low = 1, golden_high = 1.95;
static const double golden = 0.61803398874989484820;
enum { GOLDEN_TRIALS = 8 };

/* Returns the alphas from 0.1 to 2, both exact. */
double pn_rule_alpha(size_t k)
{
  return (double)(k + 2) / 20;
}

pn_rule_known pn_rule_nothing_known(size_t sweeps)
{
  return (pn_rule_known){.sweeps = sweeps,
                         .learnt = 1,
                         .slope = 0,
                         .intercept = 1,
                         .previous = 1,
                         .condition = {0, 1},
                         .model = {1}};
}

/* Runs up to PN_PGS_LANES alphas to the end; the courses of their errors are
   in pgs->errors, whose row k is held from where a run stands still. */
static int run(pn_pgs *pgs, const pn_pgs_settings *settings, size_t sweeps,
               size_t count, const double *alpha)
{
  pn_pgs_choice choice[PN_PGS_LANES] = {{0}};
  pn_pgs_run made[PN_PGS_LANES];
  pn_pgs_settings full = *settings;
  full.sweeps = sweeps;
  full.error = full.change = 0;
  for (size_t l = 0; l < count; l++)
    choice[l].alpha = alpha[l];
  const int code = pn_pgs_solve(pgs, &full, count, choice, made);
  for (size_t l = 0; l < count && !code; l++)
    for (size_t k = made[l].sweeps + 1; k <= sweeps; k++)
      pgs->errors[k * PN_PGS_LANES + l] = made[l].error;
  return code;
}

/* Returns the error of the first run of the last `run` after k sweeps; a NaN
   counts as infinite. */
static double error_after(const pn_pgs *pgs, size_t k)
{
  const double e = pgs->errors[k * PN_PGS_LANES];
  return isnan(e) ? INFINITY : e;
}

static double within_bounds(double alpha)
{
  return fmin(fmax(alpha, pn_rule_alpha(0)), golden_high);
}

static int choose_plain(pn_pgs *pgs, const pn_pgs_settings *settings,
                        const pn_rule_known *known, pn_rule_outcome *outcome)
{
  (void)pgs, (void)settings, (void)known;
  outcome->alpha = 1;
  return GSL_SUCCESS;
}

static int choose_twelve(pn_pgs *pgs, const pn_pgs_settings *settings,
                         const pn_rule_known *known, pn_rule_outcome *outcome)
{
  (void)pgs, (void)settings, (void)known;
  outcome->alpha = 1.2;
  return GSL_SUCCESS;
}

static int choose_fourteen(pn_pgs *pgs, const pn_pgs_settings *settings,
                           const pn_rule_known *known, pn_rule_outcome *outcome)
{
  (void)pgs, (void)settings, (void)known;
  outcome->alpha = 1.4;
  return GSL_SUCCESS;
}

static int choose_learnt(pn_pgs *pgs, const pn_pgs_settings *settings,
                         const pn_rule_known *known, pn_rule_outcome *outcome)
{
  (void)pgs, (void)settings;
  outcome->alpha = known->learnt;
  return GSL_SUCCESS;
}

static int choose_previous(pn_pgs *pgs, const pn_pgs_settings *settings,
                           const pn_rule_known *known, pn_rule_outcome *outcome)
{
  (void)pgs, (void)settings;
  outcome->alpha = known->previous;
  return GSL_SUCCESS;
}

/* Chooses 1.4, or 1 where a trial of 1.4 shows no success. */
static int choose_guarded(pn_pgs *pgs, const pn_pgs_settings *settings,
                          const pn_rule_known *known, pn_rule_outcome *outcome)
{
  const double alpha = 1.4;
  const size_t trial = known->sweeps > TRIAL ? TRIAL : 1;
  const int code = run(pgs, settings, trial, 1, &alpha);
  outcome->alpha = alpha;
  if (!code && !(error_after(pgs, trial) <= content * error_after(pgs, 0))) {
    outcome->alpha = 1;
    outcome->lost = trial;
  }
  return code;
}

int pn_rule_radius_of(pn_pgs *pgs, const pn_pgs_settings *settings,
                      double *radius)
{
  const double alpha = 1;
  const int code = run(pgs, settings, TRIAL, 1, &alpha);
  const double half = 0.5 * TRIAL;
  if (!code) {
    const double ratio =
        error_after(pgs, TRIAL) / error_after(pgs, (size_t)half);
    *radius = isfinite(ratio) ? fmin(pow(ratio, 1 / half), radius_most) : 0;
  }
  return code;
}

int pn_rule_features_of(pn_pgs *pgs, const pn_pgs_settings *settings,
                        double *feature)
{
  const pn_lcp *lcp = pgs->lcp;
  const double n = (double)lcp->size;
  double least = INFINITY, most = 0, active = 0, free = 0;
  const int code = pn_rule_radius_of(pgs, settings, &feature[1]);
  for (size_t i = 0; i < lcp->size; i++) {
    const double x = pgs->x[i * PN_PGS_LANES];
    active += x > lcp->lo[i] && x < lcp->hi[i];
    free += isinf(lcp->lo[i]) && isinf(lcp->hi[i]);
    least = fmin(least, lcp->D[i]);
    most = fmax(most, lcp->D[i]);
  }
  feature[0] = 1;
  feature[2] = active / n;
  feature[3] = free / n;
  feature[4] = log10(most / least);
  feature[5] = log10(n);
  return code;
}

/* Chooses 2 / (1 + sqrt(1 - rho)): for consistently ordered matrices without
   bounds, where rho = rho_Jacobi^2 (Young 1954). These have neither. */
static int choose_radius(pn_pgs *pgs, const pn_pgs_settings *settings,
                         const pn_rule_known *known, pn_rule_outcome *outcome)
{
  double radius = 0;
  (void)known;
  const int code = pn_rule_radius_of(pgs, settings, &radius);
  outcome->alpha = within_bounds(2 / (1 + sqrt(1 - radius)));
  outcome->extra = TRIAL;
  return code;
}

static int choose_line(pn_pgs *pgs, const pn_pgs_settings *settings,
                       const pn_rule_known *known, pn_rule_outcome *outcome)
{
  double radius = 0;
  const int code = pn_rule_radius_of(pgs, settings, &radius);
  outcome->alpha = within_bounds(known->slope * radius + known->intercept);
  outcome->extra = TRIAL;
  return code;
}

/* Chooses by the line of Kraiem (2022), (3.1). Finding cond(A) takes as long as
   hundreds of sweeps; a singular A leaves alpha at 1. */
static int choose_cond(pn_pgs *pgs, const pn_pgs_settings *settings,
                       const pn_rule_known *known, pn_rule_outcome *outcome)
{
  pn_condition of;
  (void)settings;
  const int code = pn_lcp_condition(pgs->lcp, &of);
  if (!code && of.least > 0)
    outcome->alpha = within_bounds(known->condition[0] * log10(of.number) +
                                   known->condition[1]);
  return code;
}

/* Chooses alpha by the linear model, whose features cost a trial. */
static int choose_model(pn_pgs *pgs, const pn_pgs_settings *settings,
                        const pn_rule_known *known, pn_rule_outcome *outcome)
{
  double feature[PN_RULE_FEATURES], alpha = 0;
  const int code = pn_rule_features_of(pgs, settings, feature);
  for (size_t k = 0; k < PN_RULE_FEATURES && !code; k++)
    alpha += known->model[k] * feature[k];
  outcome->alpha = within_bounds(alpha);
  outcome->extra = TRIAL;
  return code;
}

/* Chooses the best alpha of a search by golden section. One of the two inner
   points of an interval is one of the next, which saves its trial. */
static int choose_golden(pn_pgs *pgs, const pn_pgs_settings *settings,
                         const pn_rule_known *known, pn_rule_outcome *outcome)
{
  double low = golden_low, high = golden_high, least = INFINITY;
  double alpha[2] = {high - golden * (high - low), low + golden * (high - low)};
  double error[2] = {0};
  int next = 0, code = GSL_SUCCESS;
  for (int k = 0; k < GOLDEN_TRIALS && !code; k++) {
    code = run(pgs, settings, known->sweeps, 1, &alpha[next]);
    error[next] = code ? INFINITY : error_after(pgs, known->sweeps);
    if (error[next] < least || k == 0) {
      least = error[next];
      outcome->alpha = alpha[next];
    }
    if (k == 0) {
      next = 1;
      continue;
    }
    const int left = error[0] <= error[1];
    *(left ? &high : &low) = alpha[left];
    alpha[left] = alpha[!left];
    error[left] = error[!left];
    next = !left;
    alpha[next] =
        left ? high - golden * (high - low) : low + golden * (high - low);
  }
  outcome->extra = GOLDEN_TRIALS * known->sweeps;
  return code;
}

static const pn_rule plain = {"1.0", "alpha = 1", 0, choose_plain};
static const pn_rule twelve = {"1.2", "alpha = 1.2", 0, choose_twelve};
static const pn_rule fourteen = {"1.4", "alpha = 1.4", 0, choose_fourteen};
static const pn_rule learnt = {"learnt", "the best constant of other frames", 0,
                               choose_learnt};
static const pn_rule previous = {
    "previous", "the optimum of the frame before, which was tuned", 1,
    choose_previous};
static const pn_rule guarded = {
    "guarded", "1.4; after 10 sweeps without success again with 1", 0,
    choose_guarded};
static const pn_rule radius = {
    "radius", "Young's formula of the radius seen in 10 sweeps", 0,
    choose_radius};
static const pn_rule line = {
    "line", "a line over that radius, fitted to other frames", 0, choose_line};
static const pn_rule golden_section = {
    "golden", "the best of 8 trials by golden section", 0, choose_golden};
static const pn_rule cond = {
    "cond", "the thesis' line over log10 cond(A), fitted to other frames", 0,
    choose_cond};
static const pn_rule model = {
    "model", "a linear model of five features, fitted to other frames", 0,
    choose_model};

const pn_rule *const pn_rule_plain = &plain;
const pn_rule *const pn_rule_twelve = &twelve;
const pn_rule *const pn_rule_fourteen = &fourteen;
const pn_rule *const pn_rule_learnt = &learnt;
const pn_rule *const pn_rule_previous = &previous;
const pn_rule *const pn_rule_guarded = &guarded;
const pn_rule *const pn_rule_radius = &radius;
const pn_rule *const pn_rule_line = &line;
const pn_rule *const pn_rule_golden = &golden_section;
const pn_rule *const pn_rule_cond = &cond;
const pn_rule *const pn_rule_model = &model;

static const pn_rule *const family[] = {
    &plain,  &twelve, &fourteen,       &learnt, &previous, &guarded,
    &radius, &line,   &golden_section, &cond,   &model};

const pn_rule *pn_rule_get(size_t k)
{
  return k < sizeof family / sizeof family[0] ? family[k] : NULL;
}

const pn_rule *pn_rule_find(const char *name)
{
  size_t k = 0;
  while (pn_rule_get(k) && strcmp(pn_rule_get(k)->name, name) != 0)
    k++;
  return pn_rule_get(k);
}

int pn_rule_run(const pn_rule *rule, pn_pgs *pgs,
                const pn_pgs_settings *settings, const pn_rule_known *known,
                pn_rule_outcome *outcome)
{
  *outcome = (pn_rule_outcome){.alpha = 1, .error = NAN};
  int code = rule->choose(pgs, settings, known, outcome);
  if (!code)
    code = run(pgs, settings, known->sweeps, 1, &outcome->alpha);
  if (!code)
    outcome->error = error_after(pgs, known->sweeps - outcome->lost);
  return code;
}

int pn_rule_errors(pn_pgs *pgs, const pn_pgs_settings *settings, size_t counts,
                   const size_t *sweeps, double *error)
{
  size_t most = 1;
  int code = GSL_SUCCESS;
  for (size_t c = 0; c < counts; c++)
    most = sweeps[c] > most ? sweeps[c] : most;
  for (size_t k = 0; k < PN_RULE_ALPHAS && !code; k += PN_PGS_LANES) {
    double alpha[PN_PGS_LANES];
    size_t count = 0;
    for (; count < PN_PGS_LANES && k + count < PN_RULE_ALPHAS; count++)
      alpha[count] = pn_rule_alpha(k + count);
    code = run(pgs, settings, most, count, alpha);
    for (size_t l = 0; l < count && !code; l++)
      for (size_t c = 0; c < counts; c++) {
        const double e = pgs->errors[sweeps[c] * PN_PGS_LANES + l];
        error[(k + l) * counts + c] = isnan(e) ? INFINITY : e;
      }
  }
  return code;
}
