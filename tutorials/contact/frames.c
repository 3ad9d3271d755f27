/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Prints how many iterations each solver takes to a residual of 1e-2 .. 1e-12
   m/s, over many frames of a kind: median, least and most.

     frames             the tables, from frames.csv in this folder
     frames KIND        that of one kind
     frames limit       the same to 1e-12 m/s, a kind in a column
     frames ranking     in how many frames one solver is before another
     frames profile     in how many percent of all frames a solver is as good as
                        the best, within twice its work, and so on
     frames measure KIND FIRST LAST
                        rows of frames.csv for the seeds FIRST to LAST,
                        simulated and solved anew

   `frames measure all 1 20 >frames.csv` makes the whole file. */
#include "frames.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double frames_goal[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-12};

const char *const frames_solver[] = {"naive",  "jacobi",     "pgs",   "psor",
                                     "pcg",    "ppcg",       "mprgp", "nncg",
                                     "renouf", "renouf-ssor"};

const double frames_price[] = {1, 1, 1, 1, 1, 1, 1, 1.5, 1, 3};

/* Four times the limit of the source. */
enum { ITERATIONS_MAX = 20000 };

/* Ends the program with this message unless `ok`. */
static void require(int ok, const char *what)
{
  if (ok)
    return;
  fprintf(stderr, "frames: %s\n", what);
  exit(EXIT_FAILURE);
}

/* Counts the iterations of one solver to each goal. */
static frames_effort solve(const pn_lcp *lcp, const char *name)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.iterations = ITERATIONS_MAX;
  settings.tolerance = frames_goal[FRAMES_GOALS - 1];
  pn_error error = {0};
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_method_find(name), lcp);
  require(solver != NULL, "out of memory");
  require(!pn_lcp_solver_set(solver, &settings, NULL, &error), error.text);
  frames_effort e = {.rows = lcp->size};
  size_t next = 0; /* goal */
  int status, code = GSL_SUCCESS;
  do {
    status = pn_lcp_solver_test(solver);
    while (next < FRAMES_GOALS &&
           solver->residual.scaled.inf <= frames_goal[next])
      e.taken[next++] = solver->iteration;
    if (status == GSL_CONTINUE)
      code = pn_lcp_solver_iterate(solver);
  } while (status == GSL_CONTINUE && !code);
  e.active = solver->residual.active;
  pn_lcp_solver_free(solver);
  return e;
}

/* Prints the rows of one frame. */
static void measure(const frames_kind *kind, unsigned long seed)
{
  frames_pile pile = frames_simulate(kind, seed);
  for (size_t s = 0; s < FRAMES_SOLVERS; s++) {
    const frames_effort e = solve(pile.stepper->lcp, frames_solver[s]);
    printf("%s,%lu,%zu,%zu,%s", kind->name, seed, e.rows, e.active,
           frames_solver[s]);
    for (size_t g = 0; g < FRAMES_GOALS; g++)
      printf(",%zu", e.taken[g]);
    putchar('\n');
  }
  fflush(stdout);
  frames_free(&pile);
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  if (argc <= 2) {
    frames_print(FRAMES_CSV, argc == 2 ? argv[1] : NULL);
    return EXIT_SUCCESS;
  }
  require(argc == 5 && strcmp(argv[1], "measure") == 0,
          "say: frames [KIND|limit|ranking|profile], "
          "or frames measure KIND|all FIRST LAST");
  const unsigned long first = strtoul(argv[3], NULL, 10),
                      last = strtoul(argv[4], NULL, 10);
  const frames_kind *kind;
  for (size_t k = 0; (kind = frames_kind_get(k)); k++)
    for (unsigned long seed = first; seed <= last; seed++)
      if (strcmp(argv[2], "all") == 0 || strcmp(argv[2], kind->name) == 0)
        measure(kind, seed);
  return EXIT_SUCCESS;
}
