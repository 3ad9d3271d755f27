/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tells a scene of another program by its keys. */
#include "programs/program_data.h"

#include "pantin/base/scene.h"

#include <stdio.h>
#include <string.h>

/* What takes a scene with this key: the program that is named to the user, and
   others. */
static const struct {
  const char *key, *program, *also;
} takers[] = {
    {"bars", "pantin-chain", ""},
    {"lengths", "pantin-chain", ""},
    {"container", "pantin-contact", ""},
    {"balls", "pantin-contact", ""},
    {"problem", "pantin-lcp", "pantin-tune"},
    {"bodies", "pantin-joints",
     "pantin-ik pantin-inverse pantin-eliminate pantin-contact pantin-tune"},
    {"generate", "pantin-joints", "pantin-ik pantin-inverse pantin-eliminate"},
    {"grids", "pantin-contact", "pantin-tune"},
};

/* Tells whether the file is a contact problem, by how it begins. */
static int is_problem(const char *path)
{
  static const char *const begins[] = {"pantin-lcp ", "%%MatrixMarket",
                                       "\211HDF\r\n"};
  char text[16] = "";
  FILE *stream = fopen(path, "rb");
  if (stream) {
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
  }
  int is = 0;
  for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
    is |= strncmp(text, begins[k], strlen(begins[k])) == 0;
  return is;
}

const char *program_taking(const char *scene, const char *name)
{
  pn_error ignored = {0};
  pn_scene *text = pn_scene_read(scene, &ignored);
  const char *taker = NULL;
  if (!text && is_problem(scene)) {
    taker = strcmp(name, "pantin-tune") == 0 ? name : "pantin-lcp";
  } else if (text) {
    pn_scene_group root = pn_scene_root(text, &ignored);
    for (size_t k = 0; !taker && k < sizeof takers / sizeof *takers; k++)
      if (pn_scene_look(&root, takers[k].key) != PN_SCENE_NOTHING)
        taker = strstr(takers[k].also, name) ? name : takers[k].program;
    pn_scene_free(text);
  }
  return taker && strcmp(taker, name) != 0 ? taker : NULL;
}
