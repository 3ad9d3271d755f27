/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pantin in the coordinates of the joints, by RK4. */
#include "engine.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/reduced.h"

#include <gsl/gsl_errno.h>

typedef struct {
  pn_reduced *reduced;
  gsl_odeiv2_step *step;
  double *x; /* and errors and derivatives behind it, (6 n) */
  double t, dt;
} reduced_run;

static void release(void *vrun)
{
  reduced_run *run = vrun;
  if (!run)
    return;
  if (run->step)
    gsl_odeiv2_step_free(run->step);
  pn_reduced_free(run->reduced);
  pn_free(run->x);
  pn_free(run);
}

static void *start(const engine_tree *tree, const char *method, double dt)
{
  const pn_integrator *by = pn_integrator_find(method);
  reduced_run *run = pn_alloc(1, sizeof *run);
  pn_error error = {0};
  if (!run || !by)
    return NULL;
  run->dt = dt;
  run->reduced = pn_reduced_alloc(tree->system, &error);
  if (run->reduced) {
    const size_t dimension = run->reduced->ode.dimension;
    run->step = gsl_odeiv2_step_alloc(*by->type, dimension);
    run->x = pn_alloc(3 * dimension, sizeof *run->x);
  }
  if (!run->reduced || !run->step || !run->x) {
    release(run);
    return NULL;
  }
  pn_reduced_start(run->reduced, run->x);
  return run;
}

static int step(void *vrun)
{
  reduced_run *run = vrun;
  const gsl_odeiv2_system *ode = &run->reduced->ode;
  const int code =
      gsl_odeiv2_step_apply(run->step, run->t, run->dt, run->x,
                            run->x + ode->dimension, NULL, NULL, ode);
  pn_reduced_normalize(run->reduced, run->x);
  run->t += run->dt;
  return code;
}

static void read(void *vrun, double *y)
{
  reduced_run *run = vrun;
  pn_reduced_state(run->reduced, run->x, y);
}

static int evaluate(void *vrun)
{
  reduced_run *run = vrun;
  return pn_reduced_evaluate(run->reduced, run->t, run->x,
                             run->x + 2 * run->reduced->ode.dimension);
}

static const engine reduced = {"reduced", start, step, read, evaluate, release};
const engine *const engine_reduced = &reduced;
