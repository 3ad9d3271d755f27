/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/report.h"

#include "pantin/base/plot.h"

#include <math.h>

/* A curve has so many points; so many joints are drawn. */
enum { POINTS_MAX = 2000, CURVES_MAX = 12 };

/* What is drawn of a joint: what its motor does, else what it carries. */
typedef struct {
  const char *what, *label;
  double (*value)(const inverse_sample *at);
  int (*has)(const pn_joint_type *type);
} quantity;

static double torque(const inverse_sample *at)
{
  return at->torque;
}

static double force(const inverse_sample *at)
{
  return at->force;
}

static double passed(const inverse_sample *at)
{
  return pn_vec3_norm(at->passed);
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

static const quantity quantities[] = {
    {"torque of the motors", "[N m]", torque, turns},
    {"force of the motors", "[N]", force, slides},
    {"force in the joints", "[N]", passed, always},
};
enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

static size_t count(const inverse_run *run, const quantity *of)
{
  size_t joints = 0;
  for (size_t j = 0; j < run->of->system->joints; j++)
    joints += of->has(run->of->system->joint[j].type) != 0;
  return joints;
}

/* One block: t, then a column a joint. */
static void data(pn_plot *plot, const inverse_run *run, const quantity *of,
                 size_t number)
{
  const size_t joints = run->of->system->joints;
  const size_t stride = run->samples / POINTS_MAX + 1;
  pn_plot_printf(plot, "$DATA%zu << EOD\n", number);
  for (size_t k = 0; k < run->samples; k += stride) {
    double row[CURVES_MAX + 1] = {inverse_run_time(run, k)};
    size_t columns = 1;
    for (size_t j = 0; j < joints && columns <= CURVES_MAX; j++)
      if (of->has(run->of->system->joint[j].type))
        row[columns++] = of->value(&run->sample[k * joints + j]);
    pn_plot_row(plot, columns, row);
  }
  pn_plot_printf(plot, "EOD\n");
}

static void curves(pn_plot *plot, const inverse_run *run, const quantity *of,
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

int inverse_picture(const char *path, const inverse_run *run, pn_error *error)
{
  pn_plot plot;
  const int code = pn_plot_open(&plot, path, error);
  if (code)
    return code;
  size_t shown = 0;
  for (size_t k = 0; k < QUANTITIES; k++)
    if (count(run, &quantities[k]) > 0) {
      data(&plot, run, &quantities[k], k);
      shown++;
    }
  plot.width = 900;
  plot.height = 320 * (int)fmax(1, (double)shown);
  pn_plot_printf(&plot,
                 "set multiplot layout %zu,1\nset xlabel 't [s]'\n"
                 "set key outside right center\n",
                 shown > 0 ? shown : 1);
  for (size_t k = 0; k < QUANTITIES; k++)
    if (count(run, &quantities[k]) > 0)
      curves(&plot, run, &quantities[k], k);
  pn_plot_printf(&plot, "unset multiplot\n");
  return pn_plot_close(&plot, error);
}
