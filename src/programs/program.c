/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The beginning and the end of every program. */
#include "config.h"

#include "programs/program_private.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "pantin/base/data.h"
#include "pantin/base/plot.h"
#include "pantin/base/progress.h"
#include "programs/interrupt.h"
#include "programs/memory.h"
#include "programs/option.h"
#include "programs/program_data.h"

/* Bytes of a pipe's scene or problem: more than any has, and less than memory
   and disks are short of. */
enum { INPUT_MOST = 256 << 20 };

/* Time between two drawings of the progress bar [s]. */
static const double progress_pause = 0.1;

int program_interrupted(void)
{
  return interrupt_signal() != 0;
}

/* Where the system shows the open files of this process. */
static const char open_files[] = "/dev/fd/";

int program_is_input(const char *scene)
{
  return strncmp(scene, open_files, sizeof open_files - 1) == 0;
}

int program_is_stdout(const char *name)
{
  return name && (*name == '\0' || strcmp(name, "-") == 0);
}

/* Copies a pipe or a device, called `name`, into a file without a name, because
   scenes are read more than once; 1 if it was read. */
static int copy_input(program *self, FILE *from, const char *name)
{
  char block[1 << 12];
  size_t count, copied = 0;
  self->input_name = name;
  self->input = tmpfile();
  if (self->input && from) {
    while ((count = fread(block, 1, sizeof block, from)) > 0 &&
           (copied += count) <= INPUT_MOST && !program_interrupted())
      fwrite(block, 1, count, self->input);
    if (copied > INPUT_MOST) {
      pn_error_set(&self->error, GSL_EINVAL, name, 0,
                   "does not end after %d MiB", INPUT_MOST >> 20);
      return 0;
    }
    if (!ferror(from) && fflush(self->input) == 0) {
      snprintf(self->scene, sizeof self->scene, "%s%d", open_files,
               fileno(self->input));
      return 1;
    }
  }
  pn_error_set(&self->error, GSL_EFAILED, name, 0, "cannot be read: %s",
               strerror(errno));
  return 0;
}

/* Copies a scene that is no file, such as a pipe of the shell's <(...);
   1 if there is a scene to read. */
static int copy_pipe(program *self)
{
  struct stat there;
  if (stat(self->scene, &there) != 0 || S_ISREG(there.st_mode) ||
      S_ISDIR(there.st_mode))
    return 1;
  FILE *from = fopen(self->scene, "r");
  const int copied = copy_input(self, from, self->scene_name);
  if (from)
    fclose(from);
  return copied;
}

/* Finds the scene's path: in the topic's folder or, if it is there, in the
   other. */
static int find_scene(program *self)
{
  if (strcmp(self->scene_name, "-") == 0)
    return copy_input(self, stdin, "standard input");
  if (self->also && pn_data_find(self->folders, self->also, self->scene_name,
                                 self->scene, sizeof self->scene, NULL) == 0)
    return copy_pipe(self);
  return pn_data_find(self->folders, self->topic, self->scene_name, self->scene,
                      sizeof self->scene, &self->error) == 0 &&
         copy_pipe(self);
}

/* Makes one table of two, whose options note in `given` that they are given. */
static void join_tables(pn_option table[PN_OPTIONS_MOST + 1],
                        int given[PN_OPTIONS_MOST], const pn_option *own,
                        const pn_option *common)
{
  size_t count = 0;
  for (; own && own->name; own++)
    table[count++] = *own;
  for (; common->name; common++)
    table[count++] = *common;
  table[count].name = NULL;
  for (size_t k = 0; k < count; k++) {
    given[k] = 0;
    table[k].given = &given[k];
  }
}

/* What a command line may ask for instead of a result. */
typedef struct {
  int help, version, list;
} questions;

enum { COMMON_OPTIONS = 7 };

