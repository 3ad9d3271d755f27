/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finding and listing the shipped scenes. */
#include "config.h"

#include "pantin/base/data.h"

#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pantin/base/alloc.h"
#include "pantin/base/scene.h"
#include "pantin/base/text.h"

static const char ending[] = ".cfg";

/* A growing array of entries. */
typedef struct {
  pn_data_entry *entries;
  size_t count, room;
} list;

static int is_file(const char *path)
{
  struct stat there;
  return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

/* Returns whether this is a recording that has not ended yet, which is a
   folder (tuning/frames.h). */
static int is_recording(const char *name)
{
  char parts[PN_TEXT_PATH];
  struct stat there;
  snprintf(parts, sizeof parts, "%s.parts", name);
  return stat(parts, &there) == 0 && S_ISDIR(there.st_mode);
}

/* Writes FOLDER/TOPIC/NAME.cfg; 0 if it fits. */
static int scene_path(char *path, size_t size, const char *folder,
                      const char *topic, const char *name)
{
  const int length =
      snprintf(path, size, "%s/%s/%s%s", folder, topic, name, ending);
  return length < 0 || (size_t)length >= size;
}

/* Writes the path of a shipped scene; 0 if there is such a file. */
static int locate(const char *const *folders, const char *topic,
                  const char *name, char *path, size_t size)
{
  for (; *folders; folders++)
    if (scene_path(path, size, *folders, topic, name) == 0 && is_file(path))
      return 0;
  return 1;
}

/* Adds the scene of a file to the list, if the file is a scene, and its name
   is new. */
static int add(list *all, const char *file, pn_error *error)
{
  const size_t length = strlen(file);
  const size_t end = sizeof ending - 1;
  if (file[0] == '.' || length <= end || pni_text_control(file) ||
      length - end >= sizeof all->entries->name ||
      strcmp(file + length - end, ending) != 0)
    return GSL_SUCCESS;

  /* An earlier folder may have a scene of the same name. */
  pn_data_entry entry = {{0}, {0}};
  memcpy(entry.name, file, length - end);
  for (size_t i = 0; i < all->count; i++)
    if (strcmp(all->entries[i].name, entry.name) == 0)
      return GSL_SUCCESS;

  if (all->count == all->room) {
    const size_t room = 2 * all->room + 16;
    pn_data_entry *more = pn_realloc(all->entries, room, sizeof *more);
    if (!more)
      return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    all->entries = more;
    all->room = room;
  }
  all->entries[all->count++] = entry;
  return GSL_SUCCESS;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(((const pn_data_entry *)a)->name,
                ((const pn_data_entry *)b)->name);
}

/* Lists the names of a topic, sorted, without titles. */
static int collect(const char *const *folders, const char *topic, list *all,
                   pn_error *error)
{
  int status = GSL_SUCCESS;
  for (; *folders && !status; folders++) {
    char path[PN_TEXT_PATH];
    snprintf(path, sizeof path, "%s/%s", *folders, topic);
    DIR *folder = opendir(path);
    if (!folder)
      continue;
    const struct dirent *file;
    while (!status && (file = readdir(folder)))
      status = add(all, file->d_name, error);
    closedir(folder);
  }
  if (all->count > 0)
    qsort(all->entries, all->count, sizeof *all->entries, by_name);
  if (status) {
    pn_free(all->entries);
    *all = (list){0};
  }
  return status;
}

/* Writes the title that a scene gives itself, or why it cannot be read. */
static void read_title(const char *path, char *title, size_t size)
{
  pn_error error = {0};
  const char *text = "";
  pn_scene *scene = pn_scene_read(path, &error);
  if (scene) {
    pn_scene_group root = pn_scene_root(scene, &error);
    pn_scene_string(&root, "title", PN_OPTIONAL, &text);
  }
  if (error.code)
    snprintf(title, size, "(line %d: %.100s)", error.line, error.text);
  else
    snprintf(title, size, "%s", text);
  pn_scene_free(scene);
}

int pn_data_find(const char *const *folders, const char *topic,
                 const char *name, char *path, size_t size, pn_error *error)
{
  pn_error_clear(error);
  if (strchr(name, '/') || is_file(name) || is_recording(name)) {
    if (strlen(name) >= size)
      return pn_error_set(error, GSL_EINVAL, name, 0, "the path is too long");
    strcpy(path, name);
    return GSL_SUCCESS;
  }
  if (locate(folders, topic, name, path, size) == 0)
    return GSL_SUCCESS;

  /* There is no such scene: suggest the nearest name. */
  list all = {0};
  const int status = collect(folders, topic, &all, error);
  if (status)
    return status;
  const char *near = NULL;
  for (size_t i = 0; i < all.count; i++) {
    const char *candidates[] = {near, all.entries[i].name};
    near = pn_text_nearest(name, candidates, 2);
  }
  if (near)
    pn_error_set(error, GSL_EINVAL, NULL, 0,
                 "there is no scene '%s' (did you mean '%s'?); --list shows "
                 "the scenes",
                 name, near);
  else
    pn_error_set(error, GSL_EINVAL, NULL, 0,
                 "there is no scene '%s': give a file, or a name that --list "
                 "shows",
                 name);
  pn_free(all.entries);
  return GSL_EINVAL;
}

int pn_data_list(const char *const *folders, const char *topic,
                 pn_data_entry **entries, size_t *count, pn_error *error)
{
  list all = {0};
  pn_error_clear(error);
  const int status = collect(folders, topic, &all, error);
  *entries = all.entries;
  *count = all.count;
  for (size_t i = 0; i < all.count; i++) {
    char path[PN_TEXT_PATH];
    pn_data_entry *entry = &all.entries[i];
    if (locate(folders, topic, entry->name, path, sizeof path) == 0)
      read_title(path, entry->title, sizeof entry->title);
  }
  return status;
}
