/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what simulation_step.c and simulation_refuse.c share. */
#ifndef PANTIN_DYNAMICS_SIMULATION_PRIVATE_H
#define PANTIN_DYNAMICS_SIMULATION_PRIVATE_H

#include "pantin/dynamics/simulation.h"

/* The most parts of a step, which end where a limit of a joint is reached. */
enum { PNI_PARTS_MOST = 1000 };

/* Refuses a step without a next state, or one at whose end the energy has grown
   by `made` [J], more than was put in; with the likely reason. Returns
   GSL_EFAILED. */
int pni_simulation_refuse(pn_simulation *simulation, double made,
                          pn_error *error);

#endif
