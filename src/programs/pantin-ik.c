/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-ik: options, read the scene, seek the pose, write. */
#include "programs/bodies.h"
#include "programs/ik/ik.h"

static void solve(program *self, const ik_request *asked, pn_system_scene *of)
{
  static const program_outputs outputs = {ik_table, ik_json, NULL, ik_picture,
                                          ik_replay};
  ik_run run = {.name = self->scene_name,
                .of = of,
                .asked = asked,
                .keep_states = self->plot != NULL};
  if (!ik_run_solve(&run, self, &outputs)) {
    program_write(self, &outputs, &run);
    self->status = ik_run_status(&run);
  }
  ik_run_free(&run);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-ik puppet --plot caught.svg", "pantin-ik puppet --plain",
      "pantin-ik arm --target 'flange:0.66,0,0.9=0.3,0.4,0.8' --json",
      "pantin-ik arm --target 'flange:0.66,0,0.9=2,0,1' --plot out.gif", NULL};
  ik_request asked;
  ik_request_init(&asked);
  program self = {
      .name = "pantin-ik",
      .purpose = "Finds a pose of jointed bodies in which given points are at "
                 "their targets",
      .topic = "joints",
      .default_scene = "puppet",
      .replays = 1,
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = ik_request_read(&asked, self.scene, &self.error);
    if (of && !bodies_check_motors(&self, of->system))
      solve(&self, &asked, of);
    else if (asked.misspelt)
      self.status = PROGRAM_USAGE;
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
