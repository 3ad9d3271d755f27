/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Options of a command line, described by a table:

       const pn_option options[] = {
           {.name = "tolerance", .kind = PN_OPTION_REAL, .value = &tolerance,
            .range = pn_range_positive(NULL), .argument = "X",
            .help = "stop when the residual is below X (default 1e-7)"},
           {.name = NULL}};

   The same table is parsed and printed as help. */
#ifndef PANTIN_BASE_OPTIONS_H
#define PANTIN_BASE_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

#include "pantin/base/error.h"
#include "pantin/base/range.h"

typedef enum {
  PN_OPTION_FLAG,     /* no argument; value: int, becomes 1 */
  PN_OPTION_REAL,     /* a number in range, as 0.5, 1/240 or pi/2; double */
  PN_OPTION_COUNT,    /* a whole number in range; size_t */
  PN_OPTION_STRING,   /* any text; const char *, stays in argv */
  PN_OPTION_OPTIONAL, /* the same, but it may be left out, and otherwise stands
                         behind a '='; becomes "" if it is left out */
  PN_OPTION_CHOICE,   /* one of choices; int, becomes its index */
  PN_OPTION_CHOICES   /* some of at most 32, with commas; unsigned, becomes the
                         sum of 2^index */
} pn_option_kind;

typedef struct {
  const char *name; /* without the dashes; NULL ends a table */
  char letter;      /* for the short form -t; 0 when there is none */
  pn_option_kind kind;
  void *value;    /* where the result goes; stays as it is if the option is
                     not given */
  pn_range range; /* of numbers */
  const char *const *choices; /* names of a choice; NULL ends the list */
  const char *argument;       /* what help calls the argument, as "FILE" */
  const char *help;           /* what it does, without final period; the names
                                 of a choice are printed behind it */
  int *given;                 /* becomes 1 if it is given; or NULL */
} pn_option;

enum { PN_OPTIONS_MOST = 64 };

/* Parses argv[1 .. argc-1] by `count` tables in one, each ended by a NULL
   name, with at most PN_OPTIONS_MOST options in all. Options and operands may
   be mixed, names may be shortened, "--" ends the options. The operands are
   moved to the end of argv, and *operands is the index of the first.
   GSL_SUCCESS, or GSL_EINVAL with the error filled. Not for several threads,
   as getopt_long is not. */
int pn_options_parse(const pn_option *const *tables, size_t count, int argc,
                     char **argv, int *operands, pn_error *error);

/* Prints the options of a table, aligned and wrapped to 80 columns. */
void pn_options_print(FILE *stream, const pn_option *table);

#endif
