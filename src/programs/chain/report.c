/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is written of one run. */
#include "programs/chain/chain.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/fold.h"
#include "pantin/chain/simulator.h"
#include "programs/quantity.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Columns that the start has too: no step led to it. */
enum { COLUMNS_OF_START = 5 };

/* Chains of more bars are shown by their extremes. */
enum { ROWS_MAX = 50 };

/* Tensions that rounding makes wrong by more than this share are remarked on.
 */
static const double tension_error_shown = 1e-3;

/* From this share on lengths do not tell a chain from a fold. */
static const double tension_error_fold = 0.5;

/* Forces that are left over are told above this share of the weight at a node.
 */
static const double light_shown = 1e-3;

static void print_heading(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu bars to (%g, %g) m; method %s, tolerance %g\n\n",
          chain->bars, chain->end[0], chain->end[1], run->method->name,
          run->solver->settings.tolerance_gradient);
}

/* Prints the history, and explains the marks behind its rows. */
static void print_iterations(FILE *stream, const chain_run *run)
{
  int singular = 0, thrown = 0;
  const quantity_rows rows = chain_history(run);
  quantity_headings(stream, &rows);
  for (size_t k = 0; k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k].info;
    quantity_cells(stream, &rows, k, k > 0 ? rows.columns : COLUMNS_OF_START);
    fprintf(stream, "%s\n",
            k == 0           ? ""
            : info->thrown   ? " +"
            : info->singular ? " *"
                             : "");
    singular |= k > 0 && info->singular;
    thrown |= info->thrown;
  }
  if (singular)
    fprintf(stream, "   * singular matrix: step of least norm\n");
  if (thrown)
    fprintf(stream, "   + steps were in vain: all nodes placed anew\n");
  fputc('\n', stream);
}

/* Writes what a converged run has found; returns the text. */
static const char *nature_text(const chain_run *run, char *text, size_t room)
{
  const pn_chain_class *found = &run->verdict;
  if (!run->classified)
    return "a point whose nature rounding hides";
  switch (found->kind) {
  case PN_CHAIN_MINIMUM:
    return !found->global  ? "a minimum"
           : found->unique ? "the minimum (no bar is pushed, so none is lower)"
                           : "the minimum (its multipliers can be chosen\n"
                             "so that no bar is pushed: none is lower)";
  case PN_CHAIN_MAXIMUM:
    return !found->global  ? "a maximum"
           : found->unique ? "the maximum (no bar is pulled, so none is higher)"
                           : "the maximum (its multipliers can be chosen\n"
                             "so that no bar is pulled: none is higher)";
  case PN_CHAIN_SADDLE:
    snprintf(text, room, "a saddle (the energy falls in %zu of %zu directions)",
             found->index, found->dof);
    return text;
  case PN_CHAIN_ISOLATED:
    return "an isolated point (no node can move)";
  case PN_CHAIN_DEGENERATE:
    snprintf(text, room,
             "a degenerate point (the energy is flat\nin %zu of %zu directions "
             "to second order)",
             found->nullity, found->dof);
    return text;
  }
  return "";
}

/* Bars that are wrong by more than this share fit nowhere near. */
static const double wrong_length = 1e-2;

/* Tells whether above a floor even the best iterate has bars of wrong lengths.
 */
static int fits_badly(const chain_run *run)
{
  return run->of->chain->facets > 0 &&
         run->info.constraint_relative > wrong_length;
}

/* Prints how the run ended, as the last lines of the table. */
static void print_verdict(FILE *stream, const chain_run *run)
{
  const pn_chain_info *info = &run->info;
  char text[128];
  fprintf(stream, "Energy %.12f N m, |grad l| %.1e N, |c| %.1e m^2.\n",
          info->energy, info->gradient_inf, info->constraint_inf);
  if (run->outcome == PN_CHAIN_CONVERGED)
    tone_print(stream, TONE_GOOD, "Converged in %zu step%s to %s.\n",
               run->steps, plural(run->steps),
               nature_text(run, text, sizeof text));
  else if (run->outcome == PN_CHAIN_TAUT)
    tone_print(stream, TONE_GOOD,
               "The chain is taut: it has one configuration, given above "
               "exactly;\n%s.\n",
               info->gradient_relative <=
                       run->solver->settings.tolerance_gradient
                   ? "its multipliers are not unique"
                   : "it has no multipliers (those shown come nearest)");
  else {
    if (*run->advice)
      fprintf(stream, "With %s a minimum is reached in %zu step%s.\n",
              run->advice, run->advice_steps, plural(run->advice_steps));
    else if (!program_interrupted())
      fprintf(stream,
              "No other method or start that was tried reaches a minimum "
              "either%s.\n",
              fits_badly(run) ? ":\nperhaps no shape of the chain fits above "
                                "its floor"
                              : "");
    tone_print(stream, TONE_BAD,
               "NOT CONVERGED after %zu step%s (%s); above is the best "
               "iterate.\n",
               run->steps, plural(run->steps),
               pn_chain_outcome_name(run->outcome));
  }
}

/* Returns the share by which tensions may be wrong; infinite where nothing
   determines them. */
static double tension_error(const chain_run *run)
{
  return run->classified && !run->verdict.unique
             ? INFINITY
             : pn_chain_tension_error_at(run->of->chain, run->point);
}

/* Warns of tensions that are not determined, or hardly are in a chain that is
   nearly taut, or nearly folded. */
