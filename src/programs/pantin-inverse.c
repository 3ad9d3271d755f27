/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-inverse: options, read the scene, find the forces, write. */
#include "programs/inverse/inverse.h"
#include "programs/option.h"

/* Length of the motion in a scene that does not give one [s]. */
static const double usual_time = 10;

static void solve(program *self, inverse_run *run, const pn_system_scene *of)
{
  static const program_outputs outputs = {inverse_table, inverse_json,
                                          inverse_csv, inverse_picture, NULL};
  run->name = self->scene_name;
  run->of = of;
  if (!(run->duration > 0))
    run->duration = of->time > 0 ? of->time : usual_time;
  if (!inverse_run_solve(run, self, &self->error)) {
    program_write(self, &outputs, run);
    self->status = inverse_run_status(run);
  }
  inverse_run_free(run);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-inverse arm --plot torques.svg", "pantin-inverse arm --hold",
      "pantin-inverse arm --csv torques.csv --quiet", NULL};
  inverse_run run = {.dt = 0.01};
  const pn_option options[] = {
      OPTION_REAL("time", &run.duration, 1e-9, 1e6, "s", "T",
                  "how long the motion lasts in s (default the scene's)"),
      OPTION_REAL("dt", &run.dt, 1e-9, 1e6, "s", "H",
                  "time between two samples in s (default 0.01)"),
      OPTION_FLAG("hold", &run.hold, "the joints hold their start: statics"),
      {.name = NULL}};
  program self = {
      .name = "pantin-inverse",
      .purpose = "Finds the joint forces and motor torques of a given motion",
      .topic = "joints",
      .default_scene = "arm",
      .options = options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = pn_system_scene_read(self.scene, 0, &self.error);
    if (of)
      solve(&self, &run, of);
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
