/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A box slides down a slope of 30 degrees with friction 0.3 for a second; its
   speed is then g (sin 30 - 0.3 cos 30) 1 s. */
#include <math.h>
#include <pantin/pantin.h>
#include <stdio.h>

int main(void)
{
  const double size[] = {0.4, 0.3, 0.2}, slope = acos(-1) / 6;
  const pn_vec3 normal = pn_vec3_make(sin(slope), 0, cos(slope));
  pn_error error = {0};
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, 0, -9.81);
  pn_body box = pn_body_make(pn_shape_box, size, 2);
  box.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), slope);
  box.pose.x = pn_vec3_scale(size[2] / 2, normal);
  pn_system_add_body(system, &box);
  const pn_geom geom[] = {
      pn_geom_make_plane(pn_vec3_make(0, 0, 0), normal),
      {.body = 0,
       .shape = pn_shape_box,
       .size = {size[0], size[1], size[2]},
       .pose = {.q = pn_quat_identity()}},
  };
  pn_world_settings settings = pn_world_settings_default();
  settings.friction = 0.3;
  pn_world *world = pn_world_alloc(system, geom, 2, &settings, &error);
  while (world && world->info.steps * settings.step < 1 - settings.step / 2)
    if (pn_world_advance(world, &error))
      break;
  if (error.code)
    fprintf(stderr, "%s\n", error.text);
  else
    printf("speed %.6f m/s\n",
           pn_vec3_norm(pn_state_motion(system, world->y, 0).v));
  pn_world_free(world);
  pn_system_free(system);
  return error.code != 0;
}
