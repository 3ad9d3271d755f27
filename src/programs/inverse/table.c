/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/report.h"

#include <string.h>

/* Joints that are shown; the least widths of their names and types. */
enum { ROWS_MAX = 40, NAME_WIDTH = 20, TYPE_WIDTH = 10 };

typedef struct {
  int name, type;
} widths;

static int wider(int width, const char *text)
{
  const int length = (int)strlen(text);
  return length > width ? length : width;
}

static size_t rows_of(const pn_system *system)
{
  return system->joints < ROWS_MAX ? system->joints : ROWS_MAX;
}

static widths widths_of(const pn_system *system)
{
  widths w = {NAME_WIDTH, TYPE_WIDTH};
  for (size_t j = 0; j < rows_of(system); j++) {
    w.name = wider(w.name, system->joint[j].name);
    w.type = wider(w.type, system->joint[j].type->name);
  }
  return w;
}

static void heading(FILE *stream, const inverse_run *run, widths w)
{
  const pn_system *system = run->of->system;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream, "%zu bodies, %zu joints, ", system->bodies, system->joints);
  if (run->hold || run->of->swings == 0)
    fprintf(stream, "held at their start");
  else
    fprintf(stream, "%zu swings", run->of->swings);
  fprintf(stream, "; %zu samples of %g s\n\n", run->samples, run->dt);
  fprintf(stream, "%-*s %-*s %10s %10s %9s %9s %9s %10s\n", w.name, "", w.type,
          "", "motor", "", "", "", "", "joint");
  fprintf(stream, "%-*s %-*s %10s %10s %9s %9s %9s %10s\n", w.name, "joint",
          w.type, "type", "max [N m]", "rms [N m]", "max [N]", "max [W]",
          "work [J]", "max [N]");
}

/* A motor that there is not has dashes. */
static void row(FILE *stream, const pn_joint *joint, const inverse_summary *s,
                widths w)
{
  fprintf(stream, "%-*s %-*s", w.name, joint->name, w.type, joint->type->name);
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

static void verdict(FILE *stream, const inverse_run *run)
{
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

void inverse_table(FILE *stream, const inverse_run *run)
{
  const pn_system *system = run->of->system;
  const widths w = widths_of(system);
  heading(stream, run, w);
  for (size_t j = 0; j < rows_of(system); j++)
    row(stream, &system->joint[j], &run->summary[j], w);
  if (system->joints > ROWS_MAX)
    fprintf(stream, "... and %zu more (--csv has them)\n",
            system->joints - ROWS_MAX);
  verdict(stream, run);
}
