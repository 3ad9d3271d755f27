/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The text of a scene, and where the shipped ones are: in $PANTIN_DATA, in the
   installed folder, and, for a program that lies in a build tree, in that tree.
 */
#include "config.h"

#include "programs/program_data.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "programs/program.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes the last part off a path; 0 when there is none left. */
static int climb(char *path)
{
  char *slash = strrchr(path, '/');
  if (!slash)
    return 0;
  *slash = '\0';
  return 1;
}

/* Writes the path of the running program: as Linux knows it, else as it was
   called. 0 when that says nothing, as for a command found in $PATH. */
static int find_program(char path[PN_TEXT_PATH], const char *called)
{
  const ssize_t length = readlink("/proc/self/exe", path, PN_TEXT_PATH - 1);
  if (length > 0) {
    path[length] = '\0';
    return 1;
  }
  return called && strchr(called, '/') &&
         snprintf(path, PN_TEXT_PATH, "%s", called) < PN_TEXT_PATH;
}

/* Writes the data folder of the build tree that the program lies in, which is
   known by its config.status; 0 when it lies in none. */
static int find_tree(char folder[PN_TEXT_PATH], const char *called)
{
  enum { DEEPEST = 4 }; /* tests/programs/.libs/sample */
  static const char mark[] = "/config.status", data[] = "/data";
  if (!find_program(folder, called))
    return 0;
  for (int level = 0; level < DEEPEST && climb(folder); level++) {
    const size_t length = strlen(folder);
    if (length + sizeof mark > PN_TEXT_PATH)
      return 0;
    strcpy(folder + length, mark);
    const int found = access(folder, F_OK) == 0;
    strcpy(folder + length, found ? data : "");
    if (found)
      return 1;
  }
  return 0;
}

const char *const *program_data_folders(const char *called)
{
  static const char *folders[4];
  static char tree[PN_TEXT_PATH];
  const char *own = getenv("PANTIN_DATA");
  size_t count = 0;
  if (own && *own)
    folders[count++] = own;
  folders[count++] = PROGRAM_DATA_INSTALLED;
  if (find_tree(tree, called))
    folders[count++] = tree;
  folders[count] = NULL;
  return folders;
}

char *program_read_text(const char *path, pn_error *error)
{
  FILE *stream = fopen(path, "r");
  char *text = NULL;
  size_t length = 0, room = 1 << 12;
  if (!stream) {
    pn_error_set(error, GSL_EFAILED, path, 0, "cannot be read");
    return NULL;
  }
  for (;;) {
    char *larger = pn_realloc(text, room, 1);
    if (!larger)
      break;
    text = larger;
    length += fread(text + length, 1, room - length - 1, stream);
    text[length] = '\0';
    if (length + 1 < room) {
      fclose(stream);
      return text;
    }
    room *= 2;
  }
  fclose(stream);
  pn_free(text);
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return NULL;
}
