/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One description of the numbers that a program shows. A list of quantities
   says for each its name, its unit, where a row holds it, and how a table
   prints it; CSV, JSON and table are written from that list:

       static const quantity history[] = {
           {QUANTITY_NUMBER("iteration"), .format = "%4zu", .heading = "k"},
           {QUANTITY_AT(ik_iterate, distance), .unit = "m",
            .format = "  %12.5e"},
           {QUANTITY_GET(pull_of, "pull"), .format = "  %9.2e"},
       };
       const quantity_rows rows = {QUANTITY_LIST(history), QUANTITY_ROWS(
                                   run->history, run->steps + 1)};
       quantity_table(stdout, &rows);
       quantity_csv("history.csv", &rows, 1, &error);
       quantity_json(&json, "history", &rows);

   The names are one vocabulary: the same thing has the same name in all
   programs, as key of JSON, as column of CSV, and as option. */
#ifndef PROGRAMS_QUANTITY_H
#define PROGRAMS_QUANTITY_H

#include "pantin/base/error.h"
#include "pantin/base/file.h"
#include "pantin/base/json.h"
#include "programs/tone.h"

#include <stddef.h>
#include <stdio.h>

typedef enum {
  QUANTITY_REAL,  /* double */
  QUANTITY_COUNT, /* size_t */
  QUANTITY_FLAG,  /* int, true or false */
  QUANTITY_TEXT,  /* const char *, without comma or quote for CSV */
  QUANTITY_ROW    /* the number of the row, from 0; a row need not hold it */
} quantity_kind;

typedef struct {
  const char *name; /* key in JSON, column in CSV */
  const char *unit; /* "m/s"; NULL for a pure number */
  quantity_kind kind;

  /* Where a row holds it: by a function, or else in a member. */
  double (*get)(const void *row);       /* of any kind but text */
  const char *(*text)(const void *row); /* of a text */
  size_t offset;                        /* of the member [byte] */
  const char *components; /* of a vector of reals, as "xyz": an array in JSON,
                             columns NAME_x, .. in CSV; NULL for one number */
  size_t number;          /* not 0: put behind the name in CSV, as lambda2 */
  int (*has)(const void *row);   /* whether this row has it; without it, null in
                                    JSON, nan in CSV, a dash in a table. NULL:
                                    every row has it */
  int (*shown)(const void *row); /* the same for a table alone */
  int no_csv, no_json;           /* 1: it is left out there */

  /* In a table; a vector has no column there. */
  const char *format;  /* gap and conversion, as "  %10.3e", "%4zu" of a count,
                          "%-16s" of a text; NULL: by `digits` */
  int digits;          /* of a real: the column's largest number has so many,
                          its smallest at least two, and the decimal points
                          stand below each other. 0: it is left out */
  const char *heading; /* NULL: the name, and the unit in brackets */
  tone (*tone)(const void *row); /* of the cell, on a terminal; or NULL */
} quantity;

/* The beginnings of a description: a member that gives it its name, a member
   under another name, the number of the row, what a function gets. */
#define QUANTITY_AT(TYPE, MEMBER) QUANTITY_IN(TYPE, MEMBER, #MEMBER)
#define QUANTITY_IN(TYPE, MEMBER, NAME)                                        \
  .name = NAME, .offset = offsetof(TYPE, MEMBER)
#define QUANTITY_NUMBER(NAME)        .name = NAME, .kind = QUANTITY_ROW
#define QUANTITY_GET(FUNCTION, NAME) .name = NAME, .get = FUNCTION
#define QUANTITY_GET_TEXT(FUNCTION, NAME)                                      \
  .name = NAME, .kind = QUANTITY_TEXT, .text = FUNCTION

/* Defines the function NAME that gets VALUE from `row`, a const TYPE *; at file
   scope, without semicolon. */
#define QUANTITY_GETTER(NAME, TYPE, VALUE)                                     \
  static double NAME(const void *row_)                                         \
  {                                                                            \
    const TYPE *row = row_;                                                    \
    return (double)(VALUE);                                                    \
  }

/* The same for a text. */
#define QUANTITY_TEXT_GETTER(NAME, TYPE, VALUE)                                \
  static const char *NAME(const void *row_)                                    \
  {                                                                            \
    const TYPE *row = row_;                                                    \
    return VALUE;                                                              \
  }

/* Rows in memory, at equal distances, and what they show. */
typedef struct {
  const quantity *column;
  size_t columns;
  const void *row;
  size_t rows, stride; /* [byte] */
  const char *prefix;  /* of names in CSV, as "cart" in "cart.position_x"; or
                          NULL */
  size_t lines;        /* of a table: about so many at most, from the first row
                          to the last; 0: all */
  int numbered;        /* 1: each line of a table begins with its number */
} quantity_rows;

#define QUANTITY_LIST(LIST)                                                    \
  .column = LIST, .columns = sizeof LIST / sizeof *LIST
#define QUANTITY_ROWS(ROW, ROWS)                                               \
  .row = ROW, .rows = ROWS, .stride = sizeof *(ROW)

/* Writes a CSV file: a line for each row, with the columns of all `groups`
   beside each other; the first one says how many rows there are. */
int quantity_csv(const char *path, const quantity_rows *group, size_t groups,
                 pn_error *error);

/* A CSV file that is written while a run goes on. Each row reaches the system
   at once, and is kept if a signal ends the program. */
typedef struct {
  pn_file file;
  const quantity_rows *group; /* borrowed, (groups) */
  size_t groups;
  char *text; /* of a row, owned */
  size_t length, room;
  int failed; /* memory was short */
} quantity_stream;

/* Starts the file with its header. Afterwards, and also after a failure,
   quantity_stream_free is called. */
int quantity_stream_open(quantity_stream *stream, const char *path,
                         const quantity_rows *group, size_t groups,
                         pn_error *error);

/* Writes row k of the groups. GSL_SUCCESS; or, with the error filled and the
   file discarded, GSL_EFAILED or GSL_ENOMEM: the run can end, for a disk is
   full or nobody reads the pipe. */
int quantity_stream_row(quantity_stream *stream, size_t k, pn_error *error);

/* Ends the file and gives it its name. */
int quantity_stream_commit(quantity_stream *stream, pn_error *error);

/* Removes a file that was not committed. */
void quantity_stream_free(quantity_stream *stream);

/* Writes an array with an object for each row. */
void quantity_json(pn_json *json, const char *key, const quantity_rows *rows);

/* Writes the quantities of row k into the JSON object that is open. */
void quantity_json_row(pn_json *json, const quantity_rows *rows, size_t k);

/* Prints headings, then a line for each row, or for some (`lines`). A column of
   text grows with the longest. */
void quantity_table(FILE *stream, const quantity_rows *rows);

/* Prints the line of headings; the first `columns` cells of row k, without the
   end of the line. */
void quantity_headings(FILE *stream, const quantity_rows *rows);
void quantity_cells(FILE *stream, const quantity_rows *rows, size_t k,
                    size_t columns);

/* Returns the width of a column of the table, negative if it stands to the
   left. */
int quantity_width(const quantity_rows *rows, size_t column);

#endif
