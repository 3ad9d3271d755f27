/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-eliminate: options, read the scene, eliminate, write. */
#include "programs/eliminate/study.h"
#include "programs/program.h"

static void eliminate(program *self, const eliminate_request *asked)
{
  pn_system_scene *of = pn_system_scene_read(self->scene, 0, &self->error);
  if (of)
    eliminate_do(self, asked, of);
  pn_system_scene_free(of);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-eliminate puppet --plot puppet.svg",
      "pantin-eliminate ring-10 --orders", "pantin-eliminate star --solver kkt",
      "pantin-eliminate --grow 10:10000 --plot growth.svg", NULL};
  static const char default_scene[] = "puppet";
  eliminate_request asked;
  eliminate_request_init(&asked);
  program self = {
      .name = "pantin-eliminate",
      .purpose = "Eliminates the multipliers of jointed bodies: pattern, fill, "
                 "cost",
      .topic = "joints",
      .default_scene = default_scene,
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    if (eliminate_request_check(&asked, self.scene_name != default_scene,
                                &self.error))
      self.status = PROGRAM_USAGE;
    else if (asked.grow)
      eliminate_grow(&self, &asked);
    else
      eliminate(&self, &asked);
  }
  return program_finish(&self);
}
