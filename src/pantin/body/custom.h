/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rows of a joint that is given by its C alone. */
#ifndef PANTIN_BODY_CUSTOM_H
#define PANTIN_BODY_CUSTOM_H

#include "pantin/body/joint.h"

/* Sets the rows of a constraint, differentiating its C as joint_custom.c says.
   GSL_SUCCESS, or GSL_EFAILED when one of its functions fails. */
int pn_custom_evaluate(const pn_custom *custom, const pn_motion *parent,
                       const pn_motion *child, pn_joint_rows *rows);

#endif
