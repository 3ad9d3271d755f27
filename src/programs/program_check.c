/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a command line may not say, refused before the work. */
#include "config.h"

#include "programs/program_private.h"

#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "pantin/base/file.h"
#include "pantin/lcp/lcp_file_private.h"
#include "programs/replay.h"

/* The scene called -, which may be a file; self->scene is a copy of it. */
static const char standard_input[] = "/dev/fd/0";

/* Files that one command line may name. */
enum { FILES_MAX = 16 };

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

void program_find_renamed(const program *self, const pn_option *table, int argc,
                          char **argv, pn_option found[PROGRAM_RENAMED_MAX + 1])
{
  size_t count = 0;
  for (const program_renamed *name = self->renamed; name && name->old; name++)
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
      if (!is_option(argv[i], name->old) || count == PROGRAM_RENAMED_MAX)
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

int program_check_needs(program *self, const pn_option *table)
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

/* Returns the FILE of the own option that writes columns, or NULL. */
static const char *own_columns(const program *self)
{
  return self->columns ? *self->columns : NULL;
}

int program_prints_columns(const program *self)
{
  return program_is_stdout(self->csv) || program_is_stdout(own_columns(self));
}

/* Lists the options whose results stand on standard output. Returns how many
   there are. */
static int list_printed(const program *self, const char *option[3])
{
  int count = 0;
  if (program_is_stdout(self->json))
    option[count++] = "json";
  if (program_is_stdout(self->csv))
    option[count++] = "csv";
  for (const pn_option *own = self->options; own && own->name; own++)
    if (own->value == (const void *)self->columns &&
        program_is_stdout(own_columns(self)))
      option[count++] = own->name;
  return count;
}

int program_check_names(program *self, const pn_option *table)
{
  for (const pn_option *option = table; option->name; option++)
    if (option->kind == PN_OPTION_STRING && *option->given &&
        **(const char *const *)option->value == '\0') {
      self->status = PROGRAM_USAGE;
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "--%s needs %s, and was given an empty word",
                          option->name, option->argument);
    }
  return 0;
}

int program_check_results(program *self)
{
  pn_error *error = &self->error;
  self->status = PROGRAM_USAGE;
  for (const pn_option *own = self->options; own && own->name; own++) {
    const char *value =
        own->kind == PN_OPTION_STRING ? *(const char *const *)own->value : NULL;
    if (value && own->letter != 'o' && /* -o is for results */
        own->value != (const void *)self->columns &&
        strcmp(own->argument, "FILE") == 0 && strcmp(value, "-") == 0)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "--%s needs the name of a file, not '-'", own->name);
  }
  if (self->plot && strcmp(self->plot, "-") == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--plot draws no picture on standard output: give it "
                        "the name of a file");
  if (self->plot && !(self->replays && replay_is_asked(self->plot)) &&
      pn_plot_check(self->plot, error)) {
    if (self->replays)
      strncat(error->text, ", or in .html (a replay in 3D)",
              sizeof error->text - strlen(error->text) - 1);
    return error->code;
  }
  const char *there[3] = {NULL};
  if (list_printed(self, there) > 1)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--%s and --%s cannot both stand on standard output: "
                        "give one of them a file",
                        there[0], there[1]);

  self->status = PROGRAM_SOLVED;
  if (self->csv && pn_file_check(self->csv, error))
    return error->code;
  if (self->plot && pn_file_check(self->plot, error))
    return error->code;
  return self->json && !program_is_stdout(self->json)
             ? pn_file_check(self->json, error)
             : 0;
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

/* A file that is going to be written; or the beginning of several names. */
typedef struct {
  const char *option, *name;
  int is_prefix;
} result;

/* Tells whether an option adds `rest` to the beginning of its name: --dump
   PREFIX writes PREFIX-J.mtx and PREFIX.txt; --record FILE.lcp, of some frames,
   FILE-12.lcp; --record FILE.mtx also FILE_b.mtx and FILE-12_b.mtx. */
static int is_added(const result *of, const char *ending, const char *rest)
{
  const char *tail = rest;
  if (*rest == '-')
    tail += 1 + (of->is_prefix ? strcspn(rest + 1, ".")
                               : strspn(rest + 1, "0123456789"));
  if (of->is_prefix)
    return strcmp(rest, ".txt") == 0 ||
           (tail > rest && strcmp(tail, ".mtx") == 0);
  return (tail > rest && strcmp(tail, ending) == 0) ||
         (strcmp(ending, ".mtx") == 0 && strcmp(tail, "_b.mtx") == 0);
}

/* Tells whether a name that an option makes from `stem` is already there, as a
   link to that file. */
static int is_linked(const result *of, const char *stem, const char *path)
{
  const char *slash = strrchr(stem, '/');
  const char *begin = slash ? slash + 1 : stem;
  char name[PN_TEXT_PATH];
  snprintf(name, sizeof name, "%.*s", (int)(begin - stem), stem);
  DIR *folder = opendir(*name ? name : ".");
  int found = 0;
  for (struct dirent *entry; !found && folder && (entry = readdir(folder));)
    found =
        strncmp(entry->d_name, begin, strlen(begin)) == 0 &&
        is_added(of, of->name + strlen(stem), entry->d_name + strlen(begin)) &&
        snprintf(name, sizeof name, "%.*s%s", (int)(begin - stem), stem,
                 entry->d_name) < (int)sizeof name &&
        is_one_file(name, path);
  if (folder)
    closedir(folder);
  return found;
}

