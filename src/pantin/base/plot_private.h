/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What plot.c and plot_run.c share; not installed. */
#ifndef PANTIN_BASE_PLOT_PRIVATE_H
#define PANTIN_BASE_PLOT_PRIVATE_H

#include "pantin/base/plot.h"

/* What gnuplot is told for one ending of the file's name. */
typedef struct {
  const char *ending;   /* NULL ends the table */
  const char *terminal; /* NULL: the script is kept */
  double across, down;  /* the terminal's length units for one pixel */
  const char *unit;
  const char *options;
} pni_plot_terminal;

extern const pni_plot_terminal pni_plot_terminals[];

/* Entries of that table that need something of their own. */
enum { PN_PLOT_SCRIPT = 0, PN_PLOT_ANIMATION = 1, PN_PLOT_LETTERS = 2 };

/* Runs gnuplot on the script; the picture is then in plot->file. */
int pni_plot_run(pn_plot *plot, pn_error *error);

#endif
