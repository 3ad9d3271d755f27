/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning and the end of every program. */
#include "config.h"

#include "programs/program.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"
#include "pantin/base/file.h"
#include "pantin/base/plot.h"
#include "pantin/base/progress.h"
#include "programs/interrupt.h"
#include "programs/program_data.h"
#include "programs/replay.h"

/* Bytes of a pipe's scene or problem: more than any has, and less than memory
   and disks are short of. */
enum { INPUT_MOST = 256 << 20 };

/* Time between two drawings of the progress bar [s]. */
static const double progress_pause = 0.1;

/* Old names of options that one command line may have. */
enum { RENAMED_MAX = 8 };

/* Files that one command line may name. */
enum { FILES_MAX = 16 };

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
  return *name == '\0' || strcmp(name, "-") == 0;
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
static int find_scene(program *self, const char *const *folders)
{
  if (strcmp(self->scene_name, "-") == 0)
    return copy_input(self, stdin, "standard input");
  if (self->also && pn_data_find(folders, self->also, self->scene_name,
                                 self->scene, sizeof self->scene, NULL) == 0)
    return copy_pipe(self);
  return pn_data_find(folders, self->topic, self->scene_name, self->scene,
                      sizeof self->scene, &self->error) == 0 &&
         copy_pipe(self);
}

static void print_help(const program *self, const pn_option *common)
{
  printf("Usage: %s [OPTION]... [SCENE]%s\n%s.\n\n", self->name,
         self->takes_many ? "..." : "", self->purpose);
  printf("SCENE is a file, - for standard input, or a name that --list shows\n"
         "(default: %s).\n",
         self->default_scene);
  if (self->options && self->options->name) {
    printf("\nOptions:\n");
    pn_options_print(stdout, self->options);
  }
  printf("\nOptions of every Pantin program:\n");
  pn_options_print(stdout, common);
  if (self->examples && *self->examples) {
    printf("\nExamples:\n");
    for (const char *const *example = self->examples; *example; example++)
      printf("  %s\n", *example);
  }
  printf("\nExit status: 0 solved, 1 bad input or trouble with a file, "
         "2 wrong usage,\n3 not converged, 130 interrupted by Ctrl-C, 143 by "
         "SIGTERM, "
         "129 by SIGHUP.\n");
}

/* Prints a line for each option, with tabs between name, letter, kind,
   argument, choices and help: what completions are made from (completion.awk).
 */
static void list_options(const pn_option *table)
{
  static const char *const kinds[] = {
      [PN_OPTION_FLAG] = "flag",        [PN_OPTION_REAL] = "value",
      [PN_OPTION_COUNT] = "value",      [PN_OPTION_STRING] = "value",
      [PN_OPTION_CHOICE] = "choice",    [PN_OPTION_CHOICES] = "choice",
      [PN_OPTION_OPTIONAL] = "optional"};
  for (; table && table->name; table++) {
    const int is_file = table->kind == PN_OPTION_STRING &&
                        (strcmp(table->argument, "FILE") == 0 ||
                         strcmp(table->argument, "FILES") == 0 ||
                         strcmp(table->argument, "PREFIX") == 0);
    printf("%s\t%.1s\t%s\t%s\t", table->name, &table->letter,
           is_file ? "file" : kinds[table->kind],
           table->argument ? table->argument : "");
    for (const char *const *choice = table->choices; choice && *choice;
         choice++)
      printf("%s%s", choice == table->choices ? "" : " ", *choice);
    printf("\t%s\n", table->help);
  }
}

/* Prints the version, and which of the libraries that a build may leave out
   are in this one. */
static void print_version(const program *self)
{
  static const struct {
    const char *name;
    int is_in;
  } parts[] = {
#ifdef HAVE_HDF5
      {"HDF5", 1},
#else
      {"HDF5", 0},
#endif
#ifdef HAVE_MUPARSER
      {"muParser", 1},
#else
      {"muParser", 0},
#endif
#ifdef HAVE_ODE
      {"ODE", 1},
#else
      {"ODE", 0},
#endif
#ifdef HAVE_MPI
      {"MPI", 1},
#else
      {"MPI", 0},
#endif
  };
  const size_t count = sizeof parts / sizeof *parts;
  static const char *const word[] = {"without", "with"};
  const char *before = "built ";
  printf("%s (Pantin) %s\n", self->name, PACKAGE_VERSION);
  for (int is_in = 1; is_in >= 0; is_in--) {
    size_t printed = 0;
    for (size_t k = 0; k < count; k++) {
      if (parts[k].is_in != is_in)
        continue;
      if (printed++ == 0)
        printf("%s%s %s", before, word[is_in], parts[k].name);
      else
        printf(", %s", parts[k].name);
      before = "; ";
    }
  }
  putchar('\n');
}

