/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs, their errors, and when they stop; the sweeps are the operators'. */
#include "pantin/tuning/pgs.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/sweep_private.h"
#include "pantin/lcp/wide_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { LANES = PN_PGS_LANES, MOST = PN_PGS_MOST };

_Static_assert((int)MOST == (int)PNI_WIDE_COLUMNS,
               "all runs go side by side in wide sweeps");

/* What an operator keeps up to date gathers rounding errors: it is computed
   anew after so many sweeps. */
enum { REFRESH = 256 };

pn_pgs_settings pn_pgs_settings_default(void)
{
  return (pn_pgs_settings){
      .sweeps = 200, .norm = PN_PGS_NORM_1, .error = 1e-4, .change = 1e-9};
}

pn_pgs *pn_pgs_alloc(const pn_lcp *lcp, size_t sweeps, const pn_lcp_operator *A)
{
  A = A ? A : pn_lcp_factors(lcp->A);
  pn_pgs *p = A ? pn_alloc(1, sizeof *p) : NULL;
  if (!p)
    return NULL;
  p->lcp = lcp;
  p->A = A;
  p->room = sweeps;
  p->most = pni_takes_wide(A) ? MOST : LANES;
  p->x = pn_alloc(lcp->size * p->most, sizeof *p->x);
  p->w = pn_alloc(lcp->size * LANES, sizeof *p->w);
  p->step = pn_alloc(lcp->size * p->most, sizeof *p->step);
  p->u = pn_alloc(A->type->scratch(A) * p->most, sizeof *p->u);
  p->errors = pn_alloc((sweeps + 1) * p->most, sizeof *p->errors);
  if (p->x && p->w && p->step && p->u && p->errors)
    return p;
  pn_pgs_free(p);
  return NULL;
}

void pn_pgs_free(pn_pgs *p)
{
  if (!p)
    return;
  pn_free(p->x);
  pn_free(p->w);
  pn_free(p->step);
  pn_free(p->u);
  pn_free(p->errors);
  pn_free(p);
}

/* Describes what each sweep does. */
static pn_lcp_sweep sweep_of(pn_pgs *p)
{
  const pn_lcp *lcp = p->lcp;
  return (pn_lcp_sweep){.columns = p->lanes,
                        .b = lcp->b,
                        .lo = lcp->lo,
                        .hi = lcp->hi,
                        .step = p->step,
                        .kappa = p->kappa,
                        .normal = p->settings.coupled ? lcp->normal : NULL,
                        .mu = lcp->mu,
                        .moved = p->moved};
}

/* Adds up the rows' errors of PN_PGS_LANES runs, for w in place, in all three
   norms; the 2-norm is still a square. */
PNI_WIDE static void add_errors(const pn_pgs *p, const pn_lcp_sweep *how,
                                pni_wide_errors *e)
{
  double one[LANES] = {0}, two[LANES] = {0}, inf[LANES] = {0};
  for (size_t i = 0; i < p->lcp->size; i++) {
    double lo[LANES], hi[LANES];
    const double *x = &p->x[i * LANES], *w = &p->w[i * LANES];
    pni_sweep_bounds(how, LANES, i, p->x, lo, hi);
    for (int l = 0; l < LANES; l++) {
      const double to = pni_clip(x[l] - w[l], lo[l], hi[l]);
      const double error = fabs(x[l] - to);
      one[l] += error;
      two[l] += error * error;
      inf[l] = error > inf[l] ? error : inf[l];
    }
  }
  memcpy(e->one, one, sizeof one);
  memcpy(e->two, two, sizeof two);
  memcpy(e->inf, inf, sizeof inf);
}

/* Computes e of all runs. */
static void measure(pn_pgs *p, const pn_lcp_sweep *how, double *e)
{
  const pn_pgs_norm norm = p->settings.norm;
  pni_wide_errors all;
  if (p->lanes > LANES)
    pni_wide_measure(p->A, how, p->x, p->u, &all);
  else {
    p->A->type->measure(p->A, how, p->x, p->w, p->u);
    add_errors(p, how, &all);
  }
  for (size_t l = 0; l < p->lanes; l++)
    /* The largest of rows forgets a NaN, their sum does not. */
    e[l] = norm == PN_PGS_NORM_2 || isnan(all.one[l]) ? sqrt(all.two[l])
           : norm == PN_PGS_NORM_1                    ? all.one[l]
                                                      : all.inf[l];
}

/* Prepares sweeps from x. */
static void begin(pn_pgs *p)
{
  if (p->lanes > LANES)
    pni_wide_begin(p->A, p->lanes, p->x, p->u);
  else
    p->A->type->begin(p->A, LANES, p->x, p->u);
}

