/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The pairs that collision_pairs.c finds are in order; each collided by ODE
   with the lower number first, they give the same contacts in the same order in
   every run.

   A box that stands diagonally above another, as bricks in a straight stack
   do, overlaps with it, both grown, in a square as wide as the margin: a
   contact along an edge of both, with a normal of chance. Such pairs are left
   out, unless one slides over the other within the step. */
#include "pantin/contact/collision_round.h"

#include "pantin/base/alloc.h"
#include "pantin/body/shape_private.h"

#include <gsl/gsl_errno.h>
#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

/* Bodies farther away are lost [m]. */
static const double farthest = PNI_LENGTH_MAX;

/* Gaps that differ by less than this fraction of it are equal. */
static const double tie_times = 0.1;

/* The growth of two boxes, in margins, beyond which they are looked at as they
   are, too: thrown boxes do as well with 8 as with 2, and bricks of a wall that
   hardly move are left alone. */
static const double grown_far = 8;

/* Makes the shape of ODE for a geom, grown on all sides. */
static dGeomID make_ode_geom(const pn_geom *geom, double growth)
{
  const double *s = geom->size;
  if (geom->shape == pn_shape_sphere)
    return dCreateSphere(NULL, s[0] + growth);
  if (geom->shape == pn_shape_box)
    return dCreateBox(NULL, s[0] + 2 * growth, s[1] + 2 * growth,
                      s[2] + 2 * growth);
  if (geom->shape == pn_shape_capsule)
    return dCreateCapsule(NULL, s[1] + growth, s[0]);
  const pn_vec3 n = pn_quat_rotate(geom->pose.q, pn_vec3_make(0, 0, 1));
  return dCreatePlane(NULL, n.x, n.y, n.z,
                      pn_vec3_dot(n, geom->pose.x) + growth);
}

/* Grows a shape of ODE that was made for this geom by another amount. */
static void grow_ode_geom(dGeomID ode, const pn_geom *geom, double growth)
{
  const double *s = geom->size;
  if (geom->shape == pn_shape_sphere)
    dGeomSphereSetRadius(ode, s[0] + growth);
  else if (geom->shape == pn_shape_box)
    dGeomBoxSetLengths(ode, s[0] + 2 * growth, s[1] + 2 * growth,
                       s[2] + 2 * growth);
  else if (geom->shape == pn_shape_capsule)
    dGeomCapsuleSetParams(ode, s[1] + growth, s[0]);
}

/* Places the k-th shape of ODE, whose capsules lie along z where ours lie along
   x: its axes are our y, z, x. */
