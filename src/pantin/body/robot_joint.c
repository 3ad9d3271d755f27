/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joins a link to its parent by the one joint that has the freedoms of several:
   slides along axes of a frame, before turns about axes that meet in a point.
   Slides after the turns are seen from the link, whose parent then hangs on it.
   A slide also passes a hinge along it, and two pass one at right angles to
   both. */
#include "pantin/body/joint_motions.h"
#include "pantin/body/robot.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

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

/* Tells whether three directions span space. */
static int spans(pn_vec3 a, pn_vec3 b, pn_vec3 c)
{
  return fabs(pn_vec3_dot(a, pn_vec3_cross(b, c))) > same;
}

/* The joints of a link, sorted by kind. */
typedef struct {
  size_t slides, hinges, balls;
  size_t before[PNI_LINK_JOINTS]; /* turns before each slide */
  const pni_link_joint *slide[PNI_LINK_JOINTS], *hinge[PNI_LINK_JOINTS],
      *ball[PNI_LINK_JOINTS];
} freedoms;

/* Sorts the joints of a link by what they let it do. */
static freedoms freedoms_of(const pni_link *link)
{
  freedoms f = {.slides = 0};
  for (size_t k = 0; k < link->joints; k++) {
    const pni_link_joint *joint = &link->joint[k];
    if (joint->kind == PNI_SLIDE) {
      f.before[f.slides] = f.hinges + 3 * f.balls;
      f.slide[f.slides++] = joint;
    } else if (joint->kind == PNI_HINGE)
      f.hinge[f.hinges++] = joint;
    else
      f.ball[f.balls++] = joint;
  }
  return f;
}

/* The one joint that stands for those of a link. */
typedef struct {
  unsigned motions; /* PN_FREE_.. of this frame */
  pn_joint_place at;
  const char *fault; /* why there is none; or NULL */
} whole;

static const char
    slanted[] = "two hinges of a body must be at right angles, and three must "
                "not lie in a plane",
    skew[] = "the axes of a body's hinges must meet in a point",
    dependent[] = "the joints of a body must be at most three slides and three "
                  "turns (a ball has three), each in a direction of its own",
    oblique[] = "slides of a body, or the plane of two, must lie along or at "
                "right angles to the hinge next to them",
    between[] = "slides of a body must come before all its hinges, or after "
                "them";

static pn_vec3 normal_of(const freedoms *f)
{
  return pn_vec3_normalize(pn_vec3_cross(f->slide[0]->axis, f->slide[1]->axis));
}

/* Finds the point where the hinges meet; returns whether they do. */
static int meet(const freedoms *f, pn_vec3 *point)
{
  const pn_vec3 a = f->hinge[0]->axis, p = f->hinge[0]->point;
  *point = p;
  if (f->hinges > 1) {
    const pn_vec3 b = f->hinge[1]->axis, n = pn_vec3_cross(a, b);
    const pn_vec3 gap = pn_vec3_sub(f->hinge[1]->point, p);
    *point = pn_vec3_add_scaled(
        p, pn_vec3_dot(pn_vec3_cross(gap, b), n) / pn_vec3_dot(n, n), a);
  }
  for (size_t k = 1; k < f->hinges; k++)
    if (!(pn_vec3_norm(pn_vec3_cross(pn_vec3_sub(*point, f->hinge[k]->point),
                                     f->hinge[k]->axis)) < same))
      return 0;
  return 1;
}

/* Sets the turns and the point about which they are. */
static const char *set_turns(const freedoms *f, whole *of)
{
  const pni_link_joint *const *h = f->hinge;
  if (f->balls > 1 || f->hinges > 3 || (f->balls == 1 && f->hinges > 0))
    return dependent;
  if (f->hinges == 2 && !is_normal(h[0]->axis, h[1]->axis))
    return is_parallel(h[0]->axis, h[1]->axis) ? dependent : slanted;
  if (f->hinges == 3 && !spans(h[0]->axis, h[1]->axis, h[2]->axis))
    return slanted;
  of->at.point = f->balls > 0 ? f->ball[0]->point : of->at.point;
  if (f->hinges > 0 && !meet(f, &of->at.point))
    return skew;
  const size_t turns = f->hinges + 3 * f->balls;
  for (size_t k = 0; k < turns; k++)
    of->motions |= PN_FREE_TURN(k);
  return NULL;
}

/* Takes a direction as the next axis of a frame that has so many. */
static void take(pn_vec3 axis, pn_vec3 e[2], int *count)
{
  if (*count == 2 || (*count == 1 && is_parallel(e[0], axis)))
    return;
  if (*count == 1)
    axis = pn_vec3_normalize(
        pn_vec3_add_scaled(axis, -pn_vec3_dot(axis, e[0]), e[0]));
  e[(*count)++] = axis;
}

/* Sets the frame: along the first hinge, unless the turns are all three, then
   the slides. The child's has the second hinge. */
