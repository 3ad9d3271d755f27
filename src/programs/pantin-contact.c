/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-contact: options, read the scene, simulate, write. */
#include "programs/contact/record.h"
#include "programs/contact/report.h"
#include "programs/contact/request.h"
#include "programs/contact/run.h"
#include "programs/replay.h"

#include <string.h>

/* Returns how many states a picture of that name shows, besides the last. */
static size_t count_pictures(const char *path)
{
  const char *ending = path ? strrchr(path, '.') : NULL;
  if (path && replay_is_asked(path))
    return CONTACT_REPLAY;
  return ending && strcmp(ending, ".gif") == 0 ? CONTACT_PICTURES : 0;
}

/* Simulates a scene, and writes what came out, also of a run that was
   interrupted. */
static void simulate(program *self, const contact_request *asked)
{
  contact_run run = {.name = self->scene_name,
                     .pictures_most = count_pictures(self->plot),
                     .keep_impulses =
                         self->plot && replay_is_asked(self->plot)};
  if (!contact_run_simulate(&run, asked, self)) {
    program_write(self, &contact_outputs, &run);
    if (!self->error.code && contact_record_missing(&run, asked, &self->error))
      self->unwritten = 1;
    if (run.interrupted)
      self->status = PROGRAM_INTERRUPTED;
  }
  contact_run_free(&run);
}

int main(int argc, char **argv)
{
  static const program_need needs[] = {{"omega", "solver", "psor", 0},
                                       {NULL, NULL, NULL, 0}};
  static const program_renamed renamed[] = {{"step", "dt"}, {NULL, NULL}};
  static const char *const examples[] = {
      "pantin-contact balls-350 --iterations 20 --time 10 --plot pile.gif",
      "pantin-contact stack-7 --no-anticipation",
      "pantin-contact balls-50 --time 3 --record frame.lcp",
      "pantin-contact wall --time 1 --record wall.mtx --plot wall.png", NULL};
  contact_request asked;
  contact_request_init(&asked);
  program self = {
      .name = "pantin-contact",
      .purpose = "Simulates balls and rigid bodies in contact, and records the "
                 "problems",
      .topic = "contact",
      .ends_well = 1,
      .also = "tuning",
      .default_scene = "balls-50",
      .replays = 1,
      .options = asked.options,
      .renamed = renamed,
      .needs = needs,
      .examples = examples,
      .print_defaults = contact_request_print_defaults,
  };
  if (program_start(&self, argc, argv) &&
      !contact_request_check(&asked, &self.error))
    simulate(&self, &asked);
  return program_finish(&self);
}
