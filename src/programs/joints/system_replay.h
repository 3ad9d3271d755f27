/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes the bodies and joints of a system into a replay. */
#ifndef PROGRAMS_JOINTS_SYSTEM_REPLAY_H
#define PROGRAMS_JOINTS_SYSTEM_REPLAY_H

#include "pantin/body/system.h"
#include "programs/replay.h"

/* Makes a replay of bodies as solids, with pivots, bars and wires; the texts'
   `up` and `turning` are set. NULL when memory is short. */
replay *system_replay_alloc(const pn_system *system, const replay_text *text);

/* Adds a frame at time t with the bodies in the state y. */
void system_replay_add_frame(replay *r, double t, const pn_system *system,
                             const double *y);

#endif
