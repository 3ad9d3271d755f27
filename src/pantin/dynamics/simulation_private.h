/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what the files of a run, simulation_*.c, share. */
#ifndef PANTIN_DYNAMICS_SIMULATION_PRIVATE_H
#define PANTIN_DYNAMICS_SIMULATION_PRIVATE_H

#include "pantin/dynamics/simulation.h"

/* The most parts of a step, which end where a limit of a joint is reached. */
enum { PNI_PARTS_MOST = 1000 };

/* Corrects the drift, and books what that changes of the energy. GSL_EFAILED if
   the energy has grown by more than was put into the motion; *made is then how
   much [J]. */
int pni_simulation_correct(pn_simulation *simulation, double *made);

/* Integrates from t for a time h, and corrects; a state that is no good may
   remain in y. GSL_EFAILED if the energy has grown by `made` [J], more than was
   put in. */
int pni_simulation_leap(pn_simulation *simulation, double t, double h,
                        double *made);

/* Leaps from t, for a time *h at most, which becomes the time until a limit is
   reached, or returned to, or what slides against dry friction turns back. */
int pni_simulation_leap_to_bound(pn_simulation *simulation, double t, double *h,
                                 double *made);

/* Lets bodies rebound from the walls at t, the end of a step, and rest on them;
   books what changes of the energy beside the impulses. *impacts becomes their
   number. GSL_SUCCESS or GSL_EFAILED. */
int pni_simulation_meet_walls(pn_simulation *simulation, double t,
                              size_t *impacts);

/* Forgets the past of the integrator after a jump of the state. */
void pni_simulation_begin_anew(pn_simulation *simulation);

/* Listens to the impacts of the run, of which the settings' listener is told
   when their step is good. GSL_SUCCESS or GSL_ENOMEM. */
int pni_simulation_listen(pn_simulation *simulation);

/* Tells of the impacts of the step; or forgets them. */
void pni_simulation_tell(pn_simulation *simulation);
void pni_simulation_forget_told(pn_simulation *simulation);

/* Tells whether the listener has been told of some of the step already. */
int pni_simulation_has_told(const pn_simulation *simulation);

/* Refuses a step without a next state, or one at whose end the energy has grown
   by `made` [J], more than was put in; with the likely reason. Returns
   GSL_EFAILED. */
int pni_simulation_refuse(pn_simulation *simulation, double made,
                          pn_error *error);

#endif
