/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-inverse: options, read the scene, find the forces, write. */
#include "programs/inverse/report.h"
#include "programs/inverse/request.h"
#include "programs/program.h"

static void write_run(program *self, const inverse_run *run)
{
  if (self->json)
    inverse_json(stdout, run);
  else if (!self->quiet)
    inverse_table(stdout, run);
  if (self->csv)
    inverse_csv(self->csv, run, &self->error);
  if (self->plot)
    inverse_picture(self->plot, run, &self->error);
  self->status = inverse_run_status(run);
}

static void solve(program *self, const inverse_request *asked,
                  const pn_system_scene *of)
{
  inverse_run run = {.name = self->scene_name,
                     .of = of,
                     .time = inverse_request_time(asked, of),
                     .dt = asked->dt,
                     .hold = asked->hold};
  if (!inverse_run_solve(&run, self, &self->error))
    write_run(self, &run);
  inverse_run_free(&run);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-inverse arm --plot torques.svg", "pantin-inverse arm --hold",
      "pantin-inverse arm --csv torques.csv --quiet", NULL};
  inverse_request asked;
  inverse_request_init(&asked);
  program self = {
      .name = "pantin-inverse",
      .purpose = "Finds the joint forces and motor torques of a given motion",
      .topic = "joints",
      .default_scene = "arm",
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = pn_system_scene_read(self.scene, 0, &self.error);
    if (of)
      solve(&self, &asked, of);
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
