/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What every Pantin program shares: common options, the scene, messages, exit
   status. A main is then one sentence:

       program self = {.name = "pantin-chain", .purpose = "...", ...};
       if (program_start(&self, argc, argv))
         solve_and_print(&self);
       return program_finish(&self);

   Whoever finds something wrong in between fills self.error, or sets
   self.status; program_finish says it. */
#ifndef PANTIN_PROGRAMS_PROGRAM_H
#define PANTIN_PROGRAMS_PROGRAM_H

#include "pantin/base/error.h"
#include "pantin/base/file.h"
#include "pantin/base/json.h"
#include "pantin/base/options.h"
#include "pantin/base/plot.h"
#include "pantin/base/text.h"

#include <pthread.h>

typedef enum {
  PROGRAM_SOLVED = 0,
  PROGRAM_FAILED = 1,        /* bad input, or trouble with a file */
  PROGRAM_USAGE = 2,         /* wrong command line */
  PROGRAM_NOT_CONVERGED = 3, /* what is printed is the best there was */
  PROGRAM_INTERRUPTED = 130  /* by Ctrl-C, or 128 and the number of another
                                signal; what was done is kept */
} program_status;

/* The code of an error in the command line, for those who have no program to
   refuse it by. */
enum { PROGRAM_WRONG_USAGE = 1024 };

/* An option's old name, which is taken for one version more. */
typedef struct {
  const char *old, *now; /* without the dashes; NULL ends a table */
} program_renamed;

/* An option that does nothing by itself. */
typedef struct {
  const char *option;  /* without the dashes; NULL ends a table */
  const char *other;   /* the option that it needs */
  const char *choices; /* one of which it needs, as "a, b or c"; NULL: any */
  int is_vain;         /* 1: without it nothing is asked for, and the command
                          line is refused; 0: the program says so and works */
} program_need;

typedef struct {
  /* Set by main. */
  const char *name;               /* "pantin-chain" */
  const char *purpose;            /* one sentence for --help */
  const char *topic;              /* its scenes' folder below data/, "chain" */
  const char *also;               /* another such folder, or NULL */
  const char *default_scene;      /* the scene's name when none is given */
  int replays;                    /* 1: --plot x.html is a replay */
  int takes_many;                 /* 1: several scenes may be given */
  int ends_well;                  /* 1: never PROGRAM_NOT_CONVERGED */
  const pn_option *options;       /* its own options; NULL name ends them */
  const program_renamed *renamed; /* NULL: none of them had another name */
  const program_need *needs;      /* NULL: each of them has an effect */
  const char *const *columns;     /* FILE of an own option that writes columns
                                     and may be "-", as --csv may; or NULL */
  const char *const *examples;    /* command lines for --help; NULL ends them */
  void (*print_defaults)(FILE *); /* of kinds of scenes, for --help, or NULL */

  /* Set by program_start. */
  const char *json;         /* --json[=FILE]: NULL, or FILE, "" for none */
  int quiet;                /* --quiet */
  const char *csv;          /* --csv FILE, or NULL */
  const char *plot;         /* --plot FILE, or NULL */
  const char *scene_name;   /* as given; of several, the one that is read */
  size_t scenes;            /* how many are left, with that one */
  char scene[PN_TEXT_PATH]; /* path of the scene's file, or of a copy of a
                               pipe such as standard input, "-" */

  /* Filled on the way. */
  pn_error error;        /* the first thing wrong */
  program_status status; /* how it ended otherwise */

  char **operand;             /* the scenes that are left; private */
  const char *const *folders; /* where scenes are; private */
  int unwritten; /* whether a result could not be written, which goes before
                    one that did not converge */
  int unprinted; /* errno of why standard output could not be flushed, or 0 */
  pn_file held;  /* the lock of program_hold; private */
  FILE *input;   /* the copy of a pipe, or NULL; private */
  const char *input_name; /* what that pipe is called; private */
  const char *at_work;    /* what the bar of program_progress names, or NULL */
  double progress_begin;  /* time of the first program_progress [s]; private */
  double progress_shown;  /* time when the bar was last drawn [s]; private */
  const struct program_outputs *outputs; /* of program_leave_with; private */
  const void *result;                    /* the same */
} program;

/* Reads the command line, answers --help, --version and --list, and finds the
   scene. Returns 1 when there is work to do, 0 when the program should end.
   Switches GSL's error handler off and watches for Ctrl-C. */
int program_start(program *self, int argc, char **argv);

/* Goes on to the next of several scenes. Returns 1 if there is one and it was
   found. */
int program_next_scene(program *self);

/* Tells whether a signal as that of Ctrl-C asks the program to end: finish the
   step and write what there is. A long step is not waited for (interrupt.h),
   and a second signal ends the program at once. */
int program_interrupted(void);

/* Shows how far long work is (0 to 1): on stderr, if it is a terminal and
   --quiet was not given, at most ten times a second. */
void program_progress(program *self, double fraction);

struct replay;

/* How a result is written; what a program does not write, or has written on
   the way, is NULL. */
typedef struct program_outputs {
  void (*table)(FILE *stream, const void *result);
  void (*json)(pn_json *json, const void *result); /* the object's members */
  int (*csv)(const char *path, const void *result, pn_error *error);
  int (*draw)(pn_plot *plot, const void *result, pn_error *error);
  /* Makes a replay (replay.h) of the result; NULL when memory is short. */
  struct replay *(*play)(const void *result);
} program_outputs;

/* Writes a result as the common options ask: the table on stdout, unless JSON
   or CSV stands there, and the files of --json, --csv and --plot. */
void program_write(program *self, const program_outputs *outputs,
                   const void *result);

/* Prepares for a signal within a long step: where the step is not done in time,
   the result is written by program_write as it was before, and the program
   ends. The lock is one that is held whenever the result changes; NULL: the
   caller says where its steps, in which it does not, begin and end
   (interrupt.h). program_write ends this. */
void program_leave_with(program *self, pthread_mutex_t *lock,
                        const program_outputs *outputs, const void *result);

/* Refuses a result that another run is writing, and keeps it from others until
   the end: one that grows during the run, or consists of several files, which
   `path` stands for. Returns the error's code. */
int program_hold(program *self, const char *path);

/* Refuses a result that would replace a file which the scene or an option names
   as input. Returns the error's code. */
int program_check_input(program *self, const char *path);

/* Tells whether the name of a result means standard output; NULL is none. */
int program_is_stdout(const char *name);

/* Tells whether columns, those of --csv or of the program's own option, stand
   on standard output. */
int program_prints_columns(const program *self);

/* Tells whether the path of a scene is that of standard input's copy, whose
   name has no ending. */
int program_is_input(const char *scene);

/* Reads the whole text of a file, to be freed with pn_free; returns NULL, with
   the reason, if it cannot. */
char *program_read_text(const char *path, pn_error *error);

/* Refuses a command line: the message, and the status of wrong usage. */
void program_refuse(program *self, const char *message);

/* Time that has passed, and processor time of this thread, since some moment
   [s]. */
double program_wall_time(void);
double program_thread_time(void);

/* Prints what went wrong, makes sure that stdout was written, and returns the
   exit status. */
int program_finish(program *self);

#endif
