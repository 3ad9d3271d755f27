/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the complementarity problem share. */
#ifndef PANTIN_CONTACT_LCP_PRIVATE_H
#define PANTIN_CONTACT_LCP_PRIVATE_H

#include "pantin/contact/lcp.h"

/* x brought into [lo, hi]; a NaN stays one. Two comparisons, for the sweeps:
   fmin and fmax are calls. */
static inline double pni_clip(double x, double lo, double hi)
{
  return x < lo ? lo : x > hi ? hi : x;
}

/* Room to take when `room` is too small for `size`: so much more that arrays
   growing one by one are copied a few times only. */
static inline size_t pni_room(size_t room, size_t size)
{
  const size_t larger = room + room / 2;
  return size > larger ? size : larger;
}

#endif