/* Sets the options that every program has. */
static void set_common(program *self, questions *asked,
                       pn_option common[COMMON_OPTIONS + 1])
{
  const pn_option options[] = {
      {.name = "json",
       .kind = PN_OPTION_OPTIONAL,
       .value = &self->json,
       .argument = "FILE",
       .help = "print one JSON object instead of the table, or write it to "
               "FILE beside the table"},
      OPTION_STRING("csv", &self->csv, "FILE",
                    "write the trajectory or the history as columns; - prints "
                    "them instead of the table"),
      OPTION_STRING(
          "plot", &self->plot, "FILE",
          self->replays
              ? "draw a picture by its ending: .png .svg .pdf .gif "
                "(animation) .txt, .gp for the gnuplot script itself, or "
                ".html for a replay in 3D"
              : "draw a picture by its ending: .png .svg .pdf .gif "
                "(animation) .txt, or .gp for the gnuplot script itself"),
      OPTION_FLAG("list", &asked->list, "list the scenes that can be named"),
      {.name = "quiet",
       .letter = 'q',
       .kind = PN_OPTION_FLAG,
       .value = &self->quiet,
       .help = "no table and no progress bar"},
      {.name = "help",
       .letter = 'h',
       .kind = PN_OPTION_FLAG,
       .value = &asked->help,
       .help = "print this help"},
      {.name = "version",
       .letter = 'V',
       .kind = PN_OPTION_FLAG,
       .value = &asked->version,
       .help = "print the version, and which libraries are built in"},
      {.name = NULL}};
  _Static_assert(sizeof options == (COMMON_OPTIONS + 1) * sizeof *options,
                 "as many as there is room for");
  memcpy(common, options, sizeof options);
}

/* Takes the scenes of the command line, or the default one; 0 if there are too
   many. */
static int take_scenes(program *self, int count, char **scenes)
{
  if (count > 1 && !self->takes_many) {
    pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                 "one SCENE at a time, not '%s' and '%s'", scenes[0],
                 scenes[1]);
    self->status = PROGRAM_USAGE;
    return 0;
  }
  self->scenes = count > 0 ? (size_t)count : 1;
  self->operand = scenes;
  self->scene_name = count > 0 ? scenes[0] : self->default_scene;
  return 1;
}

/* Finds the scene, and sees that no result would replace it. */
static int open_scene(program *self)
{
  return find_scene(self) && !program_check_files(self);
}

int program_start(program *self, int argc, char **argv)
{
  questions asked = {0};
  int given[PN_OPTIONS_MOST], operand;
  pn_option common[COMMON_OPTIONS + 1], table[PN_OPTIONS_MOST + 1];
  pn_option renamed[PROGRAM_RENAMED_MAX + 1];
  const pn_option *const tables[] = {table, renamed};
  set_common(self, &asked, common);
  if (argc == 2 && strcmp(argv[1], "--list-options") == 0) {
    program_list_options(self->options);
    program_list_options(common);
    return 0;
  }
  gsl_set_error_handler_off();
  interrupt_watch(self->name);
  memory_limit();
  self->folders = program_data_folders(argv[0]);
  join_tables(table, given, self->options, common);
  program_find_renamed(self, table, argc, argv, renamed);

  if (program_check_words(self, argc, argv) ||
      pn_options_parse(tables, 2, argc, argv, &operand, &self->error))
    self->status = PROGRAM_USAGE;
  else if (asked.help)
    program_print_help(self, common);
  else if (asked.version)
    program_print_version(self);
  else if (asked.list)
    program_print_list(self);
  else
    return take_scenes(self, argc - operand, argv + operand) &&
           !program_check_names(self, table) &&
           !program_check_needs(self, table) && !program_check_results(self) &&
           open_scene(self);
  return 0;
}

int program_next_scene(program *self)
{
  if (self->error.code || --self->scenes == 0)
    return 0;
  self->scene_name = *++self->operand;
  return open_scene(self);
}

