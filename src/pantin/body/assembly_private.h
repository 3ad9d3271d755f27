/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where the assembly keeps what belongs to a joint or to a body. */
#ifndef PANTIN_BODY_ASSEMBLY_PRIVATE_H
#define PANTIN_BODY_ASSEMBLY_PRIVATE_H

#include "pantin/body/assembly.h"

/* A joint, as products with J see it: what they would else gather from the
   joint, its type and its rows. */
typedef struct pn_assembly_link {
  const pn_motion *parent, *child; /* of its bodies, in the assembly */
  size_t start[2]; /* of their velocities, or LINK_NOWHERE for the world */
  size_t first;    /* of its rows */
  int is_point; /* it is nothing but a shared point: its arms say all, and its
                   block of J need not be stored */
} pn_assembly_link;

#define LINK_NOWHERE ((size_t)-1)

/* Returns where the block of a joint on one of its bodies is stored. */
static inline double *place_of(const pn_assembly *assembly, size_t joint,
                               size_t side)
{
  const size_t first = assembly->first[joint], end = assembly->first[joint + 1];
  return assembly->J + (side == 0   ? 12 * first
                        : side == 1 ? 6 * (first + end)
                                    : 12 * assembly->rows + 6 * first);
}

/* Returns the motion of a body, or of the world. */
static inline const pn_motion *motion_of(const pn_assembly *assembly,
                                         size_t body)
{
  return &assembly->motion[body == PN_WORLD ? assembly->system->bodies : body];
}

#endif
