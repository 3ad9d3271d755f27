/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-ik: options, read the scene, seek the pose, write. */
#include "programs/ik/report.h"
#include "programs/ik/request.h"
#include "programs/program.h"

static void write_run(program *self, const ik_run *run)
{
  if (self->json)
    ik_json(stdout, run);
  else if (!self->quiet)
    ik_table(stdout, run);
  if (self->csv)
    ik_csv(self->csv, run, &self->error);
  if (self->plot)
    ik_picture(self->plot, run, &self->error);
  self->status = ik_run_status(run);
}

static void solve(program *self, const ik_request *asked, pn_system_scene *of)
{
  ik_run run = {.name = self->scene_name,
                .of = of,
                .asked = asked,
                .keep_states = self->plot != NULL};
  if (!ik_run_solve(&run, self, &self->error))
    write_run(self, &run);
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
      .purpose = "Finds a pose of jointed bodies in which points of them are "
                 "where they shall be",
      .topic = "joints",
      .default_scene = "puppet",
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = ik_request_read(&asked, self.scene, &self.error);
    if (of)
      solve(&self, &asked, of);
    else if (asked.misspelt)
      self.status = PROGRAM_USAGE;
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
