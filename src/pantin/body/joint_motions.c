/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joints by the motions that they leave: see joint_motions.h. */
#include "pantin/body/joint_motions.h"

static const struct {
  const pn_joint_type *const *type;
  unsigned motions;
} known[] = {
    {&pn_joint_revolute, PN_FREE_TURN(0)},
    {&pn_joint_prismatic, PN_FREE_SLIDE(0)},
    {&pn_joint_cylindrical, PN_FREE_SLIDE(0) | PN_FREE_TURN(0)},
    {&pn_joint_universal, PN_FREE_TURN(0) | PN_FREE_TURN(1)},
    {&pn_joint_planar, PN_FREE_SLIDE(1) | PN_FREE_SLIDE(2) | PN_FREE_TURN(0)},
    {&pn_joint_ball, PN_FREE_TURN(0) | PN_FREE_TURN(1) | PN_FREE_TURN(2)},
};
enum { KNOWN = sizeof known / sizeof *known };

unsigned pni_joint_motions(const pn_joint *joint)
{
  if (joint->type == pn_joint_free)
    return joint->free;
  for (int k = 0; k < KNOWN; k++)
    if (*known[k].type == joint->type)
      return known[k].motions;
  return 0;
}

const pn_joint_type *pni_joint_type_by_motions(unsigned motions)
{
  for (int k = 0; k < KNOWN; k++)
    if (known[k].motions == motions)
      return *known[k].type;
  return pn_joint_free;
}

int pni_motions_count(unsigned motions)
{
  int count = 0;
  for (; motions; motions >>= 1)
    count += (motions & 1) != 0;
  return count;
}
