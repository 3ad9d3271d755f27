/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What our integrators share: a state of a few vectors, and sums of vectors.
   All but the sums are static inline, so that each integrator is one file. */
#ifndef PANTIN_DYNAMICS_STEP_H
#define PANTIN_DYNAMICS_STEP_H

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <string.h>

/* The most vectors that a step needs. */
enum { STEP_VECTORS = 8 };

typedef struct {
  double *v[STEP_VECTORS]; /* each of the system's dimension; v[0] owns all */
} step_state;

static inline void *step_alloc(size_t dim, size_t vectors)
{
  step_state *state = pn_alloc(1, sizeof *state);
  if (!state)
    return NULL;
  state->v[0] = pn_alloc(vectors * dim, sizeof(double));
  if (!state->v[0]) {
    pn_free(state);
    return NULL;
  }
  for (size_t k = 1; k < vectors; k++)
    state->v[k] = state->v[0] + k * dim;
  return state;
}

static inline void step_free(void *vstate)
{
  step_state *state = vstate;
  pn_free(state->v[0]);
  pn_free(state);
}

static inline int step_set_driver(void *vstate, const gsl_odeiv2_driver *driver)
{
  (void)vstate;
  (void)driver;
  return GSL_SUCCESS;
}

static inline int step_reset(void *vstate, size_t dim)
{
  (void)vstate;
  (void)dim;
  return GSL_SUCCESS;
}

/* Computes out = a + s b; out may be a. */
void pni_step_sum(size_t dim, const double *a, double s, const double *b,
                  double *out);

/* Computes out = a + s (b0 + 2 b1 + 2 b2 + b3). */
void pni_step_sum_of_four(size_t dim, const double *a, double s,
                          double *const b[4], double *out);

/* Computes f(t, y), or copies what the caller knows it to be. */
static inline int step_first(const gsl_odeiv2_system *system, double t,
                             const double *y, const double *known, double *f)
{
  if (!known)
    return GSL_ODEIV_FN_EVAL(system, t, y, f);
  memcpy(f, known, system->dimension * sizeof *f);
  return GSL_SUCCESS;
}

/* Ends a step: y = end, and dydt_out = f there if it is asked for. yerr is set
   to 0; the integrator then puts its estimate there. */
static inline int step_last(const gsl_odeiv2_system *system, double t,
                            const double *end, double *dydt_out, double *y,
                            double *yerr)
{
  if (dydt_out) {
    const int code = GSL_ODEIV_FN_EVAL(system, t, end, dydt_out);
    if (code)
      return code;
  }
  memcpy(y, end, system->dimension * sizeof *y);
  memset(yerr, 0, system->dimension * sizeof *yerr);
  return GSL_SUCCESS;
}

/* Ends a step, and estimates the error by h/2 (f+ - f): what the trapezium rule
   would add to Euler's. */
static inline int step_last_trapezium(const gsl_odeiv2_system *system, double t,
                                      double h, const double *f,
                                      const double *end, double *dydt_out,
                                      double *y, double *yerr)
{
  const int code = step_last(system, t, end, dydt_out, y, yerr);
  for (size_t i = 0; !code && dydt_out && i < system->dimension; i++)
    yerr[i] = h / 2 * (dydt_out[i] - f[i]);
  return code;
}

#endif