static void set_frame(const freedoms *f, whole *of)
{
  const pn_vec3 up = {0, 0, 1};
  pn_vec3 e[2];
  int count = 0;
  if (f->hinges == 1 || f->hinges == 2)
    take(f->hinge[0]->axis, e, &count);
  for (size_t k = 0; k < f->slides; k++)
    take(f->slide[k]->axis, e, &count);
  for (size_t k = 0; k < f->hinges; k++)
    take(f->hinge[k]->axis, e, &count);
  take(up, e, &count);
  take(pn_vec3_some_normal(e[0]), e, &count);
  of->at.axis = e[0];
  of->at.second = e[1];
  if (f->hinges == 2 && f->slides > 0) {
    of->at.child_axis = e[0];
    of->at.child_second = f->hinge[1]->axis;
  }
}

/* Tells whether a slide moves the body as if it came before the turns that are
   before it. */
static int is_early(const freedoms *f, size_t k)
{
  if (f->before[k] == 0 || f->slides == 3)
    return 1;
  if (f->before[k] > 1)
    return 0;
  const pn_vec3 hinge = f->hinge[0]->axis;
  return is_parallel(f->slide[k]->axis, hinge) ||
         (f->slides == 2 && is_parallel(normal_of(f), hinge));
}

/* Sets the slides, in a frame that is known. */
static const char *set_slides(const freedoms *f, whole *of)
{
  const pn_vec3 e[] = {of->at.axis, of->at.second,
                       pn_vec3_cross(of->at.axis, of->at.second)};
  const unsigned all = PN_FREE_SLIDE(0) | PN_FREE_SLIDE(1) | PN_FREE_SLIDE(2);
  unsigned slides = f->slides == 3 ? all : 0;
  if (f->slides > 3 ||
      (f->slides == 2 && is_parallel(f->slide[0]->axis, f->slide[1]->axis)) ||
      (f->slides == 3 &&
       !spans(f->slide[0]->axis, f->slide[1]->axis, f->slide[2]->axis)))
    return dependent;
  for (int k = 0; k < 3; k++) {
    if (f->slides == 1 && is_parallel(f->slide[0]->axis, e[k]))
      slides = PN_FREE_SLIDE(k);
    if (f->slides == 2 && is_parallel(normal_of(f), e[k]))
      slides = all & ~PN_FREE_SLIDE(k);
  }
  of->motions |= slides;
  return slides || f->slides == 0 ? NULL : oblique;
}

/* Finds the joint that stands for those of a link. */
static whole whole_of(const pni_link *link)
{
  const freedoms f = freedoms_of(link);
  whole of = {.motions = 0};
  if (f.slides > 0)
    of.at.point = f.slide[0]->point;
  of.fault = set_turns(&f, &of);
  if (of.fault)
    return of;
  set_frame(&f, &of);
  of.at.child_point = of.at.point;
  of.fault = set_slides(&f, &of);
  for (size_t k = 0; k < f.slides && !of.fault; k++)
    if (!is_early(&f, k))
      of.fault = between;
  return of;
}

/* Returns a link with its joints in the order in which its parent hangs on it.
 */
static pni_link reversed(const pni_link *link)
{
  pni_link of = *link;
  for (size_t k = 0; k < link->joints; k++)
    of.joint[k] = link->joint[link->joints - 1 - k];
  return of;
}

/* Finishes a link that six joints let free: damping is refused. */
static int let_free(const pni_robot *robot, const pni_link *link,
                    pn_system *system)
{
  for (size_t k = 0; k < link->joints; k++)
    if (link->joint[k].damping > 0)
      return pni_xml_refuse(robot->xml, link->joint[k].node,
                            "the joints of '%s' leave it free: here they have "
                            "no damping",
                            link->name);
  return pni_robot_add_bounds(robot, link, NULL, system);
}

/* Names a joint as the file does, as far as there is room; or as its body. */
static int set_name(const pni_robot *robot, const pni_link *link,
                    const char *body, pn_joint *joint)
{
  char name[PN_NAME_SIZE];
  const int is_named = link->joint_name && link->joint_name[0];
  snprintf(name, sizeof name, "%s", is_named ? link->joint_name : body);
  return pni_robot_copy_name(robot, link->joint[0].node, name, joint->name);
}

int pni_robot_add_joint(const pni_robot *robot, const pni_link *link,
                        size_t parent, size_t child, pn_system *system)
{
  const pni_link turned = reversed(link), *order = link;
  whole of = whole_of(link);
  if (of.fault) {
    const whole from_link = whole_of(&turned);
    if (!from_link.fault || link->joint[0].kind != PNI_SLIDE) {
      order = &turned;
      of = from_link;
    }
  }
  if (of.fault)
    return pni_xml_refuse(robot->xml, link->joint[1].node,
                          "the %zu joints of '%.60s' are no single one here: "
                          "%s; or give each a body of its own",
                          link->joints, link->name, of.fault);
  if (of.motions == PNI_ALL_MOTIONS)
    return let_free(robot, link, system);
  const pn_joint_type *type = pni_joint_type_by_motions(of.motions);
  pn_joint *joint = pn_system_join(system, type, order == link ? parent : child,
                                   order == link ? child : parent, &of.at);
  if (!joint)
    return pni_robot_no_memory(robot);
  joint->free = type == pn_joint_free ? of.motions : 0;
  if (set_name(robot, link, system->body[child].name, joint) ||
      pni_robot_set_damping(robot, order, joint))
    return robot->xml->error->code;
  return pni_robot_add_bounds(robot, link, joint, system);
}
