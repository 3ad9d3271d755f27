/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/request.h"

#include <string.h>

/* Of a scene that does not say how long [s]. */
static const double usual_time = 10;

void inverse_request_init(inverse_request *asked)
{
  *asked = (inverse_request){.dt = 0.01};
  const pn_option options[INVERSE_OPTIONS + 1] = {
      {.name = "time",
       .kind = PN_OPTION_REAL,
       .value = &asked->time,
       .range = {1e-9, 1e6, "s"},
       .argument = "T",
       .help = "how long the motion lasts in s (default the scene's)"},
      {.name = "dt",
       .kind = PN_OPTION_REAL,
       .value = &asked->dt,
       .range = {1e-9, 1e6, "s"},
       .argument = "H",
       .help = "time between two samples in s (default 0.01)"},
      {.name = "hold",
       .kind = PN_OPTION_FLAG,
       .value = &asked->hold,
       .help = "the joints hold their start: statics"},
  };
  memcpy(asked->options, options, sizeof options);
}

double inverse_request_time(const inverse_request *asked,
                            const pn_system_scene *of)
{
  if (asked->time > 0)
    return asked->time;
  return of->time > 0 ? of->time : usual_time;
}
