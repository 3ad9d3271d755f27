/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/report.h"

/* Joints that are shown. */
enum { ROWS_MAX = 40 };

void inverse_table(FILE *stream, const inverse_run *run)
{
  const pn_system *system = run->of->system;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu bodies, %zu joints, ", system->bodies, system->joints);
  if (run->hold || run->of->swings == 0)
    fprintf(stream, "held at their start");
  else
    fprintf(stream, "%zu swings", run->of->swings);
  fprintf(stream, "; %zu samples of %g s\n\n", run->samples, run->dt);

  fprintf(stream, "%-20s %-10s %10s %10s %9s %9s %9s %10s\n", "", "", "motor",
          "", "", "", "", "joint");
  fprintf(stream, "%-20s %-10s %10s %10s %9s %9s %9s %10s\n", "joint", "type",
          "max [N m]", "rms [N m]", "max [N]", "max [W]", "work [J]",
          "max [N]");
  for (size_t j = 0; j < system->joints && j < ROWS_MAX; j++) {
    const inverse_summary *s = &run->summary[j];
    const pn_joint *joint = &system->joint[j];
    fprintf(stream, "%-20.20s %-10.10s", joint->name, joint->type->name);
    if (joint->type->turns)
      fprintf(stream, " %10.4f %10.4f", s->torque_max, s->torque_rms);
    else
      fprintf(stream, " %10s %10s", "-", "-");
    if (joint->type->slides)
      fprintf(stream, " %9.4f", s->force_max);
    else
      fprintf(stream, " %9s", "-");
    if (joint->type->turns || joint->type->slides)
      fprintf(stream, " %9.4f %9.4f", s->power_max, s->work);
    else
      fprintf(stream, " %9s %9s", "-", "-");
    fprintf(stream, " %10.4f\n", s->passed_max);
  }
  if (system->joints > ROWS_MAX)
    fprintf(stream, "... and %zu more (--csv has them)\n",
            system->joints - ROWS_MAX);
  if (run->lacking > 0)
    fprintf(stream,
            "\nBodies that hang from nothing lack up to %.6g N to rest.\n",
            run->lacking);
  fprintf(stream,
          "\nForward dynamics with these motors differ by %.1e of the largest "
          "acceleration.\n",
          run->round_trip);
  if (run->interrupted)
    fprintf(stream, "INTERRUPTED at t = %g s.\n",
            inverse_run_time(run, run->samples - 1));
}
