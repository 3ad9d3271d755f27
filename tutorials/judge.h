/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parts of the judge: it runs programs (judge_run.c), compares what they
   send (judge.c), shows what differs (judge_show.c), names the mistake if it
   knows it (judge_recognise.c), and repeats what an answer said when it ended
   (judge_say.c). */
#ifndef PANTIN_TUTORIALS_JUDGE_H
#define PANTIN_TUTORIALS_JUDGE_H

#include "exercise.h"

#include <sys/types.h>

/* A right answer takes milliseconds, ten times that under a memory checker. */
enum { JUDGE_SECONDS = 10, JUDGE_SECONDS_GRADED = 5 };

/* What an answer may print, and the values that it may send. */
enum { JUDGE_PRINTED_MAX = 1 << 16, JUDGE_RECORDS_MAX = 1 << 16 };

/* What a program has sent, and how it ended. */
typedef struct {
  exercise_record *record; /* (JUDGE_RECORDS_MAX), owned */
  size_t bytes;            /* of those */
  char *said;              /* (JUDGE_PRINTED_MAX + 1) on stdout and stderr,
                              owned */
  size_t printed;          /* bytes of that, and more if it did not end */
  int seconds;             /* that it had */
  int late;                /* whether its time was up */
  int status;              /* as of waitpid */
} outcome;

/* Runs a program to its end, or kills it and all that it has started. One that
   is `boxed` runs in judge_sandbox. The texts of its records end, and have no
   control characters. */
void judge_run(outcome *of, const char *program, int boxed);

/* Takes this process all means to reach beyond itself, but to become `program`.
   Returns which of them it could take. */
enum { JUDGE_FILES_HIDDEN = 1, JUDGE_CALLS_FORBIDDEN = 2 };
int judge_sandbox(const char *program);

/* Lets this process and its children read the system's folders and these files,
   write in the folder, and reach no other file; returns whether it could. */
int judge_sandbox_compiler(const char *folder, char **readable, int count);

/* Lets this process become `program` or a program of the system, no other, such
   as a solution; returns whether it could. */
int judge_sandbox_programs(const char *program);

/* Tells what judge_sandbox can do here. */
int judge_sandbox_has(void);

void judge_free(outcome *of);

size_t judge_records(const outcome *of);

/* One value of the answer, beside the record that says what is expected. */
typedef struct {
  const exercise_record *right;
  size_t input; /* number of the record that names the input */
  double got;   /* NAN if it did not come */
  int missing;  /* whether it did not come */
} judged;

int judge_is_right(const judged *value);

/* Values of one input whose names differ only in their numbers. */
typedef struct {
  char name[EXERCISE_TEXT]; /* with i and j for the numbers */
  int dimensions;           /* 0: one value; 1: a vector; 2: a matrix */
  int low[2];               /* the least i and j */
  size_t rows, columns;
  const judged **at; /* (rows x columns), NULL where none came, owned */
} judge_array;

enum { JUDGE_ARRAYS_MAX = 128 };

/* Gathers the arrays of count values; returns their number. */
size_t judge_arrays(const judged *value, size_t count, judge_array *array);

void judge_arrays_free(judge_array *array, size_t arrays);

int judge_array_is_right(const judge_array *array);

/* Prints the arrays in which something is wrong. */
void judge_show(const judge_array *array, size_t arrays);

/* Prints what an answer printed, and of a sanitizer's report what was wrong,
   and in which line of the student's file. */
void judge_say(const char *said);

/* Says in what known way an array differs from what is expected, in `text`;
   returns whether it knows one. */
int judge_recognise(const judge_array *array, char *text, size_t size);

#endif
