/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Prepares a scene for a run: looks up the names that it uses, and closes
   joints that it leaves open. */
#ifndef PANTIN_DYNAMICS_SCENARIO_H
#define PANTIN_DYNAMICS_SCENARIO_H

#include "pantin/body/scene.h"
#include "pantin/dynamics/simulation.h"
#include "pantin/dynamics/box.h"

/* Copies into the settings what the scene says, and leaves the rest; its box
   goes to *box, to which the settings then point. GSL_SUCCESS; or GSL_EINVAL
   for an unknown name, with its line in error. */
int pn_scenario_settings(const pn_system_scene *scene,
                         pn_simulation_settings *settings, pn_box *box,
                         pn_error *error);

/* What closing the joints took. */
typedef struct {
  size_t iterations; /* Newton steps */
  double gap;        /* |C| before [m] */
  double gap_after;  /* |C| after [m] */
} pn_assemble_info;

/* Closes the joints of a scene's system at its start by Newton's method, moving
   bodies as little as possible in the measure of their masses; then makes the
   velocities agree. GSL_SUCCESS; or GSL_EMAXITER if the joints cannot be
   closed: the system then stays as it was, and error names the joint that is
   open most, its line and its gap. info may be NULL. */
int pn_scenario_assemble(pn_system_scene *scene, pn_assemble_info *info,
                         pn_error *error);

#endif