static double seconds_of(clockid_t clock)
{
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double program_wall_time(void)
{
  return seconds_of(CLOCK_MONOTONIC);
}

double program_thread_time(void)
{
  return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

void program_progress(program *self, double fraction)
{
  if (self->quiet || !isatty(STDERR_FILENO))
    return;
  const double time = program_wall_time();
  if (self->progress_begin == 0) {
    self->progress_begin = time;
    self->progress_shown = time;
  }
  if (time - self->progress_shown < progress_pause)
    return;
  self->progress_shown = time;
  char text[PN_PROGRESS_TEXT];
  pn_progress_text(text, fraction, time - self->progress_begin);
  const char *const of = self->at_work ? self->at_work : "";
  const int room = PN_PROGRESS_TEXT - 3 - (int)strlen(text);
  fprintf(stderr, "\r%s%s%-*.*s", text, *of ? ": " : "  ", room, room, of);
}

void program_refuse(program *self, const char *message)
{
  pn_error_set(&self->error, GSL_EINVAL, NULL, 0, "%s", message);
  self->status = PROGRAM_USAGE;
}

int program_hold(program *self, const char *path)
{
  return pn_file_check(path, &self->error)
             ? self->error.code
             : pn_file_lock(&self->held, path, &self->error);
}

/* Wipes the bar, so that messages begin on an empty line. */
static void end_progress(const program *self)
{
  if (self->progress_begin > 0)
    fprintf(stderr, "\r%*s\r", PN_PROGRESS_TEXT - 1, "");
}

/* Closes stdout; returns 0 if everything printed has reached its place. A
   reader that has gone away (as in "| head") is no news to the user. */
static int close_stdout(const program *self)
{
  const int failed_before = ferror(stdout);
  errno = 0;
  if (fclose(stdout) == 0 && !failed_before)
    return 0;
  if (errno == 0)
    errno = self->unprinted ? self->unprinted : EIO;
  if (errno != EPIPE)
    fprintf(stderr, "%s: the results cannot be written: %s\n", self->name,
            strerror(errno));
  return 1;
}

/* Tells whether the reader of a pipe that stdout leads to has gone away. */
static int reader_has_left(void)
{
  struct pollfd out = {.fd = STDOUT_FILENO};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLERR);
}

/* Says after an error in the scene which program takes such a scene. */
static void say_taker(const program *self, program_status status)
{
  const char *taker = status == PROGRAM_FAILED && *self->scene &&
                              strcmp(self->error.file, self->scene) == 0
                          ? program_taking(self->scene, self->name)
                          : NULL;
  if (taker)
    fprintf(stderr, "%s: this is a scene for %s\n", self->name, taker);
}

int program_finish(program *self)
{
  interrupt_stay();
  interrupt_heed();
  end_progress(self);
  pn_file_discard(&self->held);
  if (self->input) {
    fclose(self->input);
    if (strcmp(self->error.file, self->scene) == 0)
      snprintf(self->error.file, sizeof self->error.file, "%s",
               self->input_name);
  }
  program_status status = self->status;
  if (program_interrupted()) /* which may itself be why something failed */
    status = PROGRAM_INTERRUPTED;
  else if (self->error.code == PROGRAM_WRONG_USAGE)
    status = PROGRAM_USAGE;
  else if (self->unwritten ||
           (self->error.code &&
            (status == PROGRAM_SOLVED || status == PROGRAM_INTERRUPTED)))
    status = PROGRAM_FAILED;
  if (self->error.code &&
      !(program_prints_columns(self) && reader_has_left())) {
    char text[PN_ERROR_MESSAGE];
    fprintf(stderr, "%s: %s\n", self->name,
            pn_error_message(&self->error, text, sizeof text));
    say_taker(self, status);
  }
  if (status == PROGRAM_USAGE)
    fprintf(stderr, "Try '%s --help'.\n", self->name);
  if (close_stdout(self))
    status = PROGRAM_FAILED;
  return status == PROGRAM_INTERRUPTED ? 128 + interrupt_signal() : (int)status;
}
