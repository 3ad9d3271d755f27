/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/bodies.h"

#include "pantin/dynamics/scenario.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <string.h>

const quantity bodies_pose[2] = {
    {.name = "position", .unit = "m", .components = "xyz"},
    {.name = "quaternion", .components = "wxyz", .offset = sizeof(pn_vec3)},
};

const quantity bodies_velocity[2] = {
    {.name = "velocity", .unit = "m/s", .components = "xyz"},
    {.name = "omega",
     .unit = "rad/s",
     .components = "xyz",
     .offset = sizeof(pn_vec3)},
};

void bodies_remarks(const pn_system_scene *of)
{
  if (of && of->remarks)
    fputs(of->remarks, stderr);
}

pn_system_scene *bodies_read(const char *path, int assemble, pn_error *error)
{
  pn_box box;
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system_scene *of = pn_system_scene_read(path, assemble, error);
  bodies_remarks(of);
  if (of && of->system->bounds > 0)
    fprintf(stderr,
            "%s: limits and dry friction, of %zu turns and slides, have no "
            "effect here\n",
            of->file, of->system->bounds);
  if (of && of->has_box)
    fprintf(stderr, "%s: the walls of the box have no effect here\n", of->file);
  if (of && pn_scenario_settings(of, &settings, &box, error)) {
    pn_system_scene_free(of);
    of = NULL;
  }
  return of;
}

int bodies_save(const pn_system_scene *of, const double *y, const char *path,
                pn_error *error)
{
  if (pn_system_scene_write(of, y, path, error))
    return error->code;
  const int moves = of->swings + of->paths > 0, reaches = of->targets > 0;
  if (moves || reaches)
    fprintf(stderr, "%s: leaves out the scene's %s\n", path,
            !reaches ? "motion"
            : !moves ? "targets"
                     : "motion and targets");
  return GSL_SUCCESS;
}

int bodies_check_motors(program *self, const pn_system *system)
{
  int code = GSL_SUCCESS;
  for (size_t k = 0; k < system->motors && !code; k++)
    if (system->motor[k].file)
      code = program_check_input(self, system->motor[k].file);
  return code;
}

void bodies_table(FILE *stream, const pn_system *system, const double *y,
                  int width)
{
  for (size_t b = 0; b < system->bodies; b++) {
    const int length = (int)strlen(system->body[b].name);
    width = length > width ? length : width;
  }
  fprintf(stream, "%-*s %10s %10s %10s  %s\n", width, "body", "x [m]", "y [m]",
          "z [m]", "quaternion w, x, y, z");
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_pose pose = pn_state_motion(system, y, b).pose;
    fprintf(stream, "%-*s %10.6f %10.6f %10.6f %7.4f %7.4f %7.4f %7.4f\n",
            width, system->body[b].name, unsigned_zero(pose.x.x),
            unsigned_zero(pose.x.y), unsigned_zero(pose.x.z), pose.q.w,
            pose.q.x, pose.q.y, pose.q.z);
  }
}

void bodies_json(pn_json *json, const pn_system *system, const double *y,
                 int with_velocity)
{
  pn_json_array(json, "final");
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion m = pn_state_motion(system, y, b);
    const quantity_rows pose = {QUANTITY_LIST(bodies_pose), .row = &m.pose};
    const quantity_rows velocity = {QUANTITY_LIST(bodies_velocity),
                                    .row = &m.v};
    pn_json_object(json, NULL);
    pn_json_string(json, "body", system->body[b].name);
    quantity_json_row(json, &pose, 0);
    if (with_velocity)
      quantity_json_row(json, &velocity, 0);
    pn_json_end(json);
  }
  pn_json_end(json);
}
