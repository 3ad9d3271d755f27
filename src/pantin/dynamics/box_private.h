/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what impacts on the walls of a box and rest on them share. */
#ifndef PANTIN_DYNAMICS_BOX_PRIVATE_H
#define PANTIN_DYNAMICS_BOX_PRIVATE_H

#include "pantin/dynamics/box.h"

/* The most points of a body, and walls that a point is beyond. */
enum { PNI_BOX_POINTS = 8, PNI_BOX_WALLS = 3 };

/* Tells whether two bodies may be coupled: they are one, or there are joints.
 */
int pni_box_couples(const pn_walls *walls, const pn_wall_contact *a,
                    const pn_wall_contact *b);

#endif
