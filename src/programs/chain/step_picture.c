/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* phi along Newton's direction p from an iterate z, with the line below which
   Armijo's rule accepts a step, phi(z) - 2 omega alpha phi(z). */
#include "programs/chain/chain.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/step.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Points of the curve, and halvings of alpha that are looked at. */
enum { POINTS = 400, HALVINGS_MAX = 50 };

/* Room below and above what phi gains, in that. */
static const double below = 0.2, above = 0.6;

/* The step whose curve is computed, with its work. */
typedef struct {
  const pn_chain *chain;
  const pn_chain_point *z;
  pn_chain_step *step;
  pn_chain_point *trial;
  double *work;
  pn_chain_vector F, p;
  double phi; /* at z */
} line;

static void line_free(line *of)
{
  pn_chain_step_free(of->step);
  pn_chain_point_free(of->trial);
  pn_free(of->work);
}

/* Computes Newton's direction from a point. */
static int line_set(line *of, const pn_chain *chain, const pn_chain_point *z)
{
  const size_t size = pn_chain_vector_size(chain->bars);
  int singular;
  *of = (line){.chain = chain, .z = z};
  of->step = pn_chain_step_alloc(chain->bars);
  of->trial = pn_chain_point_alloc(chain);
  of->work = pn_alloc(2 * size, sizeof *of->work);
  if (!of->step || !of->trial || !of->work)
    return GSL_ENOMEM;
  pn_chain_kkt_balance(of->step->kkt, chain);
  of->F = pn_chain_vector_view(of->work, chain->bars);
  of->p = pn_chain_vector_view(of->work + size, chain->bars);
  return pn_chain_step_newton(of->step, chain, z, of->F, of->p, &of->phi,
                              &singular);
}

/* Returns phi(z + alpha p). */
static double value(line *of, double alpha)
{
  pn_chain_step_advance(of->z, alpha, of->p, of->trial);
  return pn_chain_step_merit(of->chain, of->trial, of->F);
}

/* Draws phi along the step and Armijo's line, on an interval that shows the
   step that is accepted. */
static void draw(pn_plot *plot, const chain_run *run, line *of)
{
  const double omega = run->solver->settings.omega;
  double alpha = 1;
  for (int k = 0;
       k < HALVINGS_MAX && value(of, alpha) > (1 - 2 * omega * alpha) * of->phi;
       k++)
    alpha /= 2;
  /* The step that is accepted stands in the first half of the picture. */
  const double right = fmin(1, 2 * alpha);
  double least = of->phi;
  pn_plot_printf(plot, "$PHI << EOD\n");
  for (int k = 0; k <= POINTS; k++) {
    const double at = right * k / POINTS;
    least = fmin(least, value(of, at));
    pn_plot_row(plot, 3,
                (double[]){at, value(of, at), (1 - 2 * omega * at) * of->phi});
  }
  pn_plot_printf(plot, "EOD\n$TRIED << EOD\n");
  /* NOLINTNEXTLINE(*-security.FloatLoopCounter): halves are exact */
  for (double at = 1; at >= alpha; at /= 2)
    pn_plot_row(plot, 2, (double[]){at, value(of, at)});
  pn_plot_printf(plot, "EOD\n$TAKEN << EOD\n");
  pn_plot_row(plot, 2, (double[]){alpha, value(of, alpha)});
  pn_plot_printf(
      plot,
      "EOD\nset xlabel 'alpha'\nset ylabel 'phi = |F|^2 / 2'\n"
      "set key top center outside horizontal\nset xrange [0:%.6g]\n"
      "set yrange [%.6g:%.6g]\n"
      "plot $PHI using 1:2 with lines lw 2 lt %d title 'phi(z + alpha p)', "
      "(%.17g) * (1 - 2 * x) with lines dt 3 lt %d title 'its tangent', "
      "$PHI using 1:3 with lines dt 2 lt %d title 'Armijo', "
      "$TRIED with points pt 6 ps 1.3 lt %d title 'tried', "
      "$TAKEN with points pt 7 ps 1.3 lt %d title 'step %zu: alpha = %g'\n",
      1.05 * right, least - below * (of->phi - least),
      of->phi + above * (of->phi - least), PN_PLOT_BLUE, of->phi, PN_PLOT_GREY,
      PN_PLOT_RED, PN_PLOT_GREY, PN_PLOT_GREEN, run->at + 1, alpha);
}

int chain_step_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const chain_run *run = result;
  line of;
  const int code = line_set(&of, run->of->chain, run->iterate[run->at]);
  if (!code)
    draw(plot, run, &of);
  line_free(&of);
  if (code == GSL_ENOMEM)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  return code ? pn_error_set(error, code, NULL, 0,
                             "there is no step from iterate %zu", run->at)
              : GSL_SUCCESS;
}
