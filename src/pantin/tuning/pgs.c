/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs; the sweeps themselves are the kernels'. */
#include "pantin/tuning/pgs_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* What a kernel keeps up to date gathers rounding errors: it is computed anew
   after so many sweeps. */
enum { REFRESH = 256 };

pn_pgs_settings pn_pgs_settings_default(void)
{
  return (pn_pgs_settings){.sweeps = 200, .error = 1e-4, .change = 1e-12};
}

static int has_matrix(const pn_lcp *lcp, const pn_pgs_kernel *kernel)
{
  return kernel == pn_pgs_rigid ? lcp->R != NULL : lcp->A != NULL;
}

static double *dense_copy(const gsl_spmatrix *A)
{
  double *dense = pn_alloc(A->size1 * A->size2, sizeof *dense);
  for (size_t i = 0; i < A->size1 && dense; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      dense[i * A->size2 + (size_t)A->i[k]] = A->data[k];
  return dense;
}

pn_pgs *pn_pgs_alloc(const pn_lcp *lcp, size_t sweeps,
                     const pn_pgs_kernel *kernel)
{
  if (!kernel)
    kernel = lcp->R ? pn_pgs_rigid : pn_pgs_csr;
  pn_pgs *p = has_matrix(lcp, kernel) ? pn_alloc(1, sizeof *p) : NULL;
  if (!p)
    return NULL;
  p->lcp = lcp;
  p->kernel = kernel;
  p->room = sweeps;
  p->x = pn_alloc(lcp->size * PNI_LANES, sizeof *p->x);
  p->w = pn_alloc(lcp->size * PNI_LANES, sizeof *p->w);
  p->step = pn_alloc(lcp->size * PNI_LANES, sizeof *p->step);
  p->u = pn_alloc(kernel->scratch(lcp) * PNI_LANES, sizeof *p->u);
  p->errors = pn_alloc((sweeps + 1) * PNI_LANES, sizeof *p->errors);
  if (kernel == pn_pgs_dense)
    p->dense = dense_copy(lcp->A);
  if (p->x && p->w && p->step && p->u && p->errors &&
      (p->dense || kernel != pn_pgs_dense))
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
  pn_free(p->dense);
  pn_free(p);
}

/* e^2 of all lanes, for w in place. */
PNI_WIDE static void add_squares(const pn_pgs *p, double *e)
{
  double sum[PNI_LANES] = {0};
  for (size_t i = 0; i < p->lcp->size; i++) {
    double lo[PNI_LANES], hi[PNI_LANES];
    const double *x = &p->x[i * PNI_LANES], *w = &p->w[i * PNI_LANES];
    pni_pgs_bounds(p, i, lo, hi);
    for (int l = 0; l < PNI_LANES; l++) {
      double to = x[l] - w[l];
      to = to < lo[l] ? lo[l] : to;
      to = to > hi[l] ? hi[l] : to;
      sum[l] += (x[l] - to) * (x[l] - to);
    }
  }
  memcpy(e, sum, sizeof sum);
}

/* e of all lanes. */
static void measure(pn_pgs *p, double *e)
{
  p->kernel->measure(p);
  add_squares(p, e);
  for (int l = 0; l < PNI_LANES; l++)
    e[l] = sqrt(e[l]);
}

/* After sweep k of a run that goes on. */
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
  else if (run->sweeps >= settings->sweeps)
    run->reason = PN_PGS_SWEEPS;
  else if (choice->abandon > 0 && run->sweeps >= choice->abandon)
    run->reason = PN_PGS_ABANDONED;
}

/* x = 0 in the bounds; lanes without a choice stand still. */
static void start(pn_pgs *p, size_t count, const pn_pgs_choice *choice,
                  pn_pgs_run *run)
{
  for (size_t l = 0; l < PNI_LANES; l++) {
    p->alpha[l] = l < count ? choice[l].alpha : 0;
    p->kappa[l] = l < count ? choice[l].kappa : 0;
    if (l < count)
      run[l] = (pn_pgs_run){.error = INFINITY, .least = INFINITY};
  }
  p->coupled = p->settings.coupled && p->lcp->normal != NULL;
  memset(p->x, 0, p->lcp->size * PNI_LANES * sizeof *p->x);
  for (size_t k = 0; k < p->lcp->size * PNI_LANES; k++) {
    const size_t i = k / PNI_LANES, l = k % PNI_LANES;
    double lo[PNI_LANES], hi[PNI_LANES];
    p->step[k] = p->alpha[l] / (p->lcp->D[i] + p->kappa[l]);
    pni_pgs_bounds(p, i, lo, hi);
    p->x[k] = lo[l] > 0 ? lo[l] : hi[l] < 0 ? hi[l] : 0;
  }
  p->kernel->begin(p);
}

int pn_pgs_solve(pn_pgs *p, const pn_pgs_settings *settings, size_t count,
                 const pn_pgs_choice *choice, pn_pgs_run *run)
{
  if (count < 1 || count > PNI_LANES || settings->sweeps < 1 ||
      settings->sweeps > p->room)
    return GSL_EINVAL;
  for (size_t l = 0; l < count; l++)
    if (!(choice[l].alpha > 0 && choice[l].alpha <= 2 && choice[l].kappa >= 0 &&
          choice[l].kappa < INFINITY))
      return GSL_EINVAL;
  p->settings = *settings;
  start(p, count, choice, run);
  measure(p, p->errors);
  size_t running = count;
  for (size_t k = 1; running > 0; k++) {
    if (k % REFRESH == 0)
      p->kernel->begin(p);
    p->kernel->sweep(p);
    measure(p, p->errors + k * PNI_LANES);
    running = 0;
    for (size_t l = 0; l < count; l++) {
      if (run[l].reason == PN_PGS_RUNNING)
        judge(p, &choice[l], p->errors[k * PNI_LANES + l], p->moved[l],
              &run[l]);
      running += run[l].reason == PN_PGS_RUNNING;
    }
  }
  return GSL_SUCCESS;
}
