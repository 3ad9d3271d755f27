/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h" /* for open_memstream */

#include "windows.h"

#include <stdio.h>
#include <stdlib.h>

/* Writes a post k at x = k, or a bar from there to x = k + 1. */
static void write_rods(FILE *out, size_t count)
{
  for (size_t k = 0; k <= count; k++) {
    fprintf(out,
            "%s{ name = \"p%zu\"; mass = 1; shape = \"rod\"; size = 1;"
            "ends = ((%zu, 0, 0), (%zu, 1, 0)); omega = (0, 0, -1);"
            "pivot = (%zu, 0, 0); }",
            k > 0 ? "," : "", k, k, k, k);
    if (k < count)
      fprintf(out,
              ",{ name = \"c%zu\"; mass = 1; shape = \"rod\"; size = 1;"
              "ends = ((%zu, 1, 0), (%zu, 1, 0)); velocity = (1, 0, 0); }",
              k, k, k + 1);
  }
}

static void write_hinge(FILE *out, const char *parent, const char *child,
                        size_t x, int y)
{
  fprintf(out,
          "{ type = \"revolute\"; parent = \"%s\"; child = \"%s\";"
          "point = (%zu, %d, 0); axis = (0, 0, 1); }",
          parent, child, x, y);
}

static void write_hinges(FILE *out, size_t count)
{
  char post[32], bar[32];
  for (size_t k = 0; k <= count; k++) {
    snprintf(post, sizeof post, "p%zu", k);
    write_hinge(out, "world", post, k, 0);
    if (k > 0) {
      fputc(',', out);
      write_hinge(out, bar, post, k, 1);
    }
    snprintf(bar, sizeof bar, "c%zu", k);
    if (k < count) {
      fputc(',', out);
      write_hinge(out, post, bar, k, 1);
      fputc(',', out);
    }
  }
}

pn_system_scene *windows_make(size_t count)
{
  char *text = NULL;
  size_t length;
  pn_error error = {0};
  pn_system_scene *scene = NULL;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return NULL;
  fprintf(out, "title = \"windows\"; gravity = (0, -9.81, 0); bodies = (");
  write_rods(out, count);
  fprintf(out, "); joints = (");
  write_hinges(out, count);
  fprintf(out, ");");
  if (fclose(out) == 0)
    scene = pn_system_scene_read_string("windows", text, length, 0, &error);
  free(text);
  return scene;
}