/* Prints the names and titles of one topic. */
static int print_topic(program *self, const char *const *folders,
                       const char *topic)
{
  pn_data_entry *entries;
  size_t count;
  if (pn_data_list(folders, topic, &entries, &count, &self->error))
    return self->error.code;
  int width = 0;
  for (size_t i = 0; i < count; i++) {
    const int length = (int)strlen(entries[i].name);
    width = length > width ? length : width;
  }
  for (size_t i = 0; i < count; i++)
    printf("%-*s  %s\n", width, entries[i].name, entries[i].title);
  pn_free(entries);
  return 0;
}

static void print_list(program *self, const char *const *folders)
{
  if (!print_topic(self, folders, self->topic) && self->also)
    print_topic(self, folders, self->also);
}

/* Returns the option of that name. */
static const pn_option *find_option(const pn_option *table, const char *name)
{
  while (strcmp(table->name, name) != 0)
    table++;
  return table;
}

/* Tells whether an argument is the option --NAME or --NAME=VALUE. */
static int is_option(const char *argument, const char *name)
{
  const size_t length = strlen(name);
  return strncmp(argument, "--", 2) == 0 &&
         strncmp(argument + 2, name, length) == 0 &&
         (argument[2 + length] == '\0' || argument[2 + length] == '=');
}

/* Lists the old names of options that stand in argv, each as an option like
   the one that has taken its place, and says so on stderr. */
static void find_renamed(const program *self, const pn_option *table, int argc,
                         char **argv, pn_option *found)
{
  size_t count = 0;
  for (const program_renamed *name = self->renamed; name && name->old; name++)
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
      if (!is_option(argv[i], name->old) || count == RENAMED_MAX)
        continue;
      fprintf(stderr,
              "%s: --%s is now called --%s; the next version will not take "
              "the old name\n",
              self->name, name->old, name->now);
      found[count] = *find_option(table, name->now);
      found[count++].name = name->old;
      break;
    }
  found[count].name = NULL;
}

/* Tells whether an option has that value, or leaves it to the program. */
static int may_be(const pn_option *option, const char *word)
{
  if (option->kind == PN_OPTION_CHOICE) {
    const int index = *(const int *)option->value;
    return index < 0 || strcmp(option->choices[index], word) == 0;
  }
  if (option->kind == PN_OPTION_CHOICES) {
    const unsigned given = *(const unsigned *)option->value;
    int is_one = given == 0;
    for (int k = 0; option->choices[k]; k++)
      is_one |= (given >> k & 1) && strcmp(option->choices[k], word) == 0;
    return is_one;
  }
  const char *text = *(const char *const *)option->value;
  return text && strcmp(text, word) == 0;
}

/* Tells whether an option may have one of several values, as "a, b or c". */
static int may_be_one(const pn_option *option, const char *words)
{
  for (int length; *words; words += length) {
    char word[64];
    words += strspn(words, ", ");
    length = (int)strcspn(words, ", ");
    snprintf(word, sizeof word, "%.*s", length, words);
    if (may_be(option, word))
      return 1;
  }
  return 0;
}

/* Says which options were given in vain; 0 if the program can work. */
static int check_needs(program *self, const pn_option *table)
{
  for (const program_need *need = self->needs; need && need->option; need++) {
    const pn_option *other = find_option(table, need->other);
    if (!*find_option(table, need->option)->given ||
        (need->choices ? may_be_one(other, need->choices) : *other->given))
      continue;
    char text[PN_ERROR_TEXT];
    snprintf(text, sizeof text, "--%s has no effect without --%s%s%s",
             need->option, need->other, need->choices ? " " : "",
             need->choices ? need->choices : "");
    if (need->is_vain) {
      program_refuse(self, text);
      return 1;
    }
    fprintf(stderr, "%s: %s\n", self->name, text);
  }
  return 0;
}

/* Refuses, before the work, results whose names cannot be right; 0 if all are.
 */
