/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds the one joint that has the freedoms of several. */
#include "pantin/body/robot.h"

#include <math.h>

/* Two points [m], and the sine of the angle between two directions, are taken
   for the same below this. */
static const double same = 1e-6;

static int is_parallel(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_norm(pn_vec3_cross(a, b)) < same;
}

static int is_normal(pn_vec3 a, pn_vec3 b)
{
  return fabs(pn_vec3_dot(a, b)) < same;
}

static int is_same_point(pn_vec3 a, pn_vec3 b)
{
  return pn_vec3_norm(pn_vec3_sub(a, b)) < same;
}

/* The joints of a link, sorted by kind. */
typedef struct {
  size_t slides, hinges, balls;
  const pni_link_joint *slide[PNI_LINK_JOINTS], *hinge[PNI_LINK_JOINTS],
      *ball[PNI_LINK_JOINTS];
} freedoms;

/* Sorts the joints of a link by what they let it do. */
static freedoms freedoms_of(const pni_link *link)
{
  freedoms f = {.slides = 0};
  for (size_t k = 0; k < link->joints; k++) {
    const pni_link_joint *joint = &link->joint[k];
    if (joint->kind == PNI_SLIDE)
      f.slide[f.slides++] = joint;
    else if (joint->kind == PNI_HINGE)
      f.hinge[f.hinges++] = joint;
    else
      f.ball[f.balls++] = joint;
  }
  return f;
}

/* Tells whether three directions span space. */
static int spans(pn_vec3 a, pn_vec3 b, pn_vec3 c)
{
  return fabs(pn_vec3_dot(a, pn_vec3_cross(b, c))) > same;
}

/* Tells whether the hinges or the ball turn about every axis. */
static int turns_freely(const freedoms *f)
{
  return f->balls == 1 ||
         (f->hinges == 3 &&
          spans(f->hinge[0]->axis, f->hinge[1]->axis, f->hinge[2]->axis) &&
          is_same_point(f->hinge[0]->point, f->hinge[1]->point) &&
          is_same_point(f->hinge[0]->point, f->hinge[2]->point));
}

static int slides_freely(const freedoms *f)
{
  return f->slides == 3 &&
         spans(f->slide[0]->axis, f->slide[1]->axis, f->slide[2]->axis);
}

const pn_joint_type *pni_link_joint_type(const pni_link *link,
                                         pn_joint_place *at, unsigned *motions)
{
  const freedoms sorted = freedoms_of(link), *f = &sorted;
  const size_t slides = f->slides, turns = f->hinges + 3 * f->balls;
  const pni_link_joint *turn = f->balls ? f->ball[0] : f->hinge[0];
  /* NOLINTNEXTLINE(*-core.NullDereference): a link here has a joint */
  at->point = turns > 0 ? turn->point : f->slide[0]->point;
  at->axis = f->hinges > 0   ? f->hinge[0]->axis
             : f->slides > 0 ? f->slide[0]->axis
                             : pn_vec3_make(0, 0, 1);
  if (turns == 3 && slides == 0 && turns_freely(f))
    return pn_joint_ball;
  if (slides == 3 && (turns == 0 || (turns == 3 && turns_freely(f))) &&
      slides_freely(f)) {
    *motions = turns ? PNI_ALL_MOTIONS
                     : PN_FREE_SLIDE(0) | PN_FREE_SLIDE(1) | PN_FREE_SLIDE(2);
    return pn_joint_free;
  }
  if (f->balls > 0)
    return NULL;
  if (turns == 1 && slides == 0)
    return pn_joint_revolute;
  if (turns == 0 && slides == 1)
    return pn_joint_prismatic;
  if (turns == 1 && slides == 1 &&
      is_parallel(f->hinge[0]->axis, f->slide[0]->axis))
    return pn_joint_cylindrical;
  if (turns == 2 && slides == 0 &&
      is_normal(f->hinge[0]->axis, f->hinge[1]->axis) &&
      is_same_point(f->hinge[0]->point, f->hinge[1]->point)) {
    at->second = f->hinge[1]->axis;
    return pn_joint_universal;
  }
  if (turns == 1 && slides == 2 &&
      is_normal(f->hinge[0]->axis, f->slide[0]->axis) &&
      is_normal(f->hinge[0]->axis, f->slide[1]->axis) &&
      !is_parallel(f->slide[0]->axis, f->slide[1]->axis))
    return pn_joint_planar;
  return NULL;
}
