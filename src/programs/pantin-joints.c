/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-joints: options, read the scene, simulate, write. */
#include "programs/joints/study.h"
#include "programs/program.h"

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-joints puppet --dt 1/60 --correct both --plot puppet.gif",
      "pantin-joints puppet --convergence", "pantin-joints four-bar --json",
      NULL};
  joints_request asked;
  joints_request_init(&asked);
  program self = {
      .name = "pantin-joints",
      .purpose = "Simulates bodies in joints by Lagrange multipliers",
      .topic = "joints",
      .default_scene = "puppet",
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = joints_request_read(&asked, self.scene, &self.error);
    if (of)
      joints_study(&self, &asked, of);
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