static int check_results(program *self)
{
  pn_error *error = &self->error;
  const int json_there = self->json && program_is_stdout(self->json);
  self->status = PROGRAM_USAGE;
  for (const pn_option *own = self->options; own && own->name; own++) {
    const char *value =
        own->kind == PN_OPTION_STRING ? *(const char *const *)own->value : NULL;
    if (value && own->letter != 'o' && /* -o is for results */
        strcmp(own->argument, "FILE") == 0 && strcmp(value, "-") == 0)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "--%s needs the name of a file, not '-'", own->name);
  }
  if (self->plot && strcmp(self->plot, "-") == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--plot draws no picture on standard output: give it "
                        "the name of a file");
  if (self->plot && !(self->replays && replay_is_asked(self->plot)) &&
      pn_plot_check(self->plot, error))
    return error->code;
  if (json_there && self->csv && strcmp(self->csv, "-") == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--json and --csv cannot both stand on standard "
                        "output: give one of them a file");

  self->status = PROGRAM_SOLVED;
  if (self->csv && pn_file_check(self->csv, error))
    return error->code;
  if (self->plot && pn_file_check(self->plot, error))
    return error->code;
  return self->json && !json_there ? pn_file_check(self->json, error) : 0;
}

/* Writes where a file is or will be, links followed; 0 if that can be told. */
static int place_of(const char *name, char place[PATH_MAX])
{
  char folder[PN_TEXT_PATH], there[PATH_MAX];
  if (realpath(name, place))
    return 0;
  const char *slash = strrchr(name, '/');
  const int length = slash ? (int)(slash - name) + 1 : 2;
  snprintf(folder, sizeof folder, "%.*s", length, slash ? name : "./");
  return !realpath(folder, there) ||
         snprintf(place, PATH_MAX, "%s/%s", there, slash ? slash + 1 : name) >=
             PATH_MAX;
}

/* Tells whether two names stand for one regular file, there or to come. */
static int is_one_file(const char *a, const char *b)
{
  char at_a[PATH_MAX], at_b[PATH_MAX];
  struct stat in_a, in_b;
  if (stat(a, &in_a) == 0 && stat(b, &in_b) == 0)
    return S_ISREG(in_a.st_mode) && in_a.st_dev == in_b.st_dev &&
           in_a.st_ino == in_b.st_ino;
  return !place_of(a, at_a) && !place_of(b, at_b) && strcmp(at_a, at_b) == 0;
}

/* Refuses, before the work, a result that would replace the scene or another
   result; 0 if none does. */
static int check_files(program *self)
{
  /* The scene, and the files of all options; "-" is none. */
  const char *option[FILES_MAX], *name[FILES_MAX];
  size_t files = 0;
  const char *const common[] = {"json",    self->json, "csv",
                                self->csv, "plot",     self->plot};
  for (size_t k = 0; k < sizeof common / sizeof *common; k += 2)
    if (common[k + 1] && !program_is_stdout(common[k + 1])) {
      option[files] = common[k];
      name[files++] = common[k + 1];
    }
  for (const pn_option *own = self->options; own && own->name; own++)
    if (own->kind == PN_OPTION_STRING && strcmp(own->argument, "FILE") == 0 &&
        *(const char *const *)own->value && files < FILES_MAX) {
      option[files] = own->name;
      name[files++] = *(const char *const *)own->value;
    }
  self->status = PROGRAM_USAGE;
  for (size_t k = 0; k < files; k++) {
    if (is_one_file(name[k], self->scene))
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "--%s would replace the scene, '%s': give it another "
                          "name",
                          option[k], name[k]);
    for (size_t i = 0; i < k; i++)
      if (is_one_file(name[k], name[i]))
        return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                            "--%s and --%s have one file, '%s': give one of "
                            "them another name",
                            option[i], option[k], name[k]);
  }
  self->status = PROGRAM_SOLVED;
  return 0;
}

/* Refuses words that a terminal would obey when they are printed; 0 if there
   are none. */
static int refuse_control_characters(program *self, int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    const char *control = pni_text_control(argv[i]);
    if (control)
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "word %d of the command line holds a control "
                          "character (0x%02x)",
                          i, (unsigned char)*control);
  }
  return 0;
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

