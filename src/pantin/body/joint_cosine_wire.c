/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Cosine wire: a point of the child slides along the surface x = cos y of the
   parent's frame (a wire, if the motion is plane), lengths in metres:

     C = x - cos y                                               (1 row)

   J and Jdot u are found by differences: this is all that a joint needs.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section II-B. */
#include "pantin/body/custom.h"

#include <gsl/gsl_errno.h>

static int position(const pn_pose *parent, const pn_pose *child, void *params,
                    double *C)
{
  const pn_vec3 *point = params;
  const pn_vec3 p = pn_pose_local(*parent, pn_pose_point(*child, *point));
  C[0] = p.x - cos(p.y);
  return GSL_SUCCESS;
}

static int cosine_wire_evaluate(const pn_joint *joint, const pn_motion *parent,
                                const pn_motion *child, pn_joint_rows *rows)
{
  pn_vec3 point = joint->point[1];
  const pn_custom custom = {.rows = 1, .position = position, .params = &point};
  return pn_custom_evaluate(&custom, parent, child, rows);
}

static const pn_joint_type cosine_wire = {
    .name = "cosine-wire",
    .summary = "a point of the child stays on x = cos y of the parent",
    .rows = 1,
    .evaluate = cosine_wire_evaluate,
};

const pn_joint_type *const pn_joint_cosine_wire = &cosine_wire;
