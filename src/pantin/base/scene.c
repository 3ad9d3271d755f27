/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading a scene from a file or from memory: the text is scanned
   (scene_scan.c) and then parsed by libconfig. scene_group.c and scene_value.c
   give access to its settings. */
#include "pantin/base/scene_private.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/alloc.h"

/* Replaces libconfig's description of a fault by a clearer one. */
static const char *syntax_text(const char *text)
{
  if (strcmp(text, "syntax error") == 0)
    return "syntax error here or just before (';', ',' or '=' missing?)";
  if (strcmp(text, "duplicate setting name") == 0)
    return "a name is set for the second time in this group";
  if (strcmp(text, "mismatched element type in array") == 0)
    return "[...] cannot mix kinds of values: write a list (...)";
  return text;
}

/* Fills an empty scene from the scanned text. */
static int parse(pn_scene *scene, const char *text, pn_error *error)
{
  if (!config_read_string(scene->config, text))
    return pn_error_set(error, GSL_EINVAL, scene->name,
                        config_error_line(scene->config), "%s",
                        syntax_text(config_error_text(scene->config)));
  if (config_setting_length(config_root_setting(scene->config)) == 0)
    return pn_error_set(error, GSL_EINVAL, scene->name, 0,
                        "there are no settings in this file");
  return GSL_SUCCESS;
}

/* Makes a scene without settings; NULL when memory is short. */
static pn_scene *scene_alloc(const char *name)
{
  pn_scene *scene = pn_alloc(1, sizeof *scene);
  if (!scene)
    return NULL;
  scene->name = pn_alloc(strlen(name) + 1, 1);
  scene->config = pn_alloc(1, sizeof *scene->config);
  if (scene->config)
    config_init(scene->config);
  if (!scene->name || !scene->config) {
    pn_scene_free(scene);
    return NULL;
  }
  strcpy(scene->name, name);
  return scene;
}

pn_scene *pn_scene_read_string(const char *name, const char *text,
                               size_t length, pn_error *error)
{
  pn_error_clear(error);
  if (length == 0 || length > PN_SCENE_BYTES) {
    pn_error_set(error, GSL_EINVAL, name, 0,
                 length ? "the file is larger than %d MiB"
                        : "the file is empty",
                 PN_SCENE_BYTES >> 20);
    return NULL;
  }
  char *copy = NULL;
  if (pni_scene_scan(name, text, length, &copy, error))
    return NULL;

  pn_scene *scene = scene_alloc(name);
  if (!scene) {
    pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
  } else if (parse(scene, copy, error)) {
    pn_scene_free(scene);
    scene = NULL;
  }
  pn_free(copy);
  return scene;
}

int pni_scene_bytes(const char *path, char **bytes, size_t *length,
                    pn_error *error)
{
  const size_t first_block = 1 << 16, limit = PN_SCENE_BYTES;
  FILE *file = fopen(path, "rb");
  if (!file)
    return pn_error_set(error, GSL_EFAILED, path, 0, "cannot be opened: %s",
                        strerror(errno));
  int status = GSL_SUCCESS;
  for (size_t room = first_block; !status; room *= 2) {
    char *larger = pn_realloc(*bytes, room, 1);
    if (!larger) {
      status = pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
      break;
    }
    *bytes = larger;
    *length += fread(*bytes + *length, 1, room - *length, file);
    if (ferror(file))
      status = pn_error_set(error, GSL_EFAILED, path, 0, "cannot be read: %s",
                            strerror(errno));
    if (*length < room || *length > limit)
      break;
  }
  fclose(file);
  if (status)
    pn_free(*bytes);
  return status;
}

pn_scene *pn_scene_read(const char *path, pn_error *error)
{
  char *bytes = NULL;
  size_t length = 0;
  pn_error_clear(error);
  if (pni_scene_bytes(path, &bytes, &length, error))
    return NULL;
  pn_scene *scene = pn_scene_read_string(path, bytes, length, error);
  pn_free(bytes);
  return scene;
}

void pn_scene_free(pn_scene *scene)
{
  if (!scene)
    return;
  if (scene->config)
    config_destroy(scene->config);
  pn_free(scene->config);
  pn_free(scene->name);
  pn_free(scene);
}
