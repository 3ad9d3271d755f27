/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How friction throws a ball or a capsule aside that meets a plane n within a
   step. The impulse P at the lowest point, at r from the centre of mass, stops
   what closes there, c, and the slip s, both ways of a step:

     K P = c n - s,   K = 1/m - [r] I^-1 [r],

   unless its part across n is larger than mu times that along n, to which it is
   shortened then. What the world solves afterwards has other contacts and
   joints too; this says where to look for what is met next. */
#include "pantin/contact/collision_box.h"

/* A capsule lies on the plane if its axis rises by less than this sine. */
static const double lies = 1e-3;

/* Returns the lowest point of a ball or a capsule above a plane n. */
static pn_vec3 lowest_point(const pn_geom *geom, pn_pose pose, pn_vec3 n)
{
  const int is_capsule = geom->shape == pn_shape_capsule;
  const pn_vec3 d = pn_quat_rotate(pose.q, pn_vec3_make(1, 0, 0));
  const double rise = is_capsule ? pn_vec3_dot(n, d) : 0,
               end = fabs(rise) < lies ? 0 : -copysign(geom->size[0] / 2, rise);
  return pn_vec3_add_scaled(pn_vec3_add_scaled(pose.x, end, d),
                            -geom->size[is_capsule], n);
}

/* Returns I^-1 v of a body that is turned like this, in the world's frame. */
static pn_vec3 turn_by(const pn_body *body, const pn_motion *at, pn_vec3 v)
{
  const pn_vec3 own = pn_mat3_apply_transposed(at->R, v);
  return pn_mat3_apply(at->R,
                       pn_mat3_apply(pn_body_inverse_inertia(body), own));
}

/* Returns how a point at q from the centre of mass moves by an impulse P at
   r. */
static pn_vec3 respond(const pn_body *body, const pn_motion *at, pn_vec3 r,
                       pn_vec3 P, pn_vec3 q)
{
  return pn_vec3_add(pn_vec3_scale(1 / body->mass, P),
                     pn_vec3_cross(turn_by(body, at, pn_vec3_cross(r, P)), q));
}

pn_vec3 pni_throw(const pn_collision *of, const pn_motion *body, size_t round,
                  const pni_meeting *met)
{
  const pn_geom *geom = &of->geom[round];
  const double mu = of->settings.friction;
  if (!pni_is_round(geom) || !(mu > 0))
    return pn_vec3_make(0, 0, 0);
  const pn_body *made = &of->settings.body[geom->body];
  const pn_motion *at = &body[geom->body];
  const pn_contact pair = {.geom = {met->other, round},
                           .body = {of->geom[met->other].body, geom->body}};
  const pn_vec3 p = lowest_point(geom, of->pose[round], met->n),
                r = pn_vec3_sub(p, at->pose.x),
                way = pn_vec3_add(pni_reach_move(of, body, &pair, p),
                                  pni_reach_fall(of, &pair)),
                slip = pni_across(met->n, way);

  /* The impulse that stops the point, and the part of it that friction can
     give. */
  pn_mat3 K;
  for (int i = 0; i < 3; i++) {
    const pn_vec3 unit = pn_vec3_make(i == 0, i == 1, i == 2),
                  column = respond(made, at, r, unit, r);
    K.m[0][i] = column.x;
    K.m[1][i] = column.y;
    K.m[2][i] = column.z;
  }
  const pn_vec3 P =
      pn_mat3_apply(pn_mat3_inverse(K),
                    pn_vec3_sub(pn_vec3_scale(met->closing, met->n), slip));
  const double pressed = fmax(0, pn_vec3_dot(met->n, P));
  const pn_vec3 wanted = pni_across(met->n, P);
  const double length = pn_vec3_norm(wanted),
               given = length > mu * pressed ? mu * pressed / length : 1;
  return pni_across(met->n,
                    respond(made, at, r, pn_vec3_scale(given, wanted),
                            pn_vec3_sub(of->pose[round].x, at->pose.x)));
}
