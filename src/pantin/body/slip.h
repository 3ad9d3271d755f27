/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joints whose equation holds up to whole teeth: gears and differentials may
   slip between two states, and be closed in both. */
#ifndef PANTIN_BODY_SLIP_H
#define PANTIN_BODY_SLIP_H

#include "pantin/body/system.h"

/* Tells whether a gear or a differential has slipped from one state to another,
   between which no wheel turns by more than half a turn. */
int pni_slips(const pn_system *system, const double *from, const double *to);

#endif
