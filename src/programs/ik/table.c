/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/ik/report.h"

#include <math.h>

/* Bodies whose pose is shown. */
enum { BODIES_MAX = 40 };

static const char *plural(size_t count)
{
  return count == 1 ? "" : "s";
}

static void heading(FILE *stream, const ik_run *run)
{
  const pn_system *system = run->of->system;
  const pn_inverse_kinematics_settings *settings = &run->asked->settings;
  fprintf(stream, "%s: %s\n", run->name, run->of->title);
  fprintf(stream,
          "%zu bodies, %zu joints, %zu rows; %s, bound %g rad, solver %s\n",
          system->bodies, system->joints, pn_system_rows(system),
          settings->plain ? "plain Newton" : "damped Newton", settings->clamp,
          settings->solver->name);
  for (size_t k = 0; k < run->of->targets; k++) {
    const pn_target *t = &run->of->target[k];
    fprintf(stream,
            "target: (%g, %g, %g) of %s shall be at (%g, %g, %g) of %s\n",
            t->point.x, t->point.y, t->point.z, system->body[t->body].name,
            t->place.x, t->place.y, t->place.z,
            t->other == PN_WORLD ? "the world" : system->body[t->other].name);
  }
  fputc('\n', stream);
}

static void iterations(FILE *stream, const ik_run *run)
{
  fprintf(stream, "%4s  %12s  %10s  %9s  %10s  %9s  %6s\n", "k", "distance [m]",
          "|C| [m]", "pull", "turn [rad]", "damping", "solves");
  for (size_t k = 0; k <= run->steps; k++) {
    const ik_iterate *at = &run->history[k];
    fprintf(stream, "%4zu  %12.5e  %10.2e  %9.2e", k, at->distance, at->gap,
            at->pull);
    if (k > 0)
      fprintf(stream, "  %10.3g  %9.2g  %6zu%s", at->turn, at->damping,
              at->solves,
              at->distance > run->history[k - 1].distance &&
                      !run->asked->settings.plain
                  ? "  nudged"
                  : "");
    fputc('\n', stream);
  }
  fputc('\n', stream);
}

static void verdict(FILE *stream, const ik_run *run)
{
  const pn_inverse_kinematics *ik = run->ik;
  const char *s = plural(run->of->targets);
  if (run->outcome == IK_REACHED)
    fprintf(stream, "Reached in %zu iteration%s", run->steps,
            plural(run->steps));
  else if (run->outcome == IK_NEAREST)
    fprintf(stream,
            "OUT OF REACH: after %zu iteration%s this is the nearest pose;\n"
            "the joints hold all but %.0e of the pull of the target%s",
            run->steps, plural(run->steps), ik->pull, s);
  else
    fprintf(stream, "NOT REACHED after %zu iteration%s (%s)", run->steps,
            plural(run->steps), ik_outcome_text(run->outcome));
  fprintf(stream,
          ", with %zu linear solves.\nDistance from the target%s %.12g m, "
          "joints open by %.1e m.\n",
          ik->solves, s, ik->distance, ik->gap);
  if (ik->joints->multipliers->dropped > 0)
    fprintf(stream, "%zu rows of the joints are redundant.\n",
            ik->joints->multipliers->dropped);
  fputc('\n', stream);
}

/* A value that is shown as zero is shown without sign. */
static double shown(double value)
{
  static const double half_digit = 5e-10;
  return fabs(value) < half_digit ? 0 : value;
}

static void poses(FILE *stream, const ik_run *run)
{
  const pn_system *system = run->of->system;
  if (system->bodies > BODIES_MAX)
    return;
  fprintf(stream, "%-16s  %13s %13s %13s  %s\n", "body", "x [m]", "y [m]",
          "z [m]", "quaternion w, x, y, z");
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_pose pose = pn_state_motion(system, run->ik->y, b).pose;
    fprintf(stream, "%-16s  %13.9f %13.9f %13.9f  %9.6f %9.6f %9.6f %9.6f\n",
            system->body[b].name, shown(pose.x.x), shown(pose.x.y),
            shown(pose.x.z), pose.q.w, pose.q.x, pose.q.y, pose.q.z);
  }
}

static void afterwards(FILE *stream, const ik_run *run)
{
  if (!run->frame)
    return;
  fprintf(stream,
          "\nLet go, it moves for %g s: energy from %.9g to %.9g J, joints "
          "open by %.1e m.\n",
          run->time, run->first.energy, run->last.energy,
          run->last.constraint_inf);
  if (run->trouble.code)
    fprintf(stream, "STOPPED: %s.\n", run->trouble.text);
}

void ik_table(FILE *stream, const ik_run *run)
{
  heading(stream, run);
  iterations(stream, run);
  verdict(stream, run);
  poses(stream, run);
  afterwards(stream, run);
}
