/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Matrices as MatrixMarket files, which Octave, SciPy and Julia read (Boisvert,
   Pozo and Remington, The Matrix Market exchange formats, 1996). */
#ifndef PANTIN_PROGRAMS_MARKET_H
#define PANTIN_PROGRAMS_MARKET_H

#include "pantin/base/error.h"
#include "pantin/base/file.h"

#include <stdio.h>

/* Prints the lines below a matrix's sizes, and returns their number; without a
   stream it only counts them. */
typedef size_t market_lines(FILE *stream, const void *of);

typedef struct {
  const char *name;
  const char *format;  /* "coordinate real general", "array real general" */
  const char *comment; /* one line */
  size_t rows, columns;
  market_lines *lines;
  const void *of; /* for `lines`, borrowed */
} market_matrix;

/* Writes the matrices PREFIX-NAME.mtx and, unless it is NULL, commits `text`,
   an open file of the same prefix: all of them or none, and by one run at a
   time (pn_file_lock). GSL_EINVAL for a prefix that is too long, GSL_EFAILED
   for a file that cannot be written, GSL_ENOMEM, with the reason. */
int market_write(const market_matrix *matrix, size_t count, const char *prefix,
                 pn_file *text, pn_error *error);

/* Prints an entry of a "coordinate" matrix, its row and column from 0; without
   a stream nothing. Returns 1, the number of lines. */
size_t market_entry(FILE *stream, size_t row, size_t column, double value);

#endif
