/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-chain asks for, and what is written. */
#ifndef PROGRAMS_CHAIN_CHAIN_H
#define PROGRAMS_CHAIN_CHAIN_H

#include "pantin/chain/stationary.h"
#include "programs/chain/run.h"

enum { CHAIN_OPTIONS = 13, CHAIN_NAMES_MAX = 16, CHAIN_LAMBDA_NAME = 256 };

/* A longer chain is drawn by this many of its nodes. */
enum { CHAIN_NODES_MAX = 2000 };

typedef struct {
  pn_chain_settings settings;
  unsigned methods_asked; /* bit k: the k-th of pn_chain_method_get; 0: none */
  int seek;               /* 0: --seek minimum; -1: not given */
  int start;              /* the k-th of pn_chain_start_get; -1: not given */
  size_t seed;            /* of a random start */
  const char *lambda;     /* as given, or NULL */
  const char *dump;       /* --dump PREFIX, or NULL */
  size_t at;              /* --at K, or CHAIN_NOWHERE */
  int all;                /* --all */

  pn_option options[CHAIN_OPTIONS + 1];     /* the table for program.h */
  const char *methods[CHAIN_NAMES_MAX + 1]; /* names, ended by NULL */
  const char *starts[CHAIN_NAMES_MAX + 1];
} chain_request;

/* Sets the defaults, and the table of options that point into the request. */
void chain_request_init(chain_request *asked);

/* Reads the case of that path with the start that was asked for; NULL and the
   error filled if there is none. */
pn_chain_case *chain_request_read(chain_request *asked, const char *path,
                                  pn_error *error);

/* Sets the k-th start of the multipliers that was asked for: in the settings,
   or in `start` from a file. Returns 0 past the last one, or after an error;
   its name stays in `name`. */
int chain_request_lambda(chain_request *asked, size_t k, pn_chain_point *start,
                         char name[CHAIN_LAMBDA_NAME], program *self);

/* Tells whether another method was asked for than the one that seeks. */
int chain_request_contradicts(const chain_request *asked);

/* Tells whether several runs are to be compared. */
int chain_request_compares(const chain_request *asked, const program *self);

/* Returns the first method that was asked for, that the case names, or that
   suits it. */
const pn_chain_method *chain_request_method(const chain_request *asked,
                                            const pn_chain_case *of);

/* Write a chain_run: the iterations, the verdict in one sentence, nodes and
   tensions; JSON; and draw the chain beside the convergence curve, or moving
   from iterate to iterate; or make a replay of the iterates. */
void chain_table(FILE *stream, const void *result);
void chain_json(pn_json *json, const void *result);
int chain_picture(pn_plot *plot, const void *result, pn_error *error);
struct replay *chain_replay(const void *result);

/* Returns the history of a run as rows, which borrow from it. */
quantity_rows chain_history(const chain_run *run);

/* Start the CSV of a run that is at its start; write the row of its iterate;
   end the file. Return the error's code; chain_csv_free is called in any case.
 */
typedef struct chain_columns chain_columns;
int chain_csv_open(chain_run *run, const char *path, pn_error *error);
int chain_csv_row(chain_run *run, pn_error *error);
int chain_csv_close(chain_run *run, pn_error *error);
void chain_csv_free(chain_run *run);

/* Draws phi along the step from iterate run->at. */
int chain_step_picture(pn_plot *plot, const void *result, pn_error *error);

/* Checks, before the run, that a chain has few enough bars for chain_dump. */
int chain_dump_check(const pn_chain *chain, pn_error *error);

/* Writes the equations of iterate k of a run: PREFIX.txt and PREFIX-*.mtx. */
int chain_dump(const chain_run *run, size_t k, const char *prefix,
               pn_error *error);

/* Runs every case with every method and start of the multipliers that were
   asked for, beginning with the case that was read, and writes the table. */
void chain_compare(program *self, chain_request *asked, pn_chain_case *first);

/* Tells whether the picture in a file of that name needs the iterates. */
int chain_picture_moves(const char *path);

/* Finds all stationary points, and writes them (--all). */
void chain_find_all(program *self, const pn_chain_case *of);

/* What a picture has to hold [m]; makes room in it for all nodes. */
typedef struct {
  double left, right, bottom, top;
} chain_extent;
void chain_include(chain_extent *extent, const pn_chain_point *point);

/* Returns a frame that holds the start and the answer; and of iterates, of
   which some fly away, what is not farther off than these two are large. */
chain_extent chain_frame(const chain_run *run);

#endif
