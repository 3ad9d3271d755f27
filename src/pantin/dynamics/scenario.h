/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a scene to a run of it: what its words mean, and joints that it leaves
   open. */
#ifndef PANTIN_DYNAMICS_SCENARIO_H
#define PANTIN_DYNAMICS_SCENARIO_H

#include "pantin/body/scene.h"
#include "pantin/dynamics/simulation.h"

/* Puts into the settings what the scene says, and leaves the rest; its box goes
   to *box, to which the settings then point. GSL_SUCCESS, or GSL_EINVAL for a
   name that nobody has, with its line in error. */
int pn_scenario_settings(const pn_system_scene *scene,
                         pn_simulation_settings *settings, pn_box *box,
                         pn_error *error);

/* What it took to close the joints. */
typedef struct {
  size_t iterations; /* Newton steps */
  double gap;        /* |C| before it [m] */
  double gap_after;  /* and after [m] */
} pn_assemble_info;

/* Closes the joints of a scene's system at its start by Newton's method, moving
   bodies as little as possible, in the measure of their masses; then makes the
   velocities agree. GSL_SUCCESS; or GSL_EMAXITER if the joints cannot be
   closed: the system is then as it was, and error names the joint that is open
   most, its line and how far it is open. info may be NULL. */
int pn_scenario_assemble(pn_system_scene *scene, pn_assemble_info *info,
                         pn_error *error);

#endif
