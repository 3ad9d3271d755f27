/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The row of J of a contact, which impacts and rest have in common. */
#ifndef PANTIN_DYNAMICS_IMPULSE_PRIVATE_H
#define PANTIN_DYNAMICS_IMPULSE_PRIVATE_H

#include "pantin/dynamics/impulse.h"

#include <string.h>

/* Computes the entries that are not 0 of the row k along a direction, those of
   the contact's body: (n, arm x n). */
static inline void pni_impact_row(const pn_impact *contact, pn_vec3 n,
                                  double k[PN_BODY_VELOCITIES])
{
  const pn_vec3 turn = pn_vec3_cross(contact->arm, n);
  const double row[PN_BODY_VELOCITIES] = {n.x,    n.y,    n.z,
                                          turn.x, turn.y, turn.z};
  memcpy(k, row, sizeof row);
}

#endif
