/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pictures by gnuplot. The caller writes a gnuplot script, without terminal
   and output; the ending of the file's name says what becomes of it:

       pn_plot plot;
       if (pn_plot_open(&plot, "chain.svg", error)) ...
       pn_plot_data(&plot, "CHAIN", n, 2, nodes);
       pn_plot_printf(&plot, "plot $CHAIN with linespoints\n");
       if (pn_plot_close(&plot, error)) ...

   .png, .svg and .pdf are still pictures, .gif is an animation, .txt is drawn
   with letters, and .gp is the script itself, which needs no gnuplot. */
#ifndef PANTIN_BASE_PLOT_H
#define PANTIN_BASE_PLOT_H

#include <stddef.h>

#include "pantin/base/file.h"

/* Size of a picture unless the caller sets another. */
enum { PN_PLOT_WIDTH = 800, PN_PLOT_HEIGHT = 500 };

/* Line types of every picture, for `linetype N`; their colours can be told
   apart by the colour-blind (Okabe and Ito 2008). A plot that names none
   takes them in this order. */
enum {
  PN_PLOT_BLUE = 1,
  PN_PLOT_RED,
  PN_PLOT_GREEN,
  PN_PLOT_PURPLE,
  PN_PLOT_ORANGE,
  PN_PLOT_SKY,
  PN_PLOT_GREY
};

typedef struct {
  int width, height;   /* [pixel]; may be set before pn_plot_close */
  const char *gnuplot; /* the command; may be set before pn_plot_close */
  int kind;            /* which ending, private */
  pn_file file;        /* the picture, private */
  char *script;        /* all commands until now, owned */
  size_t length, room; /* of the script [byte] */
  size_t frame;        /* where the frames begin; 0 before the first */
  int failed;          /* whether memory ran out */
} pn_plot;

/* Checks the ending of a name, to be called before long work. GSL_SUCCESS, or
   GSL_EINVAL if it is none of those above. */
int pn_plot_check(const char *path, pn_error *error);

/* Starts a picture in the house style (fonts, colours, grid), to be ended by
   pn_plot_close or pn_plot_discard. Errors as pn_plot_check and
   pn_file_open. */
int pn_plot_open(pn_plot *plot, const char *path, pn_error *error);

/* Returns whether the picture is animated, and shows more than the last
   frame. */
int pn_plot_moves(const pn_plot *plot);

/* Begins a frame. What was written before the first frame belongs to all of
   them; a still picture shows only the last. */
void pn_plot_frame(pn_plot *plot);

/* Adds commands. Short memory shows in pn_plot_close. */
void pn_plot_printf(pn_plot *plot, const char *format, ...) PN_PRINTF(2, 3);

/* Adds a text of unknown origin in gnuplot's quotes, without control
   characters. Write `noenhanced` behind it, or gnuplot makes an index of what
   follows a '_'. */
void pn_plot_quote(pn_plot *plot, const char *text);

/* Adds one line of n numbers; NaN is a point left out. */
void pn_plot_row(pn_plot *plot, size_t n, const double *values);

/* Adds the data block $NAME of rows x columns numbers, row after row. */
void pn_plot_data(pn_plot *plot, const char *name, size_t rows, size_t columns,
                  const double *values);

/* Draws the picture. On failure (no gnuplot, a wrong command, a full disk) no
   file is written and an older one stays: GSL_EFAILED or GSL_ENOMEM. */
int pn_plot_close(pn_plot *plot, pn_error *error);

/* Ends every gnuplot at once, now and as soon as it is started: from now on
   pn_plot_close fails for all but .gp. For a program that a signal ends, as
   gnuplot does not get those of a terminal; may be called in a signal
   handler. */
void pn_plot_end_all(void);

/* Ends the picture without drawing it. */
void pn_plot_discard(pn_plot *plot);

#endif
