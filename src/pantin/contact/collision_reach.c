/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts that bodies may come to within a step. Their shapes are grown by the
   way that they make in it, so that the collision finds them; what it finds are
   points p of the grown shapes, on the line along the normal n through their
   nearest points. With d the distance of p from a shape as it is, outwards
   along that line, the gap is

     gap = d_i + d_j.

   A shape may be grown by many times its size, so that p lies behind the other
   one: d of that one is less than 0 then. For spheres, capsules and planes d is
   as exact as p; contacts with boxes are another matter (collision_boxes.c,
   collision_round.c). */
#include "pantin/contact/collision_private.h"

#include "pantin/base/lanes.h"

/* Less than this is the sine of the angle between an axis and a line along
   it. */
static const double along = 1e-6;

/* Returns the greatest distance of a point of the geom from its body. */
static double radius(const pn_geom *geom)
{
  const double *s = geom->size;
  const double own = geom->shape == pn_shape_sphere ? s[0]
                     : geom->shape == pn_shape_capsule
                         ? s[0] / 2 + s[1]
                         : pn_vec3_norm(pn_vec3_make(s[0], s[1], s[2])) / 2;
  return pn_vec3_norm(geom->pose.x) + own;
}

double pni_reach_way(const pn_geom *geom, const pn_motion *body, double step)
{
  if (geom->body == PN_WORLD)
    return 0;
  const pn_motion *of = &body[geom->body];
  return step * (pn_vec3_norm(of->v) + pn_vec3_norm(of->omega) * radius(geom));
}

/* A shape beside the point p of the grown shapes. */
typedef struct {
  pn_vec3 nearest; /* its point */
  double distance; /* of p from there along the normal outwards */
} side;

/* Returns where on its axis x, of this half length, a capsule is touched along
   the line through p with the direction n, outwards: where they cross; at the
   end, where the line is that of the axis. */
static double place_on_axis(double half, pn_vec3 p, pn_vec3 n)
{
  const double across = n.y * n.y + n.z * n.z;
  const double x = across > along * along
                       ? p.x - n.x * (p.y * n.y + p.z * n.z) / across
                       : copysign(half, n.x);
  return pni_clip(x, -half, half);
}

/* Looks at p from a sphere, a capsule or a plane. */
static side look(const pn_geom *geom, pn_pose pose, pn_vec3 p, pn_vec3 n)
{
  pn_vec3 x = pn_pose_local(pose, p);
  const pn_vec3 out = pn_quat_rotate(pn_quat_conjugate(pose.q), n);
  double radius = 0;
  if (geom->shape == pn_shape_sphere) {
    radius = geom->size[0];
  } else if (geom->shape == pn_shape_capsule) {
    radius = geom->size[1];
    x.x -= place_on_axis(geom->size[0] / 2, x, out);
  }
  const double d = pn_vec3_dot(x, out) - radius;
  return (side){pn_vec3_add_scaled(p, -d, n), d};
}

/* Returns the velocity of the body at p. */
static pn_vec3 velocity(const pn_motion *body, size_t k, pn_vec3 p)
{
  if (k == PN_WORLD)
    return pn_vec3_make(0, 0, 0);
  const pn_vec3 arm = pn_vec3_sub(p, body[k].pose.x);
  return pn_vec3_add(body[k].v, pn_vec3_cross(body[k].omega, arm));
}

pn_vec3 pni_reach_move(const pn_collision *of, const pn_motion *body,
                       const pn_contact *at, pn_vec3 p)
{
  if (!(of->settings.step > 0))
    return pn_vec3_make(0, 0, 0);
  return pn_vec3_scale(of->settings.step,
                       pn_vec3_sub(velocity(body, at->body[1], p),
                                   velocity(body, at->body[0], p)));
}

pn_vec3 pni_reach_fall(const pn_collision *of, const pn_contact *at)
{
  const double h = of->settings.step;
  const int second =
                pni_is_round(&of->geom[at->geom[1]]) && at->body[0] == PN_WORLD,
            first =
                pni_is_round(&of->geom[at->geom[0]]) && at->body[1] == PN_WORLD;
  return pn_vec3_scale(h * h * (second - first), of->settings.gravity);
}

/* Returns how far its meetings take a geom aside within the step. */
static pn_vec3 aside_of(const pni_ahead *ahead)
{
  pn_vec3 sum = {0, 0, 0};
  for (size_t k = 0; k < ahead->count; k++) {
    const double part = pni_ahead_part(ahead, k + 1, ahead->count);
    sum = pn_vec3_add_scaled(sum, part, ahead->met[k].turn);
  }
  return sum;
}

/* Returns how much nearer to each other the geoms get since they meet others.
 */
static double closing_by_meetings(const pn_collision *of, const pn_contact *at)
{
  if (!(of->settings.step > 0))
    return 0;
  const pn_vec3 aside = pn_vec3_sub(aside_of(&of->ahead[at->geom[1]]),
                                    aside_of(&of->ahead[at->geom[0]]));
  return -pn_vec3_dot(at->normal, aside);
}

int pni_reach_closes(const pn_collision *of, const pn_motion *body,
                     const pn_contact *at, pn_vec3 p, pn_vec3 aside)
{
  const pn_vec3 way =
      pn_vec3_add(pni_reach_move(of, body, at, p), pni_reach_fall(of, at));
  const double closing = -pn_vec3_dot(at->normal, way);
  if (at->gap > of->settings.margin + fmax(0, closing) &&
      at->gap > of->settings.margin + closing + closing_by_meetings(of, at))
    return 0;
  const double near = pni_merged_within(of);
  if (pn_vec3_dot(aside, aside) <= near * near)
    return 1;
  const pn_vec3 slip = pn_vec3_add_scaled(way, closing, at->normal);
  return pn_vec3_norm(aside) <= near + pn_vec3_norm(slip);
}

int pni_reach_settle(const pn_collision *of, const pn_motion *body,
                     const pn_pose pose[2], pn_contact *at)
{
  const pn_vec3 p = at->point, n = at->normal;
  const side s[] = {
      look(&of->geom[at->geom[0]], pose[0], p, n),
      look(&of->geom[at->geom[1]], pose[1], p, pn_vec3_scale(-1, n))};
  at->gap = s[0].distance + s[1].distance;
  at->point = s[0].nearest;
  at->share = 0;
  return pni_reach_closes(of, body, at, p, pn_vec3_make(0, 0, 0));
}

pn_vec3 pni_contact_acts_at(const pn_contact *at)
{
  const double share = at->body[0] == PN_WORLD   ? 1
                       : at->body[1] == PN_WORLD ? 0
                                                 : 0.5;
  return pn_vec3_add_scaled(at->point, (share - at->share) * fmax(0, at->gap),
                            at->normal);
}
