/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "mechanism.h"

#include "bench.h"

#include <stdio.h>

const mechanism mechanisms[MECHANISMS] = {
    {"puppet", NULL, 15, 1 / 0.24},
    {"chain 100", CHAIN, 100, 0},
    {"chain 1000", CHAIN, 1000, 1 / 0.25},
    {"tree 1023", TREE, 1023, 0},
    {"ring 10", RING, 10, 0},
    {"ring 100", RING, 100, 0},
    {"star 101", STAR, 100, 1 / 0.26},
};

pn_system_scene *mechanism_read(const mechanism *of)
{
  char text[600];
  pn_error error = {0};
  if (!of->kind) {
    pn_system_scene *puppet = pn_system_scene_read(BENCH_PUPPET, 0, &error);
    if (puppet)
      puppet->system->gravity = pn_vec3_make(0, 0, -9.81);
    return puppet;
  }
  const int length = snprintf(text, sizeof text,
                              "title = \"bench\"; gravity = (0, 0, -9.81);"
                              "spin = (1, 2, 0.5);"
                              "generate = ( { count = %zu; mass = 1; %s } );",
                              of->count, of->kind);
  return pn_system_scene_read_string("bench", text, (size_t)length, 0, &error);
}
