/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/world_run.h"

#include <math.h>

/* Rows of the table at most, and a few more. */
enum { ROWS = 20 };

static void heading(FILE *stream, const world_run *run)
{
  const pn_world_settings *settings = &run->of->settings;
  const pn_system *system = run->of->system;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu bodies of %zu parts, %zu joints; steps of %.4g s, ",
          system->bodies, run->of->geoms, system->joints, settings->step);
  fprintf(stream, "%s to %g m/s, friction %g, %s%s\n\n", settings->method->name,
          settings->tolerance, settings->friction,
          settings->frozen ? "frozen" : "coupled",
          settings->warm_start ? ", warm start" : "");
}

static void steps(FILE *stream, const world_run *run)
{
  fprintf(stream, "%6s %9s %9s %6s %6s %10s %10s %10s %12s\n", "step",
          "time [s]", "contacts", "rows", "iter.", "resid.", "overlap",
          "joint gap", "energy");
  fprintf(stream, "%6s %9s %9s %6s %6s %10s %10s %10s %12s\n", "", "", "", "",
          "", "[m/s]", "[m]", "[m]", "[J]");
  const size_t every = run->course.steps / ROWS + 1;
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    if ((k + 1) % every == 0 || k == 0 || k + 1 == run->course.steps)
      fprintf(stream, "%6zu %9.4g %9zu %6zu %6zu %10.2e %10.2e %10.2e %12.5g\n",
              info->steps, info->time, info->contacts, info->rows,
              info->iterations, info->residual.scaled.inf, info->penetration,
              info->joint_gap, info->energy);
  }
}

static void summary(FILE *stream, const world_run *run)
{
  double deepest = 0, worst = 0;
  size_t least = run->course.steps > 0 ? run->history[0].contacts : 0, most = 0;
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    deepest = fmax(deepest, info->penetration);
    worst = fmax(worst, info->residual.scaled.inf);
    least = info->contacts < least ? info->contacts : least;
    most = info->contacts > most ? info->contacts : most;
  }
  fprintf(stream, "\n%s%zu steps, %.3g ms each. ",
          run->course.interrupted ? "INTERRUPTED. " : "", run->course.steps,
          run->course.milliseconds / fmax(1, (double)run->course.steps));
  fprintf(stream,
          "%zu to %zu contacts, deepest overlap %.2e m, largest residual "
          "%.2e m/s.\n",
          least, most, deepest, worst);
  if (run->course.recorded > 0)
    fprintf(stream, "%zu contact problem%s recorded.\n", run->course.recorded,
            run->course.recorded > 1 ? "s" : "");
}

void world_table(FILE *stream, const world_run *run)
{
  heading(stream, run);
  steps(stream, run);
  summary(stream, run);
}
