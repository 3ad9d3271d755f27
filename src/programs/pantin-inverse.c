/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-inverse: options, read the scene, find the forces, write. */
#include "programs/bodies.h"
#include "programs/inverse/inverse.h"
#include "programs/option.h"

#include <string.h>

static void solve(program *self, inverse_run *run, const pn_system_scene *of)
{
  static const program_outputs outputs = {inverse_table, inverse_json, NULL,
                                          inverse_picture, inverse_replay};
  run->name = self->scene_name;
  run->of = of;
  run->keep_samples = self->plot || run->drive;
  if (!inverse_run_solve(run, self, &outputs)) {
    program_write(self, &outputs, run);
    self->status = inverse_run_status(run);
    if (inverse_trouble(run))
      fprintf(stderr, "%s: not confirmed: %s\n", self->name,
              inverse_trouble(run));
    if (run->drive && !self->error.code &&
        inverse_drive(run, self->csv, &self->error))
      self->unwritten = 1;
  }
  inverse_run_free(run);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-inverse arm --plot torques.svg",
      "pantin-inverse arm --hold",
      "pantin-inverse arm --csv torques.csv --quiet",
      "pantin-ik arm-line --follow path.csv",
      "pantin-inverse arm-line --motion path.csv --csv t.csv --drive d.cfg",
      NULL};
  inverse_run run = {.dt = 0.01};
  const pn_option options[] = {
      OPTION_REAL("time", &run.duration, 1e-9, 1e6, "s", "T",
                  "how long the motion lasts in s (default the motion's, or "
                  "the scene's)"),
      OPTION_REAL("dt", &run.dt, 1e-9, 1e6, "s", "H",
                  "time between two samples in s (default 0.01)"),
      OPTION_STRING(
          "motion", &run.motion, "FILE",
          "take the motion from a CSV file of poses, as pantin-joints "
          "writes it"),
      OPTION_STRING("drive", &run.drive, "FILE",
                    "with --csv: write the scene in which motors exert the "
                    "torques that were found"),
      OPTION_FLAG("hold", &run.hold, "hold all joints at their start: statics"),
      {.name = NULL}};
  program self = {
      .name = "pantin-inverse",
      .purpose = "Finds the joint forces and motor torques of a given motion",
      .topic = "joints",
      .default_scene = "arm",
      .replays = 1,
      .options = options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    const int is_clear = !run.drive || (self.csv && strcmp(self.csv, "-") != 0);
    if (!is_clear)
      program_refuse(&self,
                     "--drive needs the file of the torques: --csv FILE");
    pn_system_scene *of =
        is_clear ? bodies_read(self.scene, 0, &self.error) : NULL;
    if (of && !bodies_check_motors(&self, of->system))
      solve(&self, &run, of);
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
