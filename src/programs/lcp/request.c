/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/lcp/request.h"

#include "programs/frame_list.h"
#include "programs/option.h"

#include <string.h>

/* Small enough to see how far each method gets. */
static const double default_tolerance = 1e-12;

void lcp_request_init(lcp_request *asked)
{
  *asked =
      (lcp_request){.settings = pn_lcp_settings_default(), .solvers = {"all"}};
  asked->settings.tolerance = default_tolerance;
  OPTION_NAMES(asked->solvers + 1, LCP_NAMES_MAX, pn_lcp_method_get);
  OPTION_WORDS(asked->orders, pn_lcp_order, pn_lcp_order_name);
  pn_lcp_settings *settings = &asked->settings;
  const pn_option options[LCP_OPTIONS + 1] = {
      OPTION_CHOICE("solver", &asked->solver, asked->solvers, "NAME",
                    "the method, or all of them side by side (default all):"),
      OPTION_COUNT("iterations", &settings->iterations, 0, 1e7, "N",
                   "take at most N iterations (default 5000)"),
      OPTION_REAL("tolerance", &settings->tolerance, 0, 1, NULL, "X",
                  "stop when the scaled residual is below X m/s (default "
                  "1e-12)"),
      OPTION_REAL("relative", &settings->relative, 0, 1, NULL, "X",
                  "or below X times the largest |b_i|, whichever is larger "
                  "(default 1e-14)"),
      OPTION_REAL("omega", &settings->omega, 0.001, 1.999, NULL, "X",
                  "over-relaxation of psor (default 1.75)"),
      OPTION_REAL("kappa", &settings->kappa, 0, 1e9, "1/kg", "X",
                  "regularisation of pgs and psor, which then sweep over A + "
                  "X I; the residual stays that of A (default 0)"),
      OPTION_REAL("damping", &settings->damping, 0, 2, NULL, "X",
                  "damping of jacobi; with 0 (default) the solver finds it"),
      OPTION_CHOICE("order", &asked->order, asked->orders, "ORDER",
                    "order of the rows in sweeps (default forward):"),
      OPTION_COUNT("seed", &asked->seed, 0, 1e9, "N",
                   "seed of the random order (default 0)"),
      OPTION_FLAG("cone", &settings->cone,
                  "bound friction by the cone of Coulomb, not by a box; for "
                  "pgs-block"),
      OPTION_FLAG("assembled", &asked->assembled,
                  "work with the entries of A, also where its factors are "
                  "known"),
      OPTION_STRING("frames", &asked->frames, FRAME_LIST_ARGUMENT,
                    "solve these of the recorded frames (default: the "
                    "last): " FRAME_LIST_HELP),
      OPTION_STRING("solution", &asked->solution, "FILE",
                    "write lambda, w and state of each row as columns, from "
                    "the fastest solver or, if none solves, the nearest"),
      OPTION_STRING("fclib", &asked->fclib, "FILE",
                    "write the problem for FCLIB as well"),
  };
  memcpy(asked->options, options, sizeof options);
}
