/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pantin-joints can do with a scene: one run, or a study of several. */
#ifndef PROGRAMS_JOINTS_STUDY_H
#define PROGRAMS_JOINTS_STUDY_H

#include "programs/joints/request.h"
#include "programs/program.h"

/* Does what was asked, and writes it. */
void joints_study(program *self, const joints_request *asked,
                  const pn_system_scene *of);

/* --convergence */
void joints_convergence(program *self, const joints_request *asked,
                        const pn_system_scene *of,
                        const pn_simulation_settings *settings);

/* --check and --dump: at the start, or at --time if that is given. A dump that
   is all there is to do is told on stdout. */
void joints_check(program *self, const joints_request *asked,
                  const pn_system_scene *of,
                  const pn_simulation_settings *settings);
void joints_dump(program *self, const joints_request *asked,
                 const pn_system_scene *of,
                 const pn_simulation_settings *settings, int is_alone);

/* The scene as it is at a time; NULL and the error filled if it does not get
   there. */
pn_simulation *joints_simulate_to(program *self, double time,
                                  const pn_system_scene *of,
                                  const pn_simulation_settings *settings);

#endif