/* Makes a sweep of all runs. */
static void sweep(pn_pgs *p, const pn_lcp_sweep *how)
{
  if (p->lanes > LANES)
    pni_wide_sweep(p->A, how, p->x, p->u);
  else
    p->A->type->sweep(p->A, how, p->x, p->u);
}

/* Notes a sweep of a run, and whether the run stops with it. */
static void judge(const pn_pgs *p, const pn_pgs_choice *choice, double e,
                  double moved, pn_pgs_run *run)
{
  const pn_pgs_settings *settings = &p->settings;
  run->sweeps++;
  run->error = e;
  if (e < run->least) {
    run->least = e;
    run->least_at = run->sweeps;
  }
  if (!isfinite(e))
    run->reason = PN_PGS_DIVERGED;
  else if (e <= settings->error)
    run->reason = PN_PGS_ERROR;
  else if (sqrt(moved) <= settings->change)
    run->reason = PN_PGS_CHANGE;
  else if (run->sweeps >= settings->sweeps || run->sweeps == choice->sweeps)
    run->reason = PN_PGS_SWEEPS;
  else if (choice->abandon > 0 && run->sweeps >= choice->abandon)
    run->reason = PN_PGS_ABANDONED;
}

/* Places all columns at their start, brought within the bounds; those without a
   choice stand still. */
static void start(pn_pgs *p, const pn_lcp_sweep *how, size_t count,
                  const pn_pgs_choice *choice, pn_pgs_run *run)
{
  const size_t n = p->lcp->size, lanes = p->lanes;
  for (size_t l = 0; l < lanes; l++) {
    p->kappa[l] = l < count ? choice[l].kappa : 0;
    if (l < count)
      run[l] = (pn_pgs_run){.error = INFINITY, .least = INFINITY};
  }
  memset(p->x, 0, n * lanes * sizeof *p->x);
  for (size_t i = 0; i < n; i++) {
    double lo[MOST], hi[MOST];
    pni_sweep_bounds(how, lanes, i, p->x, lo, hi);
    for (size_t l = 0; l < lanes; l++) {
      const double alpha = l < count ? choice[l].alpha : 0;
      p->step[i * lanes + l] = alpha / (p->lcp->D[i] + p->kappa[l]);
      const double from = l < count && choice[l].warm > 0
                              ? choice[l].warm * p->lcp->guess[i]
                              : 0;
      p->x[i * lanes + l] = from < lo[l] ? lo[l] : from > hi[l] ? hi[l] : from;
    }
  }
}

/* Checks what the runs are asked for: their number, the sweeps, and alpha,
   kappa and warm start of each. */
static int check(const pn_pgs *p, const pn_pgs_settings *settings, size_t count,
                 const pn_pgs_choice *choice)
{
  if (count < 1 || count > MOST || settings->sweeps < 1 ||
      settings->sweeps > p->room)
    return GSL_EINVAL;
  for (size_t l = 0; l < count; l++)
    if (!(choice[l].alpha > 0 && choice[l].alpha <= 2 && choice[l].kappa >= 0 &&
          choice[l].kappa < INFINITY) ||
        !(choice[l].warm == 0 || (choice[l].warm > 0 && p->lcp->guess)))
      return GSL_EINVAL;
  return GSL_SUCCESS;
}

/* Runs as many choices as go side by side. */
static void run_lanes(pn_pgs *p, size_t count, const pn_pgs_choice *choice,
                      pn_pgs_run *run)
{
  p->lanes = count <= LANES ? LANES : count <= MOST / 2 ? MOST / 2 : MOST;
  const pn_lcp_sweep how = sweep_of(p);
  start(p, &how, count, choice, run);
  begin(p);
  measure(p, &how, p->errors);
  size_t running = count;
  for (size_t k = 1; running > 0; k++) {
    double *const e = p->errors + k * p->lanes;
    if (k % REFRESH == 0)
      begin(p);
    sweep(p, &how);
    measure(p, &how, e);
    running = 0;
    for (size_t l = 0; l < count; l++) {
      if (run[l].reason == PN_PGS_RUNNING)
        judge(p, &choice[l], e[l], p->moved[l], &run[l]);
      running += run[l].reason == PN_PGS_RUNNING;
    }
  }
}

int pn_pgs_solve(pn_pgs *p, const pn_pgs_settings *settings, size_t count,
                 const pn_pgs_choice *choice, pn_pgs_run *run)
{
  if (check(p, settings, count, choice))
    return GSL_EINVAL;
  p->settings = *settings;
  for (size_t k = 0; k < count; k += p->most) {
    const size_t left = count - k;
    run_lanes(p, left < p->most ? left : p->most, choice + k, run + k);
  }
  return GSL_SUCCESS;
}
