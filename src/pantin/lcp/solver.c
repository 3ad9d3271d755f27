/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What all methods share: the settings, the start, and the test. */
#include "pantin/lcp/colours_private.h"
#include "pantin/lcp/cone_private.h"
#include "pantin/lcp/order_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/finite.h"
#include "pantin/base/pool.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Returns the k-th method of the family. A new method is a new file and one
   line here. */
const pn_lcp_method *pn_lcp_method_get(size_t k)
{
  const pn_lcp_method *const methods[] = {
      pn_lcp_naive,     pn_lcp_jacobi,      pn_lcp_pgs,
      pn_lcp_psor,      pn_lcp_pcg,         pn_lcp_ppcg,
      pn_lcp_mprgp,     pn_lcp_nncg,        pn_lcp_apgd,
      pn_lcp_pgs_sm,    pn_lcp_pgs_block,   pn_lcp_staggered,
      pn_lcp_shock,     pn_lcp_cheb_jacobi, pn_lcp_cheb_gs,
      pn_lcp_renouf,    pn_lcp_renouf_ssor, pn_lcp_face,
      pn_lcp_ipm,       pn_lcp_lemke,       pn_lcp_bpp,
      pn_lcp_enumerate,
  };
  return k < sizeof methods / sizeof methods[0] ? methods[k] : NULL;
}

const pn_lcp_method *pn_lcp_method_find(const char *name)
{
  const pn_lcp_method *method;
  for (size_t k = 0; (method = pn_lcp_method_get(k)); k++)
    if (strcmp(method->name, name) == 0)
      break;
  return method;
}

pn_lcp_settings pn_lcp_settings_default(void)
{
  return (pn_lcp_settings){
      .tolerance = 1e-8, .relative = 1e-14, .iterations = 5000, .omega = 1.75};
}

int pn_lcp_settings_check(const pn_lcp_settings *settings, pn_error *error)
{
  const char *rule = NULL;
  pn_error_clear(error);
  if (!(settings->tolerance >= 0 && settings->relative >= 0 &&
        settings->tolerance + settings->relative > 0))
    rule = "the tolerance must be positive; 1e-8 is usual";
  else if (!(settings->omega > 0 && settings->omega < 2))
    rule = "omega must lie between 0 and 2; 1.75 is usual";
  else if (!(settings->kappa >= 0 && isfinite(settings->kappa)))
    rule = "kappa must not be negative; 0 is usual";
  else if (!(settings->damping >= 0 && settings->damping <= 2))
    rule = "the damping must lie between 0 and 2; 0 chooses it";
  else if (!pn_lcp_order_name(settings->order))
    rule = "there is no such order of sweeps; 0, forward, is usual";
  return rule ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", rule)
              : GSL_SUCCESS;
}

/* Takes scratch for operators, with 0 in it: sweeps gather four numbers of a
   body from it, which should not lie in two lines of the cache. */
static double *scratch_alloc(size_t room)
{
  double *scratch = pn_alloc_aligned(room, sizeof *scratch);
  if (scratch)
    memset(scratch, 0, room * sizeof *scratch);
  return scratch;
}

pn_lcp_solver *pn_lcp_solver_alloc(const pn_lcp_method *method,
                                   const pn_lcp *lcp)
{
  pn_lcp_solver *solver = pn_alloc(1, sizeof *solver);
  if (!solver)
    return NULL;
  const size_t room = lcp->room;
  /* The method may take fewer rows than the problem has room for. */
  const size_t fitting =
      method->rows_max > 0 && method->rows_max < room ? method->rows_max : room;
  solver->method = method;
  solver->lcp = lcp;
  solver->settings = pn_lcp_settings_default();
  solver->room = room;
  solver->scratch_room = lcp->A ? lcp->A->type->scratch(lcp->A) : 0;
  /* Take all memory before asking whether any is missing. */
  solver->lambda = pn_alloc(room, sizeof(double));
  solver->best = pn_alloc(room, sizeof(double));
  solver->step = pn_alloc(room, sizeof(double));
  solver->w = pn_alloc(room, sizeof(double));
  solver->lo = pn_alloc(room, sizeof(double));
  solver->hi = pn_alloc(room, sizeof(double));
  solver->order = pn_alloc(room, sizeof *solver->order);
  solver->scratch = scratch_alloc(solver->scratch_room);
  solver->measure = scratch_alloc(solver->scratch_room);
  solver->state = pn_alloc(1, method->state_size);
  if (!solver->lambda || !solver->best || !solver->step || !solver->w ||
      !solver->lo || !solver->hi || !solver->order || !solver->scratch ||
      !solver->measure || !solver->state ||
      method->alloc(solver->state, fitting)) {
    pn_lcp_solver_free(solver);
    return NULL;
  }
  return solver;
}

void pn_lcp_solver_free(pn_lcp_solver *solver)
{
  if (!solver)
    return;
  if (solver->state)
    solver->method->free(solver->state);
  pn_free(solver->state);
  pn_free(solver->measure);
  pn_free(solver->scratch);
  pn_free(solver->step);
  pn_free(solver->w);
  pn_free(solver->lo);
  pn_free(solver->hi);
  pn_free(solver->order);
  pn_free(solver->level);
  if (solver->colours)
    pni_colours_clear(solver->colours);
  pn_free(solver->colours);
  pn_pool_free(solver->pool);
  pn_free(solver->best);
  pn_free(solver->lambda);
  pn_free(solver);
}

