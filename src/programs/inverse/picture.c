/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/inverse.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A curve has so many points; so many joints are drawn. */
enum { POINTS_MAX = 2000, CURVES_MAX = 12 };

/* What is drawn of a joint: what its motor does, else what it carries. */
typedef struct {
  const char *what, *label;
  double (*value)(const inverse_sample *at);
  int (*has)(const pn_joint_type *type);
} curve;

static double motor_torque(const inverse_sample *at)
{
  return at->motor_torque;
}

static double motor_force(const inverse_sample *at)
{
  return at->motor_force;
}

static double joint_force(const inverse_sample *at)
{
  return pn_vec3_norm(at->joint_force);
}

static int turns(const pn_joint_type *type)
{
  return type->turns;
}

static int slides(const pn_joint_type *type)
{
  return type->slides;
}

static int always(const pn_joint_type *type)
{
  (void)type;
  return 1;
}

static const curve kinds[] = {
    {"torque of the motors", "[N m]", motor_torque, turns},
    {"force of the motors", "[N]", motor_force, slides},
    {"force in the joints", "[N]", joint_force, always},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static size_t count(const inverse_run *run, const curve *of)
{
  size_t joints = 0;
  for (size_t j = 0; j < run->of->system->joints; j++)
    joints += of->has(run->of->system->joint[j].type) != 0;
  return joints;
}

/* Writes a data block: the time, then a column for each joint. */
static void data(pn_plot *plot, const inverse_run *run, const curve *of,
                 size_t number)
{
  const size_t joints = run->of->system->joints;
  const size_t stride = run->samples / POINTS_MAX + 1;
  pn_plot_printf(plot, "$DATA%zu << EOD\n", number);
  for (size_t k = 0; k < run->samples; k += stride) {
    double row[CURVES_MAX + 1] = {run->time[k]};
    size_t columns = 1;
    for (size_t j = 0; j < joints && columns <= CURVES_MAX; j++)
      if (of->has(run->of->system->joint[j].type))
        row[columns++] = of->value(&run->sample[k * joints + j]);
    pn_plot_row(plot, columns, row);
  }
  pn_plot_printf(plot, "EOD\n");
}

static void curves(pn_plot *plot, const inverse_run *run, const curve *of,
                   size_t number)
{
  size_t column = 2;
  pn_plot_printf(plot, "set title '%s'\nset ylabel '%s'\nplot ", of->what,
                 of->label);
  for (size_t j = 0; j < run->of->system->joints && column <= CURVES_MAX + 1;
       j++) {
    if (!of->has(run->of->system->joint[j].type))
      continue;
    pn_plot_printf(plot, "$DATA%zu using 1:%zu with lines lw 2 title ", number,
                   column++);
    pn_plot_quote(plot, run->of->system->joint[j].name);
    pn_plot_printf(plot, " noenhanced, ");
  }
  pn_plot_printf(plot, "\n");
}

int inverse_picture(pn_plot *plot, const void *result, pn_error *error)
{
  const inverse_run *run = result;
  (void)error;
  size_t shown = 0;
  for (size_t k = 0; k < KINDS; k++)
    if (count(run, &kinds[k]) > 0) {
      data(plot, run, &kinds[k], k);
      shown++;
    }
  plot->width = 900;
  plot->height = 320 * (int)fmax(1, (double)shown);
  pn_plot_printf(plot,
                 "set multiplot layout %zu,1\nset xlabel 't [s]'\n"
                 "set key outside right center\n",
                 shown > 0 ? shown : 1);
  for (size_t k = 0; k < KINDS; k++)
    if (count(run, &kinds[k]) > 0)
      curves(plot, run, &kinds[k], k);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}
