/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program says about itself. */
#include "programs/program_private.h"

#include <stdio.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"

void program_print_help(const program *self, const pn_option *common)
{
  printf("Usage: %s [OPTION]... [SCENE]\n%s.\n\n", self->name, self->purpose);
  printf("SCENE is a file, or a name that --list shows (default: %s).\n",
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
         "2 wrong usage,\n3 not converged, 130 interrupted.\n");
}

/* The names and titles of one topic. */
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

void program_print_list(program *self, const char *const *folders)
{
  if (!print_topic(self, folders, self->topic) && self->also)
    print_topic(self, folders, self->also);
}
