/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-chain: a table to read, JSON, CSV, a picture. */
#ifndef PROGRAMS_CHAIN_REPORT_H
#define PROGRAMS_CHAIN_REPORT_H

#include "programs/chain/run.h"

#include "pantin/chain/stationary.h"

#include <stdio.h>

/* The iterations, the verdict in one sentence, nodes and tensions. */
void chain_table(FILE *stream, const chain_run *run);

/* One JSON object; the keys stand in pantin-chain(1). */
void chain_json(FILE *stream, const chain_run *run);

/* The history, one row an iterate. */
int chain_csv(const char *path, const chain_run *run, pn_error *error);

/* The chain beside the convergence curve, or moving from iterate to iterate
   if the file's ending is that of an animation. */
int chain_picture(const char *path, const chain_run *run, pn_error *error);

/* True if that picture needs the iterates. */
int chain_picture_moves(const char *path);

/* All stationary points: as a table, JSON, CSV, and side by side. */
void chain_all_table(FILE *stream, const char *name,
                     const pn_chain_stationary *all);
void chain_all_json(FILE *stream, const char *name,
                    const pn_chain_stationary *all);
int chain_all_csv(const char *path, const pn_chain_stationary *all,
                  pn_error *error);
int chain_all_picture(const char *path, const pn_chain_stationary *all,
                      pn_error *error);

#endif
