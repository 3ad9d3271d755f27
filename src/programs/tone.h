/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Colour in what a program prints: on a terminal alone, and not where
   NO_COLOR is set (https://no-color.org) or TERM is "dumb". */
#ifndef PROGRAMS_TONE_H
#define PROGRAMS_TONE_H

#include "pantin/base/error.h"

#include <stdio.h>

typedef enum {
  TONE_PLAIN,
  TONE_GOOD,  /* the verdict: solved */
  TONE_BAD,   /* not converged, diverged, refused, interrupted */
  TONE_REMARK /* worth a look: redundant rows */
} tone;

/* Return what begins and what ends a tone on that stream; "" where it has no
   colour. */
const char *tone_begin(FILE *stream, tone of);
const char *tone_end(FILE *stream, tone of);

/* Prints as printf does, in a tone; the verdict, as the last line of a
   table:

       tone_print(stream, run->solved ? TONE_GOOD : TONE_BAD,
                  "Reached in %zu iterations.\n", run->steps); */
void tone_print(FILE *stream, tone of, const char *format, ...) PN_PRINTF(3, 4);

#endif
