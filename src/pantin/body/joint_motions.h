/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joints by the motions that they leave, as those of a free one: slides along
   axes of the parent, then turns, where a turn about one axis of the parent may
   be followed by one about an axis of the child. */
#ifndef PANTIN_BODY_JOINT_MOTIONS_H
#define PANTIN_BODY_JOINT_MOTIONS_H

#include "pantin/body/joint.h"

/* Returns the motions of a joint, PN_FREE_..; 0 if they are no such ones. */
unsigned pni_joint_motions(const pn_joint *joint);

/* Returns the type of a joint with some motions: a free one if no other. */
const pn_joint_type *pni_joint_type_by_motions(unsigned motions);

/* Returns how many motions these are. */
int pni_motions_count(unsigned motions);

#endif
