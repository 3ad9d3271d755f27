/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a program says about itself: --help, --version, --list. */
#include "config.h"

#include "programs/program_private.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"

void program_print_help(const program *self, const pn_option *common)
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
  if (self->print_defaults)
    self->print_defaults(stdout);
  printf("\nOptions of every Pantin program:\n");
  pn_options_print(stdout, common);
  if (self->examples && *self->examples) {
    printf("\nExamples:\n");
    for (const char *const *example = self->examples; *example; example++)
      printf("  %s\n", *example);
  }
  printf("\nExit status: 0 solved, 1 bad input or trouble with a file, "
         "2 wrong usage,\n%s130 interrupted by Ctrl-C, 143 by SIGTERM, "
         "129 by SIGHUP.\n",
         self->ends_well ? "" : "3 not converged, ");
}

void program_list_options(const pn_option *table)
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

void program_print_version(const program *self)
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
#ifdef HAVE_LIBXML2
      {"libxml2", 1},
#else
      {"libxml2", 0},
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
  printf("\nCopyright 2026 The Pantin authors, GPL-3.0-or-later\n");
}

/* Prints the names and titles of one topic, and adds how many there are. */
static int print_topic(program *self, const char *topic, size_t *printed)
{
  pn_data_entry *entries;
  size_t count;
  if (pn_data_list(self->folders, topic, &entries, &count, &self->error))
    return self->error.code;
  int width = 0;
  for (size_t i = 0; i < count; i++) {
    const int length = (int)strlen(entries[i].name);
    width = length > width ? length : width;
  }
  for (size_t i = 0; i < count; i++)
    printf("%-*s  %s\n", width, entries[i].name, entries[i].title);
  pn_free(entries);
  *printed += count;
  return 0;
}

void program_print_list(program *self)
{
  size_t printed = 0;
  if (!print_topic(self, self->topic, &printed) && self->also)
    print_topic(self, self->also, &printed);
  if (!self->error.code && printed == 0)
    pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                 "no scenes were found; PANTIN_DATA can name their folder");
}
