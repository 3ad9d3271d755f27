/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-contact: options, read the scene, simulate, write. */
#include "programs/contact/report.h"
#include "programs/contact/request.h"
#include "programs/contact/world_run.h"
#include "programs/program.h"

static void write_run(program *self, const contact_run *run)
{
  if (self->json)
    contact_json(stdout, run);
  else if (!self->quiet)
    contact_table(stdout, run);
  if (self->csv)
    contact_csv(self->csv, run, &self->error);
  if (self->plot)
    contact_picture(self->plot, run, &self->error);
  if (run->course.interrupted)
    self->status = PROGRAM_INTERRUPTED;
}

static void simulate(program *self, const contact_request *asked,
                     pn_balls_scene *of)
{
  contact_run run = {
      .name = self->scene_name,
      .of = of,
      .course.keep_pictures = self->plot && contact_picture_moves(self->plot),
  };
  if (!contact_run_simulate(&run, asked, self))
    write_run(self, &run);
  contact_run_free(&run);
}

static void write_world(program *self, const world_run *run)
{
  if (self->json)
    world_json(stdout, run);
  else if (!self->quiet)
    world_table(stdout, run);
  if (self->csv)
    world_csv(self->csv, run, &self->error);
  if (self->plot)
    world_picture(self->plot, run, &self->error);
  if (run->course.interrupted)
    self->status = PROGRAM_INTERRUPTED;
}

static void simulate_world(program *self, contact_request *asked)
{
  pn_world_scene *of =
      contact_request_read_world(asked, self->scene, &self->error);
  if (!of)
    return;
  world_run run = {
      .name = self->scene_name,
      .of = of,
      .course.keep_pictures = self->plot && contact_picture_moves(self->plot),
  };
  if (!world_run_simulate(&run, asked, self))
    write_world(self, &run);
  world_run_free(&run);
  pn_world_scene_free(of);
}

static void simulate_balls(program *self, contact_request *asked)
{
  pn_balls_scene *of = contact_request_read(asked, self->scene, &self->error);
  if (of)
    simulate(self, asked, of);
  pn_balls_scene_free(of);
}

int main(int argc, char **argv)
{
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
      .also = "tuning",
      .default_scene = "balls-50",
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    if (contact_request_is_world(self.scene))
      simulate_world(&self, &asked);
    else
      simulate_balls(&self, &asked);
  }
  return program_finish(&self);
}
