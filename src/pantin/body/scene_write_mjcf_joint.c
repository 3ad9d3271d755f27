/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The joint that holds a body in MJCF: its freedoms one by one, each a hinge or
   a slide with its limits, dry friction and damping, or a ball. */
#include "pantin/body/scene_mjcf_private.h"

#include "pantin/body/coordinate.h"
#include "pantin/body/joint_motions.h"

#include <math.h>
#include <string.h>

/* Returns the velocity of the body's point against the outer body. */
static pn_vec3 slip(const pni_mjcf_hold *h)
{
  const pn_vec3 at = pn_pose_point(h->body.pose, h->point);
  const pn_vec3 own = pn_vec3_add(
      h->body.v, pn_vec3_cross(h->body.omega, pn_vec3_sub(at, h->body.pose.x)));
  const pn_vec3 under =
      pn_vec3_add(h->outer.v, pn_vec3_cross(h->outer.omega,
                                            pn_vec3_sub(at, h->outer.pose.x)));
  return pn_vec3_sub(own, under);
}

/* Returns the bound of a coordinate of a joint; NULL: it has none. */
static const pn_bound *find_bound(const pni_mjcf_writer *to,
                                  const pn_joint *joint, int coordinate)
{
  const pn_bound *bound = to->system->bound;
  for (size_t b = 0; b < to->system->bounds; b++, bound++)
    if (&to->system->joint[bound->joint] == joint && bound->axis == coordinate)
      return bound;
  return NULL;
}

/* Writes limits and dry friction. The coordinate is that of the joint's child,
   hence counts backwards if the body that is held is the parent. */
static void put_bound(const pni_mjcf_writer *to, const pni_mjcf_hold *h,
                      const pn_bound *bound)
{
  pni_mjcf_put_number(to->stream, "frictionloss", bound->friction);
  if (!isfinite(bound->low) || !isfinite(bound->high))
    return;
  const pn_motion *side[] = {&h->outer, &h->body};
  const double x =
      pn_bound_value(bound, h->joint, side[!h->is_child], side[h->is_child]);
  double limit[] = {bound->low - x, bound->high - x};
  if (pn_bound_allows(bound, x)) { /* the joint leans on it */
    limit[0] = fmin(0, limit[0]);
    limit[1] = fmax(0, limit[1]);
  }
  fprintf(to->stream, " limited=\"true\"");
  pni_mjcf_put_numbers(to->stream, "range", 2,
                       (const double[]){h->is_child ? limit[0] : -limit[1],
                                        h->is_child ? limit[1] : -limit[0]});
}

/* Returns the name of a joint; NULL if it has none, or that of another one
   before it: MuJoCo wants each once. */
static const char *name_of(const pni_mjcf_writer *to, const pn_joint *joint)
{
  const pn_joint *other = to->system->joint;
  while (strcmp(other->name, joint->name) != 0)
    other++;
  return other == joint && joint->name[0] ? joint->name : NULL;
}

/* Begins a joint of a kind; the first of those that make one of ours has its
   name. */
static void begin_joint(pni_mjcf_writer *to, const pni_mjcf_hold *h,
                        const char *kind)
{
  pni_mjcf_indent(to, h->depth);
  fprintf(to->stream, "<joint");
  if (to->name)
    pni_mjcf_put_name(to->stream, "name", to->name);
  to->name = NULL;
  fprintf(to->stream, " type=\"%s\"", kind);
  pni_mjcf_put_vec3(to->stream, "pos", h->point);
}

/* Writes a joint of one degree of freedom, the joint's coordinate; the axis is
   the world's. */
static void put_freedom(pni_mjcf_writer *to, const pni_mjcf_hold *h,
                        int coordinate, pn_vec3 axis)
{
  const int slides = coordinate == PN_COORDINATE_SLIDE;
  const double damping =
      slides ? h->joint->friction_slide : h->joint->friction_turn;
  const pn_bound *bound = find_bound(to, h->joint, coordinate);
  begin_joint(to, h, slides ? "slide" : "hinge");
  pni_mjcf_put_vec3(to->stream, "axis",
                    pn_mat3_apply_transposed(h->body.R, axis));
  if (damping > 0)
    pni_mjcf_put_number(to->stream, "damping", damping);
  if (bound)
    put_bound(to, h, bound);
  fprintf(to->stream, "/>\n");
  to->velocity[to->freedoms++] =
      slides ? pn_vec3_dot(axis, slip(h))
             : pn_vec3_dot(axis, pn_vec3_sub(h->body.omega, h->outer.omega));
}

/* Writes a joint with three turns. */
static void put_ball(pni_mjcf_writer *to, const pni_mjcf_hold *h)
{
  const pn_vec3 omega = pn_mat3_apply_transposed(
      h->body.R, pn_vec3_sub(h->body.omega, h->outer.omega));
  begin_joint(to, h, "ball");
  if (h->joint->friction_turn > 0)
    pni_mjcf_put_number(to->stream, "damping", h->joint->friction_turn);
  fprintf(to->stream, "/>\n");
  const double rates[] = {omega.x, omega.y, omega.z};
  memcpy(to->velocity + to->freedoms, rates, sizeof rates);
  to->freedoms += 3;
}

void pni_mjcf_put_free(pni_mjcf_writer *to, const pn_motion *body, size_t depth)
{
  const pn_vec3 omega = pn_mat3_apply_transposed(body->R, body->omega);
  const double rates[] = {body->v.x, body->v.y, body->v.z,
                          omega.x,   omega.y,   omega.z};
  pni_mjcf_indent(to, depth);
  fprintf(to->stream, "<freejoint/>\n");
  memcpy(to->velocity + to->freedoms, rates, sizeof rates);
  to->freedoms += 6;
}

/* Writes the slides of a joint, along axes of its parent. */
static void put_slides(pni_mjcf_writer *to, const pni_mjcf_hold *h)
{
  const pn_motion *parent = h->is_child ? &h->outer : &h->body;
  for (int k = 0; k < 3; k++)
    if (pni_joint_motions(h->joint) & PN_FREE_SLIDE(k))
      put_freedom(to, h, PN_COORDINATE_SLIDE,
                  pn_mat3_apply(parent->R, h->joint->axis[0][k]));
}

/* Writes the turns of a joint: two are about an axis of its parent, then one of
   its child. */
static void put_turns(pni_mjcf_writer *to, const pni_mjcf_hold *h)
{
  const pn_motion *parent = h->is_child ? &h->outer : &h->body;
  const pn_motion *child = h->is_child ? &h->body : &h->outer;
  const unsigned turns = pni_joint_motions(h->joint) / PN_FREE_TURN(0);
  const int count = pni_motions_count(turns);
  pn_vec3 axis[2] = {{0, 0, 0}, {0, 0, 0}};
  for (int k = 0, found = 0; k < 3 && found < 2; k++)
    if (turns >> k & 1) {
      axis[found] = found ? pn_mat3_apply(child->R, h->joint->axis[1][k])
                          : pn_mat3_apply(parent->R, h->joint->axis[0][k]);
      found++;
    }
  for (int k = 0; k < count && count < 3; k++) {
    const int coordinate = h->is_child ? k : count - 1 - k;
    put_freedom(to, h, coordinate, axis[coordinate]);
  }
  if (count == 3)
    put_ball(to, h);
}

void pni_mjcf_put_joint(pni_mjcf_writer *to, const pni_mjcf_hold *h)
{
  to->name = name_of(to, h->joint);
  if (h->is_child)
    put_slides(to, h);
  put_turns(to, h);
  if (!h->is_child)
    put_slides(to, h);
}
