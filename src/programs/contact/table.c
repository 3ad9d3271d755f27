/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/report.h"

#include <math.h>

/* Rows of the table at most, and a few more. */
enum { ROWS = 20 };

static void heading(FILE *stream, const contact_run *run)
{
  const pn_stepper_settings *settings = &run->of->settings;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu balls in a %s; steps of %g s, ", run->of->balls->count,
          run->of->balls->container.shape->name, settings->step);
  if (settings->tolerance > 0)
    fprintf(stream, "%s to %g m/s", settings->method->name,
            settings->tolerance);
  else
    fprintf(stream, "%zu iterations of %s", settings->iterations,
            settings->method->name);
  fprintf(stream, "%s%s%s\n\n", settings->warm_start ? ", warm start" : "",
          settings->position_correction ? "" : ", no position correction",
          settings->anticipation ? "" : ", no anticipation");
}

static void steps(FILE *stream, const contact_run *run)
{
  fprintf(stream, "%6s %9s %9s %8s %6s %10s %10s %12s\n", "step", "time [s]",
          "contacts", "active", "iter.", "resid.", "overlap", "energy");
  fprintf(stream, "%6s %9s %9s %8s %6s %10s %10s %12s\n", "", "", "", "", "",
          "[m/s]", "[m]", "[J]");
  const size_t every = run->course.steps / ROWS + 1;
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    if ((k + 1) % every == 0 || k == 0 || k + 1 == run->course.steps)
      fprintf(stream, "%6zu %9.4g %9zu %8zu %6zu %10.2e %10.2e %12.5g\n",
              info->steps, info->time, info->contacts, info->residual.active,
              info->iterations, info->residual.scaled.inf, info->penetration,
              info->energy);
  }
}

static void summary(FILE *stream, const contact_run *run)
{
  double deepest = 0, worst = 0;
  for (size_t k = 0; k < run->course.steps; k++) {
    deepest = fmax(deepest, run->history[k].penetration);
    worst = fmax(worst, run->history[k].residual.scaled.inf);
  }
  fprintf(stream, "\n%s%zu steps, %.3g ms each. ",
          run->course.interrupted ? "INTERRUPTED. " : "", run->course.steps,
          run->course.milliseconds / fmax(1, (double)run->course.steps));
  fprintf(stream, "Deepest overlap %.2e m, largest residual %.2e m/s.\n",
          deepest, worst);
  if (run->course.recorded > 0)
    fprintf(stream, "%zu contact problem%s recorded.\n", run->course.recorded,
            run->course.recorded > 1 ? "s" : "");
}

void contact_table(FILE *stream, const contact_run *run)
{
  heading(stream, run);
  steps(stream, run);
  summary(stream, run);
}
