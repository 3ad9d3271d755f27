/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One run of pantin-chain: what was asked, what happened, what came out. */
#ifndef PROGRAMS_CHAIN_RUN_H
#define PROGRAMS_CHAIN_RUN_H

#include "pantin/chain/case.h"
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "programs/program.h"
#include "programs/quantity.h"

/* An iterate as table, CSV and JSON show it. */
typedef struct {
  pn_chain_info info;
  double change; /* |F(z_k) - F(z_{k-1})|, which the source draws */
  int counted;   /* 1: `directions` is set; rounding does not hide the
                    signs */
  pn_chain_class directions; /* in which the Lagrangian falls and stays */
} chain_iterate;

typedef struct {
  const char *name;              /* of the case, as given; borrowed */
  const pn_chain_case *of;       /* borrowed */
  const pn_chain_method *method; /* the one that was used */
  pn_chain_solver *solver;       /* owned */
  pn_chain_point *point;         /* the last iterate; after the run the answer;
                                    owned */
  pn_chain_info info;            /* measured there */
  pn_chain_outcome outcome;
  chain_iterate *history;   /* the start and each iterate, (steps + 1), owned */
  size_t steps;             /* taken */
  int counts_directions;    /* asks for `directions` of each iterate */
  int keep_iterates;        /* ask for the next: */
  pn_chain_point **iterate; /* (steps + 1), owned; NULL if not kept */
  int classified;           /* 1: `verdict` is set; the run ended in an answer,
                               and rounding does not hide its kind */
  pn_chain_class verdict;
  char advice[64];     /* options by which the run would have reached a minimum;
                          "" if it has an answer, or if none was found */
  size_t advice_steps; /* that they would have taken */
  size_t at;           /* --at: an iterate, or CHAIN_NOWHERE */
  double *F;           /* (grad l, c) of two iterates, owned */
  struct chain_columns *csv; /* to which each iterate adds a row; owned by who
                                has opened it; NULL: none */
} chain_run;

/* No iterate was asked for. */
#define CHAIN_NOWHERE ((size_t)-1)

/* Places a run at its start; afterwards it is to be freed even after a failure.
   Returns the error's code. */
int chain_run_start(chain_run *run, const pn_chain_settings *settings,
                    pn_error *error);

/* Runs a case to the end, an interruption or the last iteration, and classifies
   an answer. Returns the error's code: memory is short, or the CSV cannot be
   written. */
int chain_run_solve(chain_run *run, pn_error *error);

/* Tells whether the run ended in an answer. */
int chain_run_solved(const chain_run *run);

/* Returns the exit status that says how it ended. */
program_status chain_run_status(const chain_run *run);

/* Finds the advice for a run that ended without an answer, by trying: the
   method minimum, more iterations, the dual, other starts. */
void chain_run_advise(chain_run *run);

void chain_run_free(chain_run *run);

#endif