static void print_tension_error(FILE *stream, const chain_run *run)
{
  const double taut = pn_chain_tension_error(run->of->chain);
  const double error = tension_error(run);
  if (run->outcome != PN_CHAIN_CONVERGED)
    return;
  if (isinf(error))
    fprintf(stream,
            "Tensions are not unique: nodes are held more than once.\n");
  if (taut > tension_error_shown)
    fprintf(stream,
            "Nearly taut, with a slack of %.1e m: rounding leaves tensions "
            "uncertain\nby up to %.1g %%.\n",
            pn_chain_slack(run->of->chain), 100 * taut);
  else if (error >= tension_error_fold && isfinite(error))
    fprintf(
        stream,
        "Folded within rounding of its lengths: tensions are those of exact "
        "lengths;\nrounding may shift as much as the weight of the lowest "
        "node from side to side.\n");
  else if (error > tension_error_shown && isfinite(error))
    fprintf(stream,
            "Nearly folded: rounding leaves tensions uncertain by up to %.1g "
            "%%.\n",
            100 * error);
}

/* Warns of nodes so light that what is left of the forces may move them far,
   though it is within the tolerance beside the largest tension. */
static void print_light_nodes(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  double least = INFINITY;
  for (size_t i = 1; i < chain->bars; i++) {
    const double weight = pn_chain_node_weight(chain, i);
    least = weight > 0 ? fmin(least, weight) : least;
  }
  if (run->outcome == PN_CHAIN_CONVERGED &&
      run->info.gradient_inf > light_shown * least)
    fprintf(stream,
            "Forces of up to %.1e N are left over, %.1g %% of the weight at "
            "the lightest node:\nlight nodes may be out of place. Take a "
            "smaller --tolerance%s.\n",
            run->info.gradient_inf, 100 * run->info.gradient_inf / least,
            chain->facets == 0 ? " or --method dual" : "");
}

/* Prints where the chain rests on the floor. */
static void print_contacts(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const double *mu = run->point->mu;
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

/* Prints nodes and, between them, the tensions of bars. */
static void print_nodes(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const pn_chain_point *point = run->point;
  fprintf(stream, "%4s  %14s  %14s  %14s\n", "node", "x [m]", "y [m]",
          "tension [N]");
  for (size_t i = 0; i <= chain->bars; i++) {
    fprintf(stream, "%4zu  %14.9f  %14.9f\n", i, unsigned_zero(point->x[i]),
            unsigned_zero(point->y[i]));
    if (i < chain->bars)
      fprintf(stream, "%38s  %14.9f\n", "",
              unsigned_zero(pn_chain_tension(chain, point, i)));
  }
}

/* Prints the extremes of a chain that is too long for its nodes. */
static void print_extremes(FILE *stream, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const pn_chain_point *point = run->point;
  double least = INFINITY, most = -INFINITY;
  size_t lowest = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    least = fmin(least, pn_chain_tension(chain, point, i));
    most = fmax(most, pn_chain_tension(chain, point, i));
    lowest = point->y[i] < point->y[lowest] ? i : lowest;
  }
  fprintf(stream,
          "Lowest node %zu at (%.9f, %.9f) m;\ntensions from %.9f to %.9f "
          "N.\n",
          lowest, point->x[lowest], point->y[lowest], least, most);
}

void chain_table(FILE *stream, const void *result)
{
  const chain_run *run = result;
  print_heading(stream, run);
  print_iterations(stream, run);
  if (run->of->chain->bars > ROWS_MAX)
    print_extremes(stream, run);
  else {
    print_contacts(stream, run);
    print_nodes(stream, run);
  }
  fputc('\n', stream);
  print_tension_error(stream, run);
  print_light_nodes(stream, run);
  print_verdict(stream, run);
}

/* Writes the nodes that the floor carries. */
static void write_active(pn_json *json, const chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const double *mu = run->point->mu;
  pn_json_array(json, "active");
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      if (mu[j * (chain->bars + 1) + i] > 0) {
        pn_json_object(json, NULL);
        pn_json_count(json, "node", i);
        pn_json_count(json, "facet", j + 1);
        pn_json_real(json, "mu", mu[j * (chain->bars + 1) + i]);
        pn_json_end(json);
      }
  pn_json_end(json);
}

void chain_json(pn_json *json, const void *result)
{
  const chain_run *run = result;
  const size_t bars = run->of->chain->bars;
  const pn_chain_point *point = run->point;
  const quantity_rows rows = chain_history(run);
  pn_json_string(json, "scene", run->name);
  pn_json_count(json, "bars", bars);
  pn_json_string(json, "method", run->method->name);
  pn_json_count(json, "iterations", run->steps);
  pn_json_boolean(json, "solved", chain_run_solved(run));
  pn_json_string(json, "outcome", pn_chain_outcome_name(run->outcome));
  pn_json_string(json, "kind",
                 run->classified ? pn_chain_kind_name(run->verdict.kind)
                                 : NULL);
  pn_json_string(json, "advice", *run->advice ? run->advice : NULL);
  pn_json_boolean(json, "global", run->classified && run->verdict.global);
  pn_json_real(json, "tension_error", tension_error(run));
  pn_json_real(json, "energy", run->info.energy);
  pn_json_real(json, "gradient_inf", run->info.gradient_inf);
  pn_json_real(json, "constraint_inf", run->info.constraint_inf);
  pn_json_reals(json, "end", 2, run->of->chain->end);
  pn_json_reals(json, "x", bars - 1, point->x + 1);
  pn_json_reals(json, "y", bars - 1, point->y + 1);
  pn_json_reals(json, "lambda", bars, point->lambda);
  write_active(json, run);
  quantity_json(json, "history", &rows);
}