/* Checks that the problem has a matrix that fits, and is no larger than the one
   that the solver was made for. */
static int check_size(const pn_lcp_solver *solver, pn_error *error)
{
  const pn_lcp *lcp = solver->lcp;
  if (!lcp->A)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the problem has no matrix yet: pn_lcp_set_operator or "
                        "pn_lcp_from_csr gives it one");
  const size_t rows = lcp->A->type->rows(lcp->A);
  if (rows != lcp->size)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the problem has %zu rows, and its matrix %zu",
                        lcp->size, rows);
  if (lcp->size > solver->room ||
      lcp->A->type->scratch(lcp->A) > solver->scratch_room)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the solver was made for at most %zu rows, not %zu",
                        solver->room, lcp->size);
  return GSL_SUCCESS;
}

/* Checks that the method takes problems of this kind. */
static int check_kind(const pn_lcp_solver *solver, pn_error *error)
{
  const pn_lcp_method *method = solver->method;
  const pn_lcp *lcp = solver->lcp;
  if (method->rows_max > 0 && lcp->size > method->rows_max)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s takes at most %zu rows, not %zu",
                        method->name, method->rows_max, lcp->size);
  if (!method->handles_boxes && !pn_lcp_is_plain(lcp))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s knows no bounds but 0 <= lambda",
                        method->name);
  size_t bodies;
  if ((method->needs & PN_LCP_NEEDS_FRICTION) && !lcp->mu)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s needs rows of friction, and this problem "
                        "has none",
                        method->name);
  if ((method->needs & PN_LCP_NEEDS_BODIES) && lcp->size > 0 &&
      !pni_pairs(lcp->A, &bodies))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s needs the bodies of each row, and this "
                        "problem has only A",
                        method->name);
  if (solver->settings.cone && lcp->mu && !method->handles_cone)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s knows friction in a box only; pgs-block "
                        "takes the cone",
                        method->name);
  if (solver->settings.coupled && lcp->mu && !method->handles_coupled)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s minimises an energy, and coupled friction "
                        "has none: freeze its bounds (frozen = true in the "
                        "scene), or take pgs, psor, pgs-block, staggered or "
                        "shock",
                        method->name);
  if (solver->settings.kappa > 0 && !method->handles_kappa)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method %s knows no regularisation: leave kappa 0%s",
                        method->name,
                        solver->settings.cone ? "" : ", or take pgs or psor");
  return solver->settings.cone ? pni_cone_check(lcp, error) : GSL_SUCCESS;
}

/* Sets the bounds that hold at the present iterate. */
static void set_bounds(pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  if (solver->settings.coupled) {
    pn_lcp_friction_bounds(lcp, solver->lambda, solver->lo, solver->hi);
  } else if (lcp->size > 0) {
    memcpy(solver->lo, lcp->lo, lcp->size * sizeof *lcp->lo);
    memcpy(solver->hi, lcp->hi, lcp->size * sizeof *lcp->hi);
  }
}

/* Returns the problem with the bounds of the iterate. */
static pn_lcp bounded(const pn_lcp_solver *solver)
{
  pn_lcp lcp = *solver->lcp;
  lcp.lo = solver->lo;
  lcp.hi = solver->hi;
  return lcp;
}

/* Measures lambda = 0, which takes no product. It is the best iterate so far
   where the bounds allow it. */
static void measure_zero(pn_lcp_solver *solver)
{
  pn_lcp_residual zero;
  for (size_t i = 0; i < solver->lcp->size; i++)
    solver->lambda[i] = solver->best[i] = solver->w[i] = 0;
  set_bounds(solver);
  const pn_lcp lcp = bounded(solver);
  pni_lcp_measure_product(&lcp, solver->settings.cone, solver->lambda,
                          solver->w, &zero);
  solver->at_zero = zero.scaled.inf;
  solver->least = zero.infeasible > 0 ? INFINITY : zero.scaled.inf;
  solver->least_at = 0;
}

int pn_lcp_solver_set(pn_lcp_solver *solver, const pn_lcp_settings *settings,
                      const double *start, pn_error *error)
{
  const pn_lcp *lcp = solver->lcp;
  int code = pn_lcp_settings_check(settings, error);
  solver->ready = 0;
  solver->settings = *settings;
  solver->settings.coupled |= settings->cone;
  if (!code)
    code = check_size(solver, error);
  if (!code)
    code = check_kind(solver, error);
  if (code)
    return code;
  measure_zero(solver);
  /* Start from the given point, brought within its bounds. */
  for (size_t i = 0; i < lcp->size; i++) {
    const double x = start ? start[i] : 0;
    if (!isfinite(x))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "the start must be finite");
    solver->lambda[i] = x;
    solver->step[i] = 1 / lcp->D[i];
  }
  set_bounds(solver);
  for (size_t i = 0; i < lcp->size; i++)
    solver->lambda[i] =
        pni_clip(solver->lambda[i], solver->lo[i], solver->hi[i]);
  solver->reason = PN_LCP_ITERATIONS;
  solver->peak[0] = solver->peak[1] = 0;
  /* Reset the counts, and let the method look at the problem. */
  solver->iteration = solver->products = solver->factorisations = 0;
  code = pni_order_set(solver, error);
  if (!code)
    code = solver->method->set(solver->state, solver, error);
  solver->ready = code == GSL_SUCCESS;
  return code;
}

