/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "scene_sample.h"

#include "pantin/base/scene.h"

#include <stdio.h>

static const char *const methods[] = {"newton", "dual", NULL};

static void read_body(pn_scene_group root, size_t i, double *mass)
{
  pn_scene_group body = pn_scene_item(&root, "bodies", i);
  pn_scene_real(&body, "mass", PN_REQUIRED, pn_range_positive("kg"), mass);
  pn_scene_finish(&body);
}

int sample_read(const char *text, size_t length, sample *s, pn_error *error)
{
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, error);
  if (!scene)
    return error->code;
  const char *title = "none";
  pn_scene_group root = pn_scene_root(scene, error);
  pn_scene_count(&root, "bars", PN_REQUIRED, 1, 10000000, &s->bars);
  pn_scene_real(&root, "length", PN_REQUIRED, pn_range_positive("m"),
                &s->length);
  pn_scene_real(&root, "angle", PN_OPTIONAL,
                pn_range_between(-90, 90, "degrees"), &s->angle);
  pn_scene_reals(&root, "gravity", PN_OPTIONAL, pn_range_finite("m/s^2"), 3,
                 s->gravity);
  pn_scene_boolean(&root, "shown", PN_OPTIONAL, &s->shown);
  pn_scene_choice(&root, "method", PN_OPTIONAL, methods, &s->method);
  pn_scene_string(&root, "title", PN_OPTIONAL, &title);
  s->nodes = pn_scene_length(&root, "nodes");
  if (pn_scene_look(&root, "nodes") != PN_SCENE_NOTHING)
    pn_scene_rows(&root, "nodes", PN_REQUIRED, pn_range_finite("m"), 2, 2,
                  s->node);
  if (pn_scene_look(&root, "solver") != PN_SCENE_NOTHING) {
    pn_scene_group solver = pn_scene_subgroup(&root, "solver");
    pn_scene_real(&solver, "tolerance", PN_OPTIONAL,
                  pn_range_between(0, 1, NULL), &s->angle);
    pn_scene_finish(&solver);
  }
  for (size_t i = 0; i < 2 && i < pn_scene_length(&root, "bodies"); i++)
    read_body(root, i, &s->mass[i]);
  if (!error->code && s->bars == 13)
    pn_scene_refuse(&root, "bars", "%zu bars bring bad luck", s->bars);
  snprintf(s->title, sizeof s->title, "%s", title);
  const int status = pn_scene_finish(&root);
  pn_scene_free(scene);
  return status;
}

const char sample_text[] = "# a case\n"
                           "title = \"a \\\"fine\\\" one\";\n"
                           "bars = 5; length = 2.385;\n"
                           "angle = -30; // degrees\n"
                           "gravity = (0, -9.81, 0);\n"
                           "/* two\n   nodes */ nodes = (\n"
                           "  (0.2, -1),\n"
                           "  (4e-1, -1.5)\n"
                           ");\n"
                           "shown = true; method = \"dual\";\n"
                           "bodies = ( { mass = 3; }, { mass = 1.2; } );\n";
