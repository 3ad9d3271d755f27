/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For joint types that are written as a C only: the differentiated rows. */
#ifndef PANTIN_BODY_CUSTOM_H
#define PANTIN_BODY_CUSTOM_H

#include "pantin/body/joint.h"

/* Fills the rows of a constraint given by its C: see joint_custom.c.
   GSL_SUCCESS, or GSL_EFAILED when one of its functions fails. */
int pn_custom_evaluate(const pn_custom *custom, const pn_motion *parent,
                       const pn_motion *child, pn_joint_rows *rows);

#endif
