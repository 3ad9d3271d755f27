/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/study.h"

#include "programs/joints/report.h"

#include <gsl/gsl_errno.h>

/* More integrators than there will ever be. */
enum { RUNS_MAX = JOINTS_NAMES_MAX };

static joints_run run_of(const program *self, const joints_request *asked,
                         const pn_system_scene *of,
                         const pn_simulation_settings *settings)
{
  return (joints_run){.name = self->scene_name,
                      .of = of,
                      .settings = *settings,
                      .time = joints_request_time(asked, of),
                      .every = asked->every};
}

static void write_run(program *self, const joints_run *run)
{
  if (self->json)
    joints_json(stdout, run);
  else if (!self->quiet)
    joints_table(stdout, run);
  if (self->csv)
    joints_csv(self->csv, run, &self->error);
  if (self->plot)
    joints_picture(self->plot, run, &self->error);
  self->status = joints_run_status(run);
  if (run->outcome == JOINTS_DIVERGED)
    pn_error_set(&self->error, GSL_EFAILED, NULL, 0, "%s", run->trouble.text);
}

static void simulate(program *self, const joints_request *asked,
                     const pn_system_scene *of,
                     const pn_simulation_settings *settings)
{
  joints_run run = run_of(self, asked, of, settings);
  run.keep_states = self->csv || self->plot;
  if (!joints_run_solve(&run, self, &self->error))
    write_run(self, &run);
  joints_run_free(&run);
}

/* That some diverge is what a comparison shows; one must arrive. */
static program_status comparison_status(const joints_run *runs, size_t count)
{
  program_status status = PROGRAM_NOT_CONVERGED;
  for (size_t k = 0; k < count; k++) {
    if (runs[k].outcome == JOINTS_INTERRUPTED)
      return PROGRAM_INTERRUPTED;
    if (runs[k].outcome == JOINTS_DONE)
      status = PROGRAM_SOLVED;
  }
  return status;
}

static void write_comparison(program *self, const joints_run *runs,
                             size_t count)
{
  if (self->json)
    joints_compare_json(stdout, runs, count);
  else if (!self->quiet)
    joints_compare_table(stdout, runs, count);
  if (self->csv)
    joints_compare_csv(self->csv, runs, count, &self->error);
  if (self->plot)
    joints_compare_picture(self->plot, runs, count, &self->error);
  self->status = comparison_status(runs, count);
}

/* All integrators of fixed step, one after the other. */
static void compare(program *self, const joints_request *asked,
                    const pn_system_scene *of,
                    const pn_simulation_settings *settings)
{
  joints_run runs[RUNS_MAX];
  size_t count = 0;
  const pn_integrator *integrator;
  for (size_t k = 0;
       count < RUNS_MAX && !self->error.code && !program_interrupted() &&
       (integrator = pn_integrator_get(k));
       k++) {
    if (integrator->adaptive)
      continue;
    runs[count] = run_of(self, asked, of, settings);
    runs[count].settings.integrator = integrator;
    joints_run_solve(&runs[count++], NULL, &self->error);
  }
  if (!self->error.code)
    write_comparison(self, runs, count);
  for (size_t k = 0; k < count; k++)
    joints_run_free(&runs[k]);
}

pn_simulation *joints_simulate_to(program *self, double time,
                                  const pn_system_scene *of,
                                  const pn_simulation_settings *settings)
{
  pn_simulation *s = pn_simulation_alloc(of->system, settings, &self->error);
  while (s && s->t < time - settings->dt / 2 && !self->error.code) {
    pn_simulation_step(s, &self->error);
    program_progress(self, s->t / time);
    if (program_interrupted())
      pn_error_set(&self->error, GSL_EFAILED, NULL, 0,
                   "interrupted at t = %g s", s->t);
  }
  if (s && self->error.code) {
    pn_simulation_free(s);
    return NULL;
  }
  return s;
}

/* Refuses what would be left undone without a word. */
static int is_clear(program *self, const joints_request *asked)
{
  const char *wrong = NULL;
  if (asked->check + asked->convergence + asked->compare > 1)
    wrong = "--check, --convergence and --compare are for one run each";
  else if (asked->check && (self->csv || self->plot))
    wrong = "--check writes no --csv and no --plot";
  else if (asked->convergence && (asked->integrator >= 0 || asked->dt > 0))
    wrong = "--convergence runs its own integrators and steps: without "
            "--integrator and --dt";
  else if (asked->compare && asked->integrator >= 0)
    wrong = "--compare runs all integrators: without --integrator";
  if (wrong) {
    pn_error_set(&self->error, GSL_EINVAL, NULL, 0, "%s", wrong);
    self->status = PROGRAM_USAGE;
  }
  return !wrong;
}

void joints_study(program *self, const joints_request *asked,
                  const pn_system_scene *of)
{
  pn_box box;
  pn_simulation_settings settings;
  if (!is_clear(self, asked) ||
      joints_request_settings(asked, of, &settings, &box, &self->error))
    return;
  const int is_alone = asked->dump && !asked->check && !asked->convergence &&
                       !asked->compare && !self->csv && !self->plot;
  if (asked->dump)
    joints_dump(self, asked, of, &settings, is_alone);
  if (self->error.code)
    return;
  if (asked->check)
    joints_check(self, asked, of, &settings);
  else if (asked->convergence)
    joints_convergence(self, asked, of, &settings);
  else if (asked->compare)
    compare(self, asked, of, &settings);
  else if (!is_alone)
    simulate(self, asked, of, &settings);
}
