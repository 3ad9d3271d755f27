/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/chain/report.h"

#include <math.h>

/* Chains of more bars are shown by their extremes. */
enum { ROWS_MAX = 50 };

static void heading(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu bars to (%g, %g) m; method %s, tolerance %g\n\n",
          chain->bars, chain->end[0], chain->end[1], run->method->name,
          run->solver->settings.tolerance_gradient);
}

static void iterations(FILE *stream, const chain_run *run)
{
  int singular = 0;
  fprintf(stream, "%4s  %10s  %12s  %12s  %10s  %8s\n", "k", "phi",
          "|grad l| [N]", "|c| [m^2]", "step [m]", "alpha");
  for (size_t k = 0; k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k];
    fprintf(stream, "%4zu  %10.4e  %12.4e  %12.4e", k, info->phi,
            info->gradient_inf, info->constraint_inf);
    if (k > 0)
      fprintf(stream, "  %10.3e  %8.3g%s", info->step, info->alpha,
              info->singular ? " *" : "");
    fputc('\n', stream);
    singular |= k > 0 && info->singular;
  }
  if (singular)
    fprintf(stream, "   * singular matrix: step of least norm\n");
  fputc('\n', stream);
}

/* "1 step", "7 steps" */
static const char *plural(size_t count)
{
  return count == 1 ? "" : "s";
}

static void nature(FILE *stream, const chain_run *run)
{
  const pn_chain_class *found = &run->verdict;
  if (!run->classified) {
    fprintf(stream, "a point whose nature rounding hides");
    return;
  }
  switch (found->kind) {
  case PN_CHAIN_MINIMUM:
    fprintf(stream, "%s minimum%s", found->global ? "the" : "a",
            found->global ? " (no bar is pushed, so none is lower)" : "");
    break;
  case PN_CHAIN_MAXIMUM:
    fprintf(stream, "%s maximum%s", found->global ? "the" : "a",
            found->global ? " (no bar is pulled, so none is higher)" : "");
    break;
  case PN_CHAIN_SADDLE:
    fprintf(stream, "a saddle (the energy falls in %zu of %zu directions)",
            found->index, found->dof);
    break;
  case PN_CHAIN_ISOLATED:
    fprintf(stream, "an isolated point (no node can move)");
    break;
  case PN_CHAIN_DEGENERATE:
    fprintf(stream,
            "a degenerate point (the energy is flat in %zu of %zu "
            "directions to second order)",
            found->nullity, found->dof);
    break;
  }
}

static void verdict(FILE *stream, const chain_run *run)
{
  switch (run->outcome) {
  case PN_CHAIN_CONVERGED:
    fprintf(stream, "Converged in %zu step%s to ", run->steps,
            plural(run->steps));
    nature(stream, run);
    fprintf(stream, ".\n");
    break;
  case PN_CHAIN_TAUT:
    fprintf(stream,
            "The chain is taut: it has one configuration, given below"
            " exactly; %s.\n",
            run->solver->info.gradient_relative <=
                    run->solver->settings.tolerance_gradient
                ? "its multipliers are not unique"
                : "it has no multipliers (those shown come nearest)");
    break;
  default:
    fprintf(stream,
            "NOT CONVERGED after %zu step%s (%s); below is the best "
            "iterate.\n",
            run->steps, plural(run->steps),
            pn_chain_outcome_name(run->outcome));
  }
  fprintf(stream, "Energy %.12f N m, |grad l| %.1e N, |c| %.1e m^2.\n\n",
          run->solver->info.energy, run->solver->info.gradient_inf,
          run->solver->info.constraint_inf);
}

static void contacts(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const double *mu = run->solver->point->mu;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const double push = mu[j * (chain->bars + 1) + i];
      if (push > 0)
        fprintf(stream, "Node %zu rests on facet %zu: mu = %.9f N\n", i, j + 1,
                push);
    }
  if (chain->facets > 0)
    fputc('\n', stream);
}

/* A value that is shown as zero is shown without sign. */
static double shown(double value)
{
  static const double half_digit = 5e-10;
  return fabs(value) < half_digit ? 0 : value;
}

static void nodes(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const pn_chain_point *point = run->solver->point;
  fprintf(stream, "%4s  %14s  %14s  %14s\n", "node", "x [m]", "y [m]",
          "tension [N]");
  for (size_t i = 0; i <= chain->bars; i++) {
    fprintf(stream, "%4zu  %14.9f  %14.9f\n", i, shown(point->x[i]),
            shown(point->y[i]));
    if (i < chain->bars)
      fprintf(stream, "%38s  %14.9f\n", "",
              shown(pn_chain_tension(chain, point, i)));
  }
}

static void extremes(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const pn_chain_point *point = run->solver->point;
  double least = INFINITY, most = -INFINITY;
  size_t lowest = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    least = fmin(least, pn_chain_tension(chain, point, i));
    most = fmax(most, pn_chain_tension(chain, point, i));
    lowest = point->y[i] < point->y[lowest] ? i : lowest;
  }
  fprintf(stream,
          "Lowest node %zu at (%.9f, %.9f) m; tensions %.9f to %.9f "
          "N.\n",
          lowest, point->x[lowest], point->y[lowest], least, most);
}

void chain_table(FILE *stream, const chain_run *run)
{
  heading(stream, run);
  iterations(stream, run);
  verdict(stream, run);
  if (run->of->chain->bars > ROWS_MAX) {
    extremes(stream, run);
    return;
  }
  contacts(stream, run);
  nodes(stream, run);
}