/* Tells whether an option would write that file under a name that it makes from
   the first characters of its own. */
static int is_made_from(const result *of, size_t length, const char *path)
{
  char stem[PN_TEXT_PATH], made[PN_TEXT_PATH], there[PATH_MAX];
  snprintf(stem, sizeof stem, "%.*s", (int)length, of->name);
  if (is_linked(of, stem, path))
    return 1;
  const char *slash = strrchr(stem, '/');
  const char *begin = slash ? slash + 1 : stem;
  if (place_of(path, there) ||
      strncmp(strrchr(there, '/') + 1, begin, strlen(begin)) != 0)
    return 0;
  const char *rest = strrchr(there, '/') + 1 + strlen(begin);
  return is_added(of, of->name + length, rest) &&
         snprintf(made, sizeof made, "%s%s", stem, rest) < (int)sizeof made &&
         is_one_file(made, there);
}

/* Tells whether an option would write that file. */
static int writes(const result *of, const char *path)
{
  const size_t length = strlen(of->name);
  if (of->is_prefix)
    return is_made_from(of, length, path);
  if (is_one_file(of->name, path))
    return 1;
  const char *ending = length > 4 ? of->name + length - 4 : "";
  return (strcmp(ending, ".mtx") == 0 || strcmp(ending, ".lcp") == 0) &&
         is_made_from(of, length - 4, path);
}

/* Lists what is going to be written: the files of all options; "-" is none.
   Returns how many there are. */
static size_t list_results(const program *self, result list[FILES_MAX])
{
  size_t files = 0;
  const result common[] = {
      {"json", self->json, 0}, {"csv", self->csv, 0}, {"plot", self->plot, 0}};
  for (size_t k = 0; k < sizeof common / sizeof *common; k++)
    if (common[k].name && !program_is_stdout(common[k].name))
      list[files++] = common[k];
  for (const pn_option *own = self->options; own && own->name; own++) {
    if (own->kind != PN_OPTION_STRING || files == FILES_MAX)
      continue;
    const int is_prefix = strcmp(own->argument, "PREFIX") == 0;
    const char *name = *(const char *const *)own->value;
    if ((is_prefix || strcmp(own->argument, "FILE") == 0) && name &&
        !program_is_stdout(name))
      list[files++] = (result){own->name, name, is_prefix};
  }
  return files;
}

/* Tells whether that is a file with a matrix, by how it begins. */
static int is_matrix(const char *path)
{
  static const char banner[] = "%%MatrixMarket";
  char text[sizeof banner] = "";
  struct stat status;
  if (stat(path, &status) || !S_ISREG(status.st_mode))
    return 0;
  FILE *stream = fopen(path, "r");
  if (!stream)
    return 0;
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  fclose(stream);
  return strcasecmp(text, banner) == 0;
}

/* Tells whether an option would write a file that is read: the named one, or
   the right-hand side that stands beside a matrix. */
static int replaces(const result *of, const char *input)
{
  char beside[PN_TEXT_PATH];
  pni_lcp_beside(input, beside);
  return writes(of, input) || (is_matrix(input) && writes(of, beside));
}

int program_check_input(program *self, const char *path)
{
  result list[FILES_MAX];
  const size_t files = list_results(self, list);
  for (size_t k = 0; k < files; k++)
    if (replaces(&list[k], path)) {
      self->status = PROGRAM_USAGE;
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "--%s would replace '%s', which is read: give it "
                          "another name",
                          list[k].option, path);
    }
  return 0;
}

/* Returns the name of a file that two options would write, or NULL. */
static const char *shared_file(const result *a, const result *b)
{
  if (!b->is_prefix && writes(a, b->name))
    return b->name;
  return !a->is_prefix && writes(b, a->name) ? a->name : NULL;
}

int program_check_files(program *self)
{
  result list[FILES_MAX];
  const size_t files = list_results(self, list);
  const int from_input = strcmp(self->scene_name, "-") == 0;
  const char *scene = from_input ? standard_input : self->scene;
  self->status = PROGRAM_USAGE;
  for (size_t k = 0; k < files; k++) {
    if (replaces(&list[k], scene))
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "--%s would replace the scene, '%s': give it another "
                          "name",
                          list[k].option,
                          list[k].is_prefix ? self->scene_name : list[k].name);
    for (size_t i = 0; i < k; i++) {
      const char *name = shared_file(&list[i], &list[k]);
      if (name)
        return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                            "--%s and --%s have one file, '%s': give one of "
                            "them another name",
                            list[i].option, list[k].option, name);
    }
  }
  self->status = PROGRAM_SOLVED;
  return 0;
}

int program_check_words(program *self, int argc, char **argv)
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
