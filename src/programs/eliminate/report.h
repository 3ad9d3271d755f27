/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-eliminate: tables to read, JSON, CSV, pictures. */
#ifndef PROGRAMS_ELIMINATE_REPORT_H
#define PROGRAMS_ELIMINATE_REPORT_H

#include "pantin/base/plot.h"
#include "pantin/body/scene.h"
#include "programs/eliminate/run.h"

#include <stdio.h>

/* One solver on one scene, or several of them: in all orders, and kkt. */
enum { ELIMINATE_RUNS_MAX = 32 };
typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  const pn_system_scene *of; /* borrowed */
  size_t runs;
  eliminate_run *run[ELIMINATE_RUNS_MAX]; /* owned */
  double microseconds[ELIMINATE_RUNS_MAX];
} eliminate_study;

/* Of one run: */
void eliminate_table(FILE *stream, const eliminate_study *study);
void eliminate_json(FILE *stream, const eliminate_study *study);
int eliminate_csv(const char *path, const eliminate_study *study,
                  pn_error *error);
int eliminate_picture(const char *path, const eliminate_study *study,
                      pn_error *error);

/* Of several: */
void eliminate_orders_table(FILE *stream, const eliminate_study *study);
void eliminate_orders_json(FILE *stream, const eliminate_study *study);
int eliminate_orders_csv(const char *path, const eliminate_study *study,
                         pn_error *error);
int eliminate_orders_picture(const char *path, const eliminate_study *study,
                             pn_error *error);

/* The matrix after the elimination; NULL where there is none. */
const pn_block_matrix *eliminate_after(const eliminate_run *run);

/* The blocks that were added. */
size_t eliminate_fill(const eliminate_run *run);

/* The pattern with letters; more block rows than these are not shown. */
enum { ELIMINATE_LETTERS_MAX = 48 };
void eliminate_pattern_print(FILE *stream, const eliminate_run *run);

/* Up to so many block rows have their names in pictures. */
enum { ELIMINATE_NAMED_MAX = 32 };

/* Drawing the graph: its data blocks, and its ranges and plot command. */
void eliminate_graph_data(pn_plot *plot, const eliminate_run *run);
void eliminate_graph_draw(pn_plot *plot, const eliminate_run *run);

/* Drawing patterns: the data blocks $OLD, $NEW, $DIAGONAL with this number,
   and the plot command that draws them (without the new ones, if those are not
   wanted). GSL_EINVAL where there are too many blocks. */
int eliminate_pattern_data(pn_plot *plot, const eliminate_run *run,
                           size_t number, pn_error *error);
void eliminate_pattern_draw(pn_plot *plot, const eliminate_run *run,
                            size_t number, int with_new);

#endif
