/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/report.h"

#include <math.h>

/* Lines of the course; bodies whose last pose is shown. */
enum { LINES = 10, BODIES_MAX = 40 };

static void heading(FILE *stream, const joints_run *run)
{
  const pn_system *system = run->of->system;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream,
          "%zu bodies, %zu joints, %zu rows; %s in steps of %.6g s, solver "
          "%s, correction %s\n\n",
          system->bodies, system->joints, pn_system_rows(system),
          run->settings.integrator->name, run->settings.dt,
          run->settings.solver->name, run->settings.correction->name);
}

static void line(FILE *stream, const joints_frame *frame)
{
  const pn_measure *m = &frame->measure;
  fprintf(stream, "%9.4f  %14.9g  %14.9g  %16.11g  %9.2e  %9.2e\n", frame->t,
          m->kinetic, m->potential, m->energy, m->constraint_inf,
          m->velocity_inf);
}

/* Some ten states, from the first to the last. */
static void course(FILE *stream, const joints_run *run)
{
  const size_t stride = run->frames > LINES ? (run->frames - 1) / LINES : 1;
  fprintf(stream, "%9s  %14s  %14s  %16s  %9s  %9s\n", "t [s]", "kinetic [J]",
          "potential [J]", "energy [J]", "|C| [m]", "|J u| m/s");
  size_t k = 0;
  for (; k + 1 < run->frames; k += stride)
    line(stream, &run->frame[k]);
  line(stream, joints_run_last(run));
  fputc('\n', stream);
}

static void conserved(FILE *stream, const joints_run *run)
{
  const double scale = run->kinetic > 0 ? run->kinetic : 1;
  fprintf(stream,
          "Largest on the way: energy changed by %.3e J (%.1e of the largest "
          "kinetic energy),\n|C| %.1e m, |J u| %.1e m/s",
          run->energy_error, run->energy_error / scale, run->constraint_inf,
          run->velocity_inf);
  if (!isnan(run->momentum_error))
    fprintf(stream, ", momentum off by %.1e kg m/s", run->momentum_error);
  if (!isnan(run->angular_momentum_error))
    fprintf(stream, ",\nangular momentum by %.1e kg m^2/s",
            run->angular_momentum_error);
  fprintf(stream, ".\n");
}

/* A value that is shown as zero is shown without sign. */
static double tidy(double value)
{
  static const double half_digit = 5e-10;
  return fabs(value) < half_digit ? 0 : value;
}

/* For every run, also where they are not conserved. */
static void momenta(FILE *stream, const joints_run *run)
{
  const pn_measure *m = &joints_run_last(run)->measure;
  fprintf(stream,
          "At the end: momentum (%.6g, %.6g, %.6g) kg m/s,\nangular momentum "
          "about the origin (%.6g, %.6g, %.6g) kg m^2/s.\n",
          tidy(m->momentum.x), tidy(m->momentum.y), tidy(m->momentum.z),
          tidy(m->angular_momentum.x), tidy(m->angular_momentum.y),
          tidy(m->angular_momentum.z));
}

static void verdict(FILE *stream, const joints_run *run)
{
  const pn_simulation *s = run->simulation;
  if (run->outcome == JOINTS_DIVERGED)
    fprintf(stream, "STOPPED: %s. Below is the last good state.\n",
            run->trouble.text);
  else if (run->outcome == JOINTS_INTERRUPTED)
    fprintf(stream, "INTERRUPTED at t = %g s. Below is the last state.\n",
            s->t);
  fprintf(stream, "%zu steps, %zu evaluations, %.3g s", s->steps,
          run->evaluations, run->seconds);
  if (s->dynamics->dropped > 0)
    fprintf(stream,
            "; %zu of the %zu rows are redundant, their multipliers not "
            "unique",
            s->dynamics->dropped, s->dynamics->assembly->rows);
  if (s->impacts > 0)
    fprintf(stream, "; %zu impacts on the box", s->impacts);
  fprintf(stream, ".\n");
  conserved(stream, run);
  momenta(stream, run);
  fputc('\n', stream);
}

static void poses(FILE *stream, const joints_run *run)
{
  const pn_system *system = run->of->system;
  if (system->bodies > BODIES_MAX)
    return;
  int width = 4;
  for (size_t b = 0; b < system->bodies; b++) {
    const int length = (int)snprintf(NULL, 0, "%s", system->body[b].name);
    width = length > width ? length : width;
  }
  fprintf(stream, "At t = %g s:\n%-*s  %13s %13s %13s  %s\n",
          run->simulation->t, width, "body", "x [m]", "y [m]", "z [m]",
          "quaternion w, x, y, z");
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_pose pose = pn_state_motion(system, run->simulation->y, b).pose;
    fprintf(stream, "%-*s  %13.9f %13.9f %13.9f  %9.6f %9.6f %9.6f %9.6f\n",
            width, system->body[b].name, tidy(pose.x.x), tidy(pose.x.y),
            tidy(pose.x.z), pose.q.w, pose.q.x, pose.q.y, pose.q.z);
  }
}

void joints_table(FILE *stream, const joints_run *run)
{
  heading(stream, run);
  course(stream, run);
  verdict(stream, run);
  poses(stream, run);
}