int program_start(program *self, int argc, char **argv)
{
  int help = 0, version = 0, list = 0;
  const pn_option common[] = {
      {.name = "json",
       .kind = PN_OPTION_OPTIONAL,
       .value = &self->json,
       .argument = "FILE",
       .help = "print one JSON object instead of the table, or write it to "
               "FILE beside the table"},
      {.name = "csv",
       .kind = PN_OPTION_STRING,
       .value = &self->csv,
       .argument = "FILE",
       .help = "write the trajectory or the history as columns; - prints "
               "them instead of the table"},
      {.name = "plot",
       .kind = PN_OPTION_STRING,
       .value = &self->plot,
       .argument = "FILE",
       .help = self->replays
                   ? "draw a picture by its ending: .png .svg .pdf .gif "
                     "(animation) .txt, .gp for the gnuplot script itself, or "
                     ".html for a replay in 3D"
                   : "draw a picture by its ending: .png .svg .pdf .gif "
                     "(animation) .txt, or .gp for the gnuplot script itself"},
      {.name = "list",
       .kind = PN_OPTION_FLAG,
       .value = &list,
       .help = "list the scenes that can be named"},
      {.name = "quiet",
       .letter = 'q',
       .kind = PN_OPTION_FLAG,
       .value = &self->quiet,
       .help = "no table and no progress bar"},
      {.name = "help",
       .letter = 'h',
       .kind = PN_OPTION_FLAG,
       .value = &help,
       .help = "print this help"},
      {.name = "version",
       .letter = 'V',
       .kind = PN_OPTION_FLAG,
       .value = &version,
       .help = "print the version, and which libraries are built in"},
      {.name = NULL}};
  int given[PN_OPTIONS_MOST];
  pn_option table[PN_OPTIONS_MOST + 1], renamed[RENAMED_MAX + 1];
  const pn_option *const tables[] = {table, renamed};
  const char *const *folders = program_data_folders(argv[0]);
  if (argc == 2 && strcmp(argv[1], "--list-options") == 0) {
    list_options(self->options);
    list_options(common);
    return 0;
  }
  gsl_set_error_handler_off();
  interrupt_watch(self->name);
  join_tables(table, given, self->options, common);
  find_renamed(self, table, argc, argv, renamed);

  int operand;
  if (refuse_control_characters(self, argc, argv) ||
      pn_options_parse(tables, 2, argc, argv, &operand, &self->error)) {
    self->status = PROGRAM_USAGE;
  } else if (help) {
    print_help(self, common);
  } else if (version) {
    print_version(self);
  } else if (list) {
    print_list(self, folders);
  } else if (argc > operand + 1 && !self->takes_many) {
    pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                 "one SCENE at a time, not '%s' and '%s'", argv[operand],
                 argv[operand + 1]);
    self->status = PROGRAM_USAGE;
  } else if (!check_needs(self, table) && !check_results(self)) {
    self->scenes = argc > operand ? (size_t)(argc - operand) : 1;
    self->operand = argv + operand;
    self->folders = folders;
    self->scene_name = argc > operand ? argv[operand] : self->default_scene;
    return find_scene(self, folders) && !check_files(self);
  }
  return 0;
}

int program_next_scene(program *self)
{
  if (self->error.code || --self->scenes == 0)
    return 0;
  self->scene_name = *++self->operand;
  return find_scene(self, self->folders) && !check_files(self);
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
  fprintf(stderr, "\r%-*s", PN_PROGRESS_TEXT - 1,
          pn_progress_text(text, fraction, time - self->progress_begin));
}

void program_refuse(program *self, const char *message)
{
  pn_error_set(&self->error, GSL_EINVAL, NULL, 0, "%s", message);
  self->status = PROGRAM_USAGE;
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
    errno = EIO;
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

int program_finish(program *self)
{
  interrupt_stay();
  interrupt_heed();
  end_progress(self);
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
      !(self->csv && program_is_stdout(self->csv) && reader_has_left())) {
    char text[PN_ERROR_MESSAGE];
    fprintf(stderr, "%s: %s\n", self->name,
            pn_error_message(&self->error, text, sizeof text));
  }
  if (status == PROGRAM_USAGE)
    fprintf(stderr, "Try '%s --help'.\n", self->name);
  if (close_stdout(self))
    status = PROGRAM_FAILED;
  return status == PROGRAM_INTERRUPTED ? 128 + interrupt_signal() : (int)status;
}
