/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The three boxes that the programs of this folder simulate. Each function ends
   the program if memory is short. */
#ifndef PANTIN_TUTORIALS_JOINTS_BOXES_H
#define PANTIN_TUTORIALS_JOINTS_BOXES_H

#include "pantin/dynamics/simulation.h"

enum { BOXES = 3 };

/* Makes three boxes of 0.5 m and 1 kg in a row along x, on ball joints. The
   first hangs from the origin; each turns in its own way. */
pn_system *boxes_alloc(void);

/* Where the last box is after 1 s [m]: from a computation with 33 digits and
   two step sizes, which agreed in all digits given. */
extern const pn_vec3 boxes_end;

/* Prepares a run from the system's start. */
pn_simulation *boxes_run(const pn_system *system, const char *integrator,
                         const char *correction, double dt);

/* Makes as many steps as the time [s] takes. Returns a nonzero value if the
   motion breaks down. */
int boxes_advance(pn_simulation *simulation, double time);

/* Measures the current state. */
pn_measure boxes_measure(pn_simulation *simulation);

#endif
