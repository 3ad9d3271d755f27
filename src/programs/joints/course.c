/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/course.h"

#include <math.h>

void joints_course_data(pn_plot *plot, const joints_run *run)
{
  const double scale = run->kinetic > 0 ? run->kinetic : 1;
  const double start = run->simulation->start.energy;
  pn_plot_printf(plot, "$COURSE << EOD\n");
  for (size_t k = 1; k < run->frames; k++) {
    const pn_measure *m = &run->frame[k].measure;
    const double E = fabs(m->energy - start) / scale;
    pn_plot_row(plot, 4,
                (double[]){run->frame[k].t, E > 0 ? E : NAN,
                           m->constraint_inf > 0 ? m->constraint_inf : NAN,
                           m->velocity_inf > 0 ? m->velocity_inf : NAN});
  }
  pn_plot_printf(plot, "EOD\n");
}

void joints_course_draw(pn_plot *plot)
{
  pn_plot_printf(
      plot,
      "set xlabel 't [s]'\n"
      "plot $COURSE using 1:2 with lines lt %d title '|E - E_0| / T', "
      "'' using 1:3 with lines lt %d title '|C| [m]', "
      "'' using 1:4 with lines lt %d title '|J u| [m/s]'\n",
      PN_PLOT_BLUE, PN_PLOT_RED, PN_PLOT_GREEN);
}
