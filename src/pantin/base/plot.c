/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pictures: the script is collected in memory, and at the end either kept as a
   file or given to gnuplot (plot_run.c). */
#include "config.h"

#include "pantin/base/plot.h"

#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "pantin/base/alloc.h"
#include "pantin/base/plot_private.h"

/* Digits that can be seen in a picture; more would only make files larger. */
enum { DIGITS = 7 };

/* The house style. Line types 101 and 102 are the frame and the grid. */
static const char style[] =
    "set encoding utf8\n"
    "set linetype 1 lc rgb '#0072b2' lw 2 pt 7 ps 0.6\n"
    "set linetype 2 lc rgb '#d55e00' lw 2 pt 5 ps 0.6\n"
    "set linetype 3 lc rgb '#009e73' lw 2 pt 9 ps 0.7\n"
    "set linetype 4 lc rgb '#cc79a7' lw 2 pt 13 ps 0.8\n"
    "set linetype 5 lc rgb '#e69f00' lw 2 pt 11 ps 0.7\n"
    "set linetype 6 lc rgb '#56b4e9' lw 2 pt 6 ps 0.7\n"
    "set linetype 7 lc rgb '#606060' lw 2 pt 4 ps 0.6\n"
    "set linetype cycle 7\n"
    "set style line 101 lc rgb '#808080' lw 1\n"
    "set style line 102 lc rgb '#dddddd' lw 1\n"
    "set border 3 linestyle 101\n"
    "set tics nomirror scale 0.5 textcolor rgb '#303030'\n"
    "set grid linestyle 102\n"
    "set key samplen 2 spacing 1.2 textcolor rgb '#303030'\n";

/* A picture made of letters has no room for a grid. */
static const char letters_style[] = "unset grid\nset border 3\n";

/* The first lines of a script that is kept. */
static const char script_head[] =
    "# Show this with   gnuplot -p THIS_FILE   or draw it into a file with\n"
    "# gnuplot -e \"set term svg; set output 'picture.svg'\" THIS_FILE\n";

/* Waits between the frames of a script that is kept [s]. */
static const char script_pause[] = "pause 0.1\n";

/* Bytes of a first script. */
enum { FIRST_ROOM = 4096 };

/* Makes room for `more` bytes and a zero; 0 on success. */
static int reserve(pn_plot *plot, size_t more)
{
  if (plot->failed)
    return 1;
  if (plot->length + more < plot->room)
    return 0;
  size_t room = plot->room ? plot->room : FIRST_ROOM;
  while (room <= plot->length + more)
    room *= 2;
  char *script = pn_realloc(plot->script, room, 1);
  plot->failed = !script;
  if (script) {
    plot->script = script;
    plot->room = room;
  }
  return plot->failed;
}

/* Adds text to the script. */
static void append(pn_plot *plot, const char *text, size_t length)
{
  if (reserve(plot, length))
    return;
  memcpy(plot->script + plot->length, text, length);
  plot->length += length;
  plot->script[plot->length] = '\0';
}

/* Returns which ending of the table a name has; the last, empty one if it has
   another. */
static int kind_of(const char *path)
{
  const char *ending = strrchr(path, '.');
  int kind = 0;
  while (pni_plot_terminals[kind].ending &&
         (!ending || strcasecmp(pni_plot_terminals[kind].ending, ending)))
    kind++;
  return kind;
}

int pn_plot_check(const char *path, pn_error *error)
{
  return pni_plot_terminals[kind_of(path)].ending
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, path, 0,
                            "the name of a picture ends in .png, .svg, .pdf, "
                            ".gif (animation), .txt or .gp (gnuplot script)");
}

int pn_plot_open(pn_plot *plot, const char *path, pn_error *error)
{
  *plot = (pn_plot){.width = PN_PLOT_WIDTH,
                    .height = PN_PLOT_HEIGHT,
                    .gnuplot = PN_GNUPLOT,
                    .kind = kind_of(path)};
  int status = pn_plot_check(path, error);
  if (!status)
    status = pn_file_open(&plot->file, path, error);
  if (status)
    return status;
  if (plot->kind == PN_PLOT_SCRIPT)
    append(plot, script_head, strlen(script_head));
  append(plot, style, strlen(style));
  if (plot->kind == PN_PLOT_LETTERS)
    append(plot, letters_style, strlen(letters_style));
  return GSL_SUCCESS;
}

int pn_plot_moves(const pn_plot *plot)
{
  return plot->kind == PN_PLOT_SCRIPT || plot->kind == PN_PLOT_ANIMATION;
}

void pn_plot_frame(pn_plot *plot)
{
  if (plot->frame == 0)
    plot->frame = plot->length;
  else if (plot->kind == PN_PLOT_SCRIPT)
    append(plot, script_pause, strlen(script_pause));
  else if (plot->kind != PN_PLOT_ANIMATION)
    plot->length = plot->frame;
}

void pn_plot_printf(pn_plot *plot, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0 && reserve(plot, (size_t)length) == 0) {
    vsnprintf(plot->script + plot->length, (size_t)length + 1, format, again);
    plot->length += (size_t)length;
  }
  va_end(again);
  va_end(arguments);
}

void pn_plot_quote(pn_plot *plot, const char *text)
{
  append(plot, "'", 1);
  for (; *text; text++) {
    if (*text == '\'')
      append(plot, "''", 2);
    else if ((unsigned char)*text >= 0x20 && *text != 0x7f)
      append(plot, text, 1);
  }
  append(plot, "'", 1);
}

void pn_plot_row(pn_plot *plot, size_t n, const double *values)
{
  for (size_t i = 0; i < n; i++) {
    char text[PN_TEXT_NUMBER];
    pn_text_digits(text, values[i], DIGITS);
    append(plot, text, strlen(text));
    append(plot, i + 1 < n ? " " : "\n", 1);
  }
}

void pn_plot_data(pn_plot *plot, const char *name, size_t rows, size_t columns,
                  const double *values)
{
  pn_plot_printf(plot, "$%s << EOD\n", name);
  for (size_t i = 0; i < rows; i++)
    pn_plot_row(plot, columns, values + i * columns);
  pn_plot_printf(plot, "EOD\n");
}

int pn_plot_close(pn_plot *plot, pn_error *error)
{
  int status = GSL_SUCCESS;
  if (plot->failed)
    status =
        pn_error_set(error, GSL_ENOMEM, plot->file.path, 0, "out of memory");
  else if (plot->kind == PN_PLOT_SCRIPT)
    fwrite(plot->script, 1, plot->length, plot->file.stream);
  else
    status = pni_plot_run(plot, error);
  if (!status)
    status = pn_file_commit(&plot->file, error);
  pn_plot_discard(plot);
  return status;
}

void pn_plot_discard(pn_plot *plot)
{
  pn_file_discard(&plot->file);
  pn_free(plot->script);
  plot->script = NULL;
}
