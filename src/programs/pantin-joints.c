/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-joints: options, read the scene, simulate, write. */
#include "programs/bodies.h"
#include "programs/joints/joints.h"
#include "programs/replay.h"

/* Length of the motion in a scene that does not give one [s]. */
static const double usual_time = 10;

/* Refuses options that would be left undone without a word. */
static int is_clear(program *self, const joints_request *asked)
{
  const char *wrong = NULL;
  if (asked->check + asked->convergence + asked->compare > 1)
    wrong = "--check, --convergence and --compare are for one run each";
  else if ((asked->ks >= 0) != (asked->kd >= 0))
    wrong = "--ks and --kd belong together";
  else if (asked->check && (self->csv || self->plot))
    wrong = "--check writes no --csv and no --plot";
  else if (asked->convergence && (asked->integrator >= 0 || asked->dt > 0))
    wrong = "--convergence runs its own integrators and steps: without "
            "--integrator and --dt";
  else if (asked->compare && asked->integrator >= 0)
    wrong = "--compare runs all integrators: without --integrator";
  else if (asked->impacts &&
           (asked->check || asked->convergence || asked->compare))
    wrong = "--impacts is for a single run";
  else if (asked->threads > 0 && (asked->check || asked->convergence))
    wrong = "--threads is for runs, not for --check and --convergence";
  if (wrong)
    program_refuse(self, wrong);
  return !wrong;
}

/* Warns that ab4 takes the steps of rk4: limits and dry friction change the
   forces after each step, so that past steps are of no use. */
static void say_begins_anew(const program *self, const joints_request *asked,
                            const pn_system_scene *of,
                            const pn_simulation_settings *settings)
{
  if (of->system->bounds > 0 &&
      (asked->compare || asked->convergence ||
       joints_begins_anew(of->system, settings->integrator)))
    fprintf(stderr,
            "%s: limits and dry friction of joints make each step begin anew, "
            "so ab4 takes the steps of rk4\n",
            self->name);
}

/* Says which options have no effect on runs with these settings, part of which
   may be the scene's. */
static void say_vain(const program *self, const joints_request *asked,
                     const pn_simulation_settings *settings)
{
  const pn_correction *correction = settings->correction;
  const struct {
    int is_vain;
    const char *option, *other;
  } list[] = {
      {asked->ks >= 0 && !correction->baumgarte, "ks", "correction baumgarte"},
      {asked->kd >= 0 && !correction->baumgarte, "kd", "correction baumgarte"},
      {asked->stiffness >= 0 && !correction->penalty, "stiffness",
       "correction penalty"},
      {asked->damping >= 0 && !correction->penalty, "damping",
       "correction penalty"},
      {asked->tolerance > 0 && !settings->integrator->adaptive, "tolerance",
       "integrator rkf45, rkck, rk8pd or msadams"},
  };
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++)
    if (list[k].is_vain)
      fprintf(stderr, "%s: --%s has no effect without --%s\n", self->name,
              list[k].option, list[k].other);
}

/* Does what was asked with a scene. */
static void work(program *self, const joints_request *asked,
                 const pn_system_scene *of)
{
  pn_box box;
  pn_simulation_settings settings;
  if (self->plot && replay_is_asked(self->plot) &&
      (asked->compare || asked->convergence)) {
    program_refuse(self, "a replay shows one run, not --compare or "
                         "--convergence");
    return;
  }
  if (!is_clear(self, asked) ||
      joints_request_settings(asked, of, &settings, &box, &self->error))
    return;
  say_vain(self, asked, &settings);
  const double scene_time = of->time > 0 ? of->time : usual_time;
  const joints_task task = {self, asked, of, &settings,
                            asked->time > 0 ? asked->time : scene_time};
  const int is_alone = (asked->dump || asked->save) && !asked->check &&
                       !asked->convergence && !asked->compare && !self->csv &&
                       !self->plot && !asked->impacts &&
                       (asked->dump || !self->json);
  if (asked->save)
    joints_save(&task);
  if (asked->dump && !self->error.code)
    joints_dump(&task, is_alone);
  if (self->error.code)
    return;
  if (!asked->check && !is_alone)
    say_begins_anew(self, asked, of, &settings);
  if (asked->check)
    joints_check(&task);
  else if (asked->convergence)
    joints_convergence(&task);
  else if (asked->compare)
    joints_compare(&task);
  else if (!is_alone)
    joints_simulate(&task);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-joints puppet --dt 1/60 --correction both --plot puppet.gif",
      "pantin-joints puppet --convergence", "pantin-joints four-bar --json",
      NULL};
  static const program_renamed renamed[] = {{"correct", "correction"},
                                            {NULL, NULL}};
  joints_request asked;
  joints_request_init(&asked);
  program self = {
      .name = "pantin-joints",
      .purpose = "Simulates bodies in joints by Lagrange multipliers",
      .topic = "joints",
      .default_scene = "puppet",
      .replays = 1,
      .options = asked.options,
      .renamed = renamed,
      .columns = &asked.impacts,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = joints_request_read(&asked, self.scene, &self.error);
    if (of && !bodies_check_motors(&self, of->system))
      work(&self, &asked, of);
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
