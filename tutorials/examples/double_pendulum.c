/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Two thin rods of 1 m hang from each other and swing a little, in the slower
   of their two modes: the period is 2 pi / sqrt((3 - 6 / sqrt 7) g / L). */
#include <math.h>
#include <pantin/pantin.h>
#include <stdio.h>

int main(void)
{
  const double length = 1, mode = 3 - 6 / sqrt(7);
  const double angle[] = {0.01, 0.01 * (3 / mode - 8. / 3)};
  const pn_vec3 axis = {0, 1, 0};
  pn_vec3 hinge = {0, 0, 0};
  pn_error error = {0};
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, 0, -9.81);
  for (size_t k = 0; k < 2; k++) { /* a rod lies along its own x axis */
    pn_body rod = pn_body_make(pn_shape_rod, &length, 1);
    const pn_joint_place place = {.point = hinge, .axis = axis};
    rod.pose.q = pn_quat_axis_angle(axis, acos(0) - angle[k]);
    rod.pose.x = hinge; /* first its end, then its middle */
    rod.pose.x = pn_pose_point(rod.pose, pn_vec3_make(length / 2, 0, 0));
    hinge = pn_pose_point(rod.pose, pn_vec3_make(length / 2, 0, 0));
    pn_system_add_body(system, &rod);
    pn_system_join(system, pn_joint_revolute, k == 0 ? PN_WORLD : 0, k, &place);
  }
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-3;
  pn_simulation *run = pn_simulation_alloc(system, &settings, &error);
  pn_motion first = {.pose.x.x = 1}; /* at 0 after a quarter of a period */
  while (run && first.pose.x.x > 0 && !pn_simulation_step(run, &error))
    first = pn_state_motion(system, run->y, 0);
  if (!error.code)
    printf("period %.6f s\n", 4 * (run->t - first.pose.x.x / first.v.x));
  else
    fprintf(stderr, "%s\n", error.text);
  pn_simulation_free(run);
  pn_system_free(system);
  return error.code != 0;
}
