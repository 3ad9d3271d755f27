/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/inverse/inverse.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The most points of a curve; the most joints that are drawn. */
enum { POINTS_MAX = 2000, CURVES_MAX = 12 };

/* What is drawn of a joint: what its motor does, or what passes through it. */
typedef struct {
  const char *what, *label;
  size_t offset;     /* in a sample, of the vector whose length is drawn */
  int turns, slides; /* 1: only for joints that do so, with the sign of its x
                        if it has no other component */
} curve;

static const curve kinds[] = {
    {"torque of the motors", "[N m]", offsetof(inverse_sample, motor_torque), 1,
     0},
    {"force of the motors", "[N]", offsetof(inverse_sample, motor_force), 0, 1},
    {"force in the joints", "[N]", offsetof(inverse_sample, joint_force), 0, 0},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static double value_of(const curve *of, const pn_joint_type *type,
                       const inverse_sample *sample)
{
  const double *v = (const double *)((const char *)sample + of->offset);
  const int one = of->slides || (of->turns && type->turns == 1);
  return one ? v[0] : pn_vec3_norm(pn_vec3_make(v[0], v[1], v[2]));
}

/* Tells whether the curve of a joint is drawn. */
static int has(const inverse_run *run, const curve *of, size_t joint)
{
  const pn_joint_type *type = run->of->system->joint[joint].type;
  const int has_motor = run->has_motor[joint];
  return (!of->turns || (has_motor && type->turns)) &&
         (!of->slides || (has_motor && type->slides));
}

static size_t count(const inverse_run *run, const curve *of)
{
  size_t joints = 0;
  for (size_t j = 0; j < run->of->system->joints; j++)
    joints += (size_t)has(run, of, j);
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
      if (has(run, of, j))
        row[columns++] = value_of(of, run->of->system->joint[j].type,
                                  &run->sample[k * joints + j]);
    pn_plot_row(plot, columns, row);
  }
  pn_plot_printf(plot, "EOD\n");
}

/* Draws one kind of curve, of at most so many joints. */
static void curves(pn_plot *plot, const inverse_run *run, const curve *of,
                   size_t number)
{
  size_t column = 2;
  pn_plot_printf(plot, "set title '%s'\nset ylabel '%s'\nplot ", of->what,
                 of->label);
  for (size_t j = 0; j < run->of->system->joints && column <= CURVES_MAX + 1;
       j++) {
    if (!has(run, of, j))
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
                 "set key outside right center vertical maxrows 12 font ',9'\n",
                 shown > 0 ? shown : 1);
  for (size_t k = 0; k < KINDS; k++)
    if (count(run, &kinds[k]) > 0)
      curves(plot, run, &kinds[k], k);
  pn_plot_printf(plot, "unset multiplot\n");
  return GSL_SUCCESS;
}