static void place_ode_geom(pn_collision *of, size_t k)
{
  const pn_shape *const shape = of->geom[k].shape;
  const pn_pose pose = of->pose[k];
  of->turn[k] = pn_quat_matrix(pose.q);
  if (shape == pn_geom_plane)
    return;
  const pn_mat3 *const M = &of->turn[k];
  const int shift = shape == pn_shape_capsule;
  dMatrix3 R = {0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      R[4 * i + j] = M->m[i][(j + shift) % 3];
  dGeomSetPosition(of->ode_geom[k], pose.x.x, pose.x.y, pose.x.z);
  dGeomSetRotation(of->ode_geom[k], R);
}

/* Takes the memory that does not depend on the contacts. */
static int take_memory(pn_collision *of, const size_t (*joined)[2],
                       size_t count)
{
  of->ode_geom = pn_alloc(of->geoms, sizeof *of->ode_geom);
  of->overlaps = pni_overlaps_alloc(of->geoms);
  of->box = pn_alloc(of->geoms, sizeof *of->box);
  of->boxed = pn_alloc(of->geoms, sizeof *of->boxed);
  of->ahead = pn_alloc(of->geoms, sizeof *of->ahead);
  of->growth = pn_alloc(of->geoms, sizeof *of->growth);
  of->pose = pn_alloc(of->geoms, sizeof *of->pose);
  of->turn = pn_alloc(of->geoms, sizeof *of->turn);
  of->end = pn_alloc(of->geoms, sizeof *of->end);
  return of->ode_geom && of->overlaps && of->box && of->boxed && of->ahead &&
                 of->growth && of->pose && of->turn && of->end
             ? pni_joined_set(of, joined, count)
             : GSL_ENOMEM;
}

pn_collision *pn_collision_alloc(const pn_geom *geom, size_t geoms,
                                 const pn_collision_settings *settings,
                                 const size_t (*joined)[2], size_t count,
                                 pn_error *error)
{
  for (size_t k = 0; k < geoms; k++)
    if (pni_geom_check(&geom[k], k, error))
      return NULL;
  pn_collision *of = pn_alloc(1, sizeof *of);
  if (of) {
    dInitODE2(0); /* counted: each dCloseODE undoes one */
    of->geom = geom;
    of->geoms = geoms;
    of->settings = *settings;
  }
  if (!of || take_memory(of, joined, count)) {
    pn_collision_free(of);
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return NULL;
  }
  for (size_t k = 0; k < geoms; k++) {
    of->growth[k] = settings->margin / 2;
    of->pose[k] = geom[k].pose;
    of->ode_geom[k] = make_ode_geom(&geom[k], of->growth[k]);
    if (geom[k].body == PN_WORLD)
      place_ode_geom(of, k);
  }
  return of;
}

void pn_collision_free(pn_collision *of)
{
  if (!of)
    return;
  for (size_t k = 0; of->ode_geom && k < of->geoms; k++)
    if (of->ode_geom[k])
      dGeomDestroy(of->ode_geom[k]);
  dCloseODE();
  pni_overlaps_free(of->overlaps);
  pn_free(of->box);
  pn_free(of->boxed);
  pn_free(of->ode_geom);
  pn_free(of->ahead);
  pn_free(of->growth);
  pn_free(of->pose);
  pn_free(of->turn);
  pn_free(of->end);
  pn_free(of->contact);
  pn_free(of->pair);
  pn_free(of->ignore);
  pn_free(of->ground);
  pn_free(of);
}

/* Makes room for so many contacts. */
static int reserve(pn_collision *of, size_t contacts)
{
  if (contacts <= of->room)
    return GSL_SUCCESS;
  const size_t room = pni_room(of->room, contacts);
  pn_contact *contact = pn_realloc(of->contact, room, sizeof *contact);
  if (!contact)
    return GSL_ENOMEM;
  of->contact = contact;
  of->room = room;
  return GSL_SUCCESS;
}

/* Returns the pose of a geom that moves. */
static pn_pose pose_of(const pn_geom *geom, const pn_motion *body)
{
  const pn_pose at = body[geom->body].pose;
  return (pn_pose){pn_pose_point(at, geom->pose.x),
                   pn_quat_multiply(at.q, geom->pose.q)};
}

/* Tells whether two boxes meet along an edge of both. */
static int is_diagonal(const pn_collision *of, const pn_contact *point,
                       size_t count, const pn_pose pose[2])
{
  const double near = pni_boxes_near_edge(of, point);
  for (int side = 0; side < 2; side++) {
    const pn_geom *geom = &of->geom[point->geom[side]];
    if (geom->shape != pn_shape_box ||
        !pni_points_follow_edge(point, count, geom->size, pose[side], near))
      return 0;
  }
  return pni_boxes_at_edge(of, point, near);
}

/* Moves the points of one pair to the shapes as they are, and keeps those that
   are near enough. Returns how many there are. */
static size_t keep_near(const pn_collision *of, const pn_motion *body,
                        const pn_pose pose[2], pn_contact *point, size_t count)
{
  pn_vec3 aside[PN_COLLISION_POINTS];
  const int boxes = pni_boxes_place(of, point, &count, aside);
  if (!boxes && of->settings.step == 0)
    return count;
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    const int near =
        boxes ? pni_reach_closes(of, body, &point[k], point[k].point, aside[k])
              : pni_reach_settle(of, body, pose, &point[k]);
    if (near && kept < k)
      point[kept] = point[k];
    kept += near != 0;
  }
  return kept;
}

/* Leaves out the points of boxes that stay beside each other; of those that
   slide over each other, it places the points where they meet. Returns how many
   are left. */
static size_t slide(const pn_collision *of, const pn_motion *body,
                    const pn_pose pose[2], pn_contact *point, size_t count)
{
  if (!pni_boxes_slide_over(of, body, point))
    return 0;
  for (size_t k = 1; k < count; k++)
    point[k].normal = point->normal;
  return pni_points_merge(point, keep_near(of, body, pose, point, count),
                          pni_merged_within(of));
}

/* Finds the points of one pair, whose shapes are grown by this sum. Returns how
   many there are. Normals of ODE point into the first shape. */
static size_t find_points(const pn_collision *of, const size_t pair[2],
                          const pn_motion *body, double growth,
                          pn_contact *point)
{
  dContactGeom found[PN_COLLISION_POINTS];
  const int count = dCollide(of->ode_geom[pair[0]], of->ode_geom[pair[1]],
                             PN_COLLISION_POINTS, found, sizeof *found);
  if (count == 0)
    return 0;
  for (int k = 0; k < count; k++) {
    const dContactGeom *f = &found[k];
    point[k] =
        (pn_contact){.geom = {pair[0], pair[1]},
                     .body = {of->geom[pair[0]].body, of->geom[pair[1]].body},
                     .point = {f->pos[0], f->pos[1], f->pos[2]},
                     .normal = {-f->normal[0], -f->normal[1], -f->normal[2]},
                     .gap = growth - f->depth,
                     .share = 0.5};
  }
  const pn_pose pose[] = {of->pose[pair[0]], of->pose[pair[1]]};
  size_t kept = pni_round_meets_box(of, pair)
                    ? pni_round_place(of, body, point)
                    : keep_near(of, body, pose, point, (size_t)count);
  if (kept == 0)
    kept = pni_boxes_overlap(of, point);
  kept = pni_points_merge(point, kept, pni_merged_within(of));
  if (kept > 0 && is_diagonal(of, point, kept, pose))
    kept = slide(of, body, pose, point, kept);
  return kept;
}

