/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The figures of one frame, results->shown. They return GSL_SUCCESS or
   GSL_ENOMEM. */
#ifndef PROGRAMS_TUNE_FIGURE_FRAME_H
#define PROGRAMS_TUNE_FIGURE_FRAME_H

#include "pantin/base/plot.h"
#include "programs/tune/results.h"

/* Draws the error after each sweep, with alpha = 1 and tuned. */
int tune_draw_history(pn_plot *plot, const tune_results *results);

/* Draws how CMA-ES went, in the four panels of annex III. */
int tune_draw_cmaes(pn_plot *plot, const tune_results *results);

/* Draws the fitness over alpha and kappa, and over alpha at kappa = 0. */
int tune_draw_landscape(pn_plot *plot, const tune_results *results);

#endif
