/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/request.h"

#include "programs/option.h"
#include "programs/program.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

enum { NOT_GIVEN = -1 };

/* Counts the options of each group. */
enum { SOLVER_OPTIONS = 7, RUN_OPTIONS = CONTACT_OPTIONS - SOLVER_OPTIONS };

static const contact_request nothing = {.solver = NOT_GIVEN,
                                        .tolerance = NOT_GIVEN,
                                        .omega = NOT_GIVEN,
                                        .kappa = NOT_GIVEN,
                                        .time = NOT_GIVEN,
                                        .dt = NOT_GIVEN,
                                        .margin = NOT_GIVEN,
                                        .damping = NOT_GIVEN,
                                        .friction = NOT_GIVEN};

/* Adds the options of the solver. */
static pn_option *add_solver(pn_option *at, contact_request *asked)
{
  const pn_option group[SOLVER_OPTIONS] = {
      OPTION_CHOICE("solver", &asked->solver, asked->solvers, "NAME",
                    "how to find the impulses:"),
      OPTION_COUNT("iterations", &asked->iterations, 1, 1e7, "N",
                   "at most N iterations in a step (pivoting methods go to "
                   "their end)"),
      OPTION_REAL("tolerance", &asked->tolerance, 0, 1, NULL, "X",
                  "stop them when the scaled residual is below X m/s; of "
                  "balls, 0 makes all iterations"),
      OPTION_STRING("omega", &asked->relaxation, "X",
                    "over-relaxation of psor, or a rule that chooses it in "
                    "each step of rigid bodies: guarded, radius, golden, "
                    "line:A,B or cond:A,B"),
      OPTION_REAL("kappa", &asked->kappa, 0, 1e9, "1/kg", "X",
                  "regularisation of pgs and psor, as pantin-tune finds it"),
      OPTION_CHOICE("order", &asked->order, asked->orders, "ORDER",
                    "order of the rows in sweeps (default forward):"),
      OPTION_COUNT(
          "threads", &asked->threads, 1, OPTION_THREADS_MOST, "N",
          "share large sweeps, forward or by colours, among N threads; "
          "the numbers stay the same"),
  };
  return option_add(at, group, SOLVER_OPTIONS);
}

/* Adds the options of the run and its output. */
static pn_option *add_run(pn_option *at, contact_request *asked)
{
  const pn_option group[RUN_OPTIONS] = {
      OPTION_REAL("time", &asked->time, 0, 1e9, "s", "T",
                  "simulate T seconds (default 10)"),
      OPTION_REAL("dt", &asked->dt, 1e-9, 1e9, "s", "T",
                  "length of a step in seconds"),
      OPTION_REAL(
          "margin", &asked->margin, 0, 1e9, "m", "D",
          "gaps of up to D m, plus the distance travelled in a step, are "
          "contacts"),
      OPTION_REAL("damping", &asked->damping, 0, 1e9, "1/s", "X",
                  "let velocities decay as exp(-X t)"),
      OPTION_FLAG("no-position-correction", &asked->no_correction,
                  "leave overlaps as they are"),
      OPTION_FLAG("no-anticipation", &asked->no_anticipation,
                  "give no impulse before bodies touch"),
      OPTION_FLAG("warm-start", &asked->warm_start,
                  "start from the impulses of the last step"),
      OPTION_REAL("friction", &asked->friction, 0, 1e9, NULL, "MU",
                  "coefficient of friction of rigid bodies"),
      OPTION_FLAG("coupled", &asked->coupled,
                  "bound the friction of rigid bodies by the normal impulses "
                  "sought, not by those found last (frozen): right at once, "
                  "but only for pgs, psor (the default then; omega below 1.6), "
                  "pgs-block, staggered and shock"),
      OPTION_FLAG(
          "cone", &asked->cone,
          "bound friction by the cone of Coulomb, not by a box; coupled, "
          "for pgs-block (the default then)"),
      OPTION_COUNT(
          "every", &asked->every, 1, 1e9, "N",
          "with --csv: every N-th step, a row for each body and contact"),
      OPTION_STRING("record", &asked->record, "FILE",
                    "FILE.h5: record all steps, with bodies and impulses; "
                    ".lcp (balls) or .mtx (MatrixMarket): the contact problem "
                    "of the last step"),
      OPTION_STRING("frames", &asked->frames, FRAME_LIST_ARGUMENT,
                    "record these steps only, with .lcp and .mtx each as "
                    "FILE-N: " FRAME_LIST_HELP),
  };
  return option_add(at, group, RUN_OPTIONS);
}

void contact_request_init(contact_request *asked)
{
  *asked = nothing;
  OPTION_NAMES(asked->solvers, CONTACT_NAMES_MAX, pn_lcp_method_get);
  OPTION_WORDS(asked->orders, pn_lcp_order, pn_lcp_order_name);
  add_run(add_solver(asked->options, asked), asked);
}

/* One kind of scene in the table of defaults. */
#define DEFAULTS(STREAM, KIND, SETTINGS)                                       \
  fprintf(STREAM, "  %-12s %s %10zu %9.4g %6.4g %5.4g %7.4g %7.4g %7.4g\n",    \
          KIND, (SETTINGS).method->name, (SETTINGS).iterations,                \
          (SETTINGS).tolerance, (SETTINGS).omega, (SETTINGS).kappa,            \
          (SETTINGS).step, (SETTINGS).margin, (SETTINGS).damping)

void contact_request_print_defaults(FILE *stream)
{
  const pn_stepper_settings balls = pn_stepper_settings_default();
  const pn_world_settings bodies = pn_world_settings_default();
  fprintf(stream,
          "\nDefaults, where neither the command line nor the scene says "
          "otherwise:\n"
          "               solver iterations tolerance omega kappa      dt  "
          "margin damping\n");
  DEFAULTS(stream, "balls", balls);
  DEFAULTS(stream, "rigid bodies", bodies);
  fprintf(stream, "The shipped scenes of rigid bodies say solver = face, with "
                  "frozen friction.\n");
}

/* Reads "1.3", or "guarded". */
static int read_omega(contact_request *asked, pn_error *error)
{
  char *end = NULL;
  const char *text = asked->relaxation;
  const double omega = strtod(text, &end);
  if (end != text && *end == '\0' && omega >= 0.001 && omega <= 1.999) {
    asked->omega = omega;
    return GSL_SUCCESS;
  }
  if (contact_omega_read(&asked->rule, text))
    return GSL_SUCCESS;
  return pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                      "--omega must be between 0.001 and 1.999, or a rule: "
                      "guarded, radius, golden, line:A,B or cond:A,B with the "
                      "numbers of pantin-tune --rule, not '%s'",
                      text);
}

int contact_request_check(contact_request *asked, pn_error *error)
{
  if (asked->relaxation && read_omega(asked, error))
    return error->code;
  if (!asked->frames)
    return GSL_SUCCESS;
  if (!asked->record)
    return pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                        "--frames is for --record FILE");
  const int code =
      frame_list_read(&asked->wanted, "frames", asked->frames, error);
  return !code && frame_list_has(&asked->wanted, 0)
             ? pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                            "--frames counts steps from 1, not '%s'",
                            asked->frames)
             : code;
}

int contact_request_refuse(const char *option, const char *kind,
                           pn_error *error)
{
  return pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0, "%s is for %s",
                      option, kind);
}