/* Grows two shapes by the margin alone, or by the way of the step, too. */
static void grow_pair(const pn_collision *of, const size_t pair[2],
                      int by_margin)
{
  for (int side = 0; side < 2; side++)
    grow_ode_geom(of->ode_geom[pair[side]], &of->geom[pair[side]],
                  by_margin ? of->settings.margin / 2 : of->growth[pair[side]]);
}

/* Adds the points of two boxes that are within the margin of each other now: a
   long way of the step grows them to boxes that may overlap least along another
   normal, and hides corners that touch. Returns how many there are. */
static size_t add_near(const pn_collision *of, const size_t pair[2],
                       const pn_motion *body, pn_contact *point, size_t kept)
{
  pn_contact near[PN_COLLISION_POINTS];
  grow_pair(of, pair, 1);
  const size_t count = find_points(of, pair, body, of->settings.margin, near);
  grow_pair(of, pair, 0);
  for (size_t k = 0; k < count && kept < PN_COLLISION_POINTS; k++)
    point[kept++] = near[k];
  return pni_points_merge(point, kept, pni_merged_within(of));
}

/* Finds the points of one pair. Returns how many there are. */
static size_t collide(const pn_collision *of, const size_t pair[2],
                      const pn_motion *body, pn_contact *point)
{
  const double growth = of->growth[pair[0]] + of->growth[pair[1]];
  size_t kept = find_points(of, pair, body, growth, point);
  if (growth > grown_far * of->settings.margin && pni_are_boxes(of, pair))
    kept = add_near(of, pair, body, point, kept);
  return pni_points_reduce(point, kept, of->settings.per_pair,
                           tie_times * pni_merged_within(of));
}

/* Tells whether two geoms are within the margin of each other now. */
static int touch(const pn_collision *of, const size_t pair[2])
{
  dContactGeom found;
  grow_pair(of, pair, 1);
  const int count = dCollide(of->ode_geom[pair[0]], of->ode_geom[pair[1]], 1,
                             &found, sizeof found);
  grow_pair(of, pair, 0);
  return count > 0;
}

/* Tells whether all bodies are near enough for ODE, which ends the program
   where they are not. */
static int all_near(const pn_collision *of, const pn_motion *body)
{
  for (size_t k = 0; k < of->geoms; k++) {
    const size_t b = of->geom[k].body;
    if (b == PN_WORLD)
      continue;
    const pn_vec3 x = body[b].pose.x;
    const double most =
        fabs(x.x) + fabs(x.y) + fabs(x.z); /* the norm at most */
    if (!(most < farthest / 2) && !(pn_vec3_norm(x) < farthest))
      return 0;
  }
  return 1;
}

int pn_collision_find(pn_collision *of, const pn_motion *body)
{
  /* The shapes follow the bodies. */
  if (!all_near(of, body))
    return GSL_ERANGE;
  const double h = of->settings.step,
               fall = h * h * pn_vec3_norm(of->settings.gravity);
  for (size_t k = 0; k < of->geoms; k++) {
    const pn_geom *geom = &of->geom[k];
    if (geom->body == PN_WORLD)
      continue;
    of->pose[k] = pose_of(geom, body);
    place_ode_geom(of, k);
    if (of->settings.step > 0) {
      of->growth[k] = of->settings.margin / 2 +
                      pni_reach_way(geom, body, of->settings.step) +
                      (pni_is_round(geom) ? fall : 0);
      if (!(of->growth[k] < farthest)) /* ODE would end the program */
        return GSL_ERANGE;
      grow_ode_geom(of->ode_geom[k], geom, of->growth[k]);
    }
  }

  /* Pairs whose boxes overlap, in an order that is always the same. */
  of->contacts = 0;
  const int code = pni_collision_pairs(of);
  if (code)
    return code;
  if (!of->started && pni_joined_start(of, touch))
    return GSL_ENOMEM;

  /* The contacts of each pair. */
  if (of->settings.step > 0)
    pni_ahead_look(of, body);
  for (size_t k = 0; k < of->pairs; k++) {
    if (reserve(of, of->contacts + PN_COLLISION_POINTS))
      return GSL_ENOMEM;
    of->contacts += collide(of, of->pair[k], body, of->contact + of->contacts);
  }
  return GSL_SUCCESS;
}