/* Tells whether the iterate is finite. */
PNI_WIDE static int is_finite(const double *lambda, size_t rows)
{
  return pni_all_finite(lambda, rows);
}

int pn_lcp_solver_iterate(pn_lcp_solver *solver)
{
  pn_error_clear(&solver->error);
  if (!solver->ready)
    return pn_error_set(&solver->error, GSL_EINVAL, NULL, 0,
                        "the solver has no start yet: pn_lcp_solver_set, which "
                        "must succeed, comes before pn_lcp_solver_iterate");
  solver->reason = PN_LCP_STAGNATED;
  const int code = solver->method->iterate(solver->state, solver);
  if (code)
    return code;
  solver->iteration++;
  solver->reason = PN_LCP_DIVERGED;
  return is_finite(solver->lambda, solver->lcp->size) ? GSL_SUCCESS
                                                      : GSL_EFAILED;
}

/* Keeps what the residual of this iterate tells of the run. */
static void note(pn_lcp_solver *solver, double residual)
{
  const size_t all = solver->settings.iterations, now = solver->iteration;
  if (residual < solver->least) {
    solver->least = residual;
    solver->least_at = now;
    memcpy(solver->best, solver->lambda,
           solver->lcp->size * sizeof *solver->best);
  }
  if (now > all / 2) {
    double *const peak = &solver->peak[now > all - all / 4];
    *peak = fmax(*peak, residual);
  }
}

/* Tells whether a run came no nearer in the second half of its iterations: not
   to its best iterate and, as it may be a lucky one that slow progress follows,
   not from quarter to quarter either. Peaks of a cycle do not fall. */
static int stagnates(const pn_lcp_solver *solver)
{
  static const double lower = 0.99;
  return solver->least_at < solver->iteration / 2 && solver->peak[0] > 0 &&
         solver->peak[1] >= lower * solver->peak[0];
}

/* Tells why a solver that used up its iterations did not get there. */
static pn_lcp_reason reason_of_end(const pn_lcp_solver *solver)
{
  /* Divergence is a residual so many times the least one. */
  static const double far = 1e6;
  if (solver->method->pivots)
    return PN_LCP_CUT;
  if (solver->residual.scaled.inf > far * solver->least)
    return PN_LCP_DIVERGED;
  return stagnates(solver) ? PN_LCP_STAGNATED : PN_LCP_ITERATIONS;
}

const pn_lcp_residual *pn_lcp_solver_measure(pn_lcp_solver *solver)
{
  if (check_size(solver, NULL)) {
    solver->residual = pn_lcp_residual_unknown;
    return &solver->residual;
  }
  set_bounds(solver);
  const pn_lcp lcp = bounded(solver);
  pni_lcp_measure(&lcp, solver->settings.cone, solver->lambda, solver->w,
                  solver->measure, &solver->residual);
  return &solver->residual;
}

const pn_lcp_residual *pni_take_best(pn_lcp_solver *solver, double diverged)
{
  pn_lcp_solver_measure(solver);
  if (!solver->ready || solver->reason == PN_LCP_SOLVED ||
      solver->residual.scaled.inf <= diverged * solver->least)
    return &solver->residual;
  memcpy(solver->lambda, solver->best,
         solver->lcp->size * sizeof *solver->best);
  return pn_lcp_solver_measure(solver);
}

/* Rounding leaves this part of the terms of w; and it may be this part of the
   residual of lambda = 0, lest an iterate that grows without bound be called a
   solution. */
static const double rounding = 1e-14, most_rounding = 1e-6;

/* Returns what the residual of an iterate, which has been measured, is to be
   within. */
static double tolerance_of(const pn_lcp_solver *solver)
{
  const pn_lcp_settings *settings = &solver->settings;
  const pn_lcp_residual *of = &solver->residual;
  const double asked =
      fmax(settings->tolerance, settings->relative * of->scale);
  const double rounded = fmin(settings->relative, rounding) * of->terms;
  return fmax(asked, fmin(rounded, most_rounding * solver->at_zero));
}

int pn_lcp_solver_test(pn_lcp_solver *solver)
{
  const pn_lcp_settings *settings = &solver->settings;
  const double r = pn_lcp_solver_measure(solver)->scaled.inf;
  note(solver, r);
  solver->within = tolerance_of(solver);
  if (r <= solver->within) {
    solver->reason = PN_LCP_SOLVED;
    return GSL_SUCCESS;
  }
  if (solver->iteration < settings->iterations)
    return GSL_CONTINUE;
  solver->reason = reason_of_end(solver);
  return GSL_EMAXITER;
}
