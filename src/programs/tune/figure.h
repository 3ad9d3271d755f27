/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The figures of pantin-tune: a family with one drawing each. */
#ifndef PROGRAMS_TUNE_FIGURE_H
#define PROGRAMS_TUNE_FIGURE_H

#include "pantin/base/plot.h"
#include "programs/tune/results.h"

/* Returns the name of the k-th figure, from 0; NULL past the last one. */
const char *tune_figure_name(size_t k);

/* Tells whether the k-th figure draws one frame, which is to be kept. */
int tune_figure_is_of_frame(size_t k);

/* Draws the figure that was asked for, of a tune_results. Returns the error's
   code. */
int tune_figure_draw(pn_plot *plot, const void *results, pn_error *error);

#endif
