/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of pantin-tune: a family with one drawing each. */
#ifndef PROGRAMS_TUNE_FIGURE_H
#define PROGRAMS_TUNE_FIGURE_H

#include "pantin/base/plot.h"
#include "programs/tune/run.h"

typedef struct {
  const char *name; /* as on the command line */
  int width, height;
  int of_frame; /* 1: it draws one frame, run->shown */
  /* Adds its commands. The error's code. */
  int (*draw)(pn_plot *plot, const tune_run *run, pn_error *error);
} tune_figure;

/* The k-th of all figures, from 0; NULL past the last one. */
const tune_figure *tune_figure_get(size_t k);

/* The figure that was asked for. */
int tune_picture(const char *path, const tune_run *run, pn_error *error);

/* Those of one frame (figure_frame.c): the error after each sweep with alpha =
   1 and tuned, and the map of the fitness. */
int tune_draw_history(pn_plot *plot, const tune_run *run, pn_error *error);
int tune_draw_landscape(pn_plot *plot, const tune_run *run, pn_error *error);

#endif
