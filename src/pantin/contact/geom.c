/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/geom.h"

/* Gives a plane, which never moves, no inertia. */
static pn_vec3 no_inertia(double mass, const double *size)
{
  (void)mass;
  (void)size;
  return pn_vec3_make(0, 0, 0);
}

static const pn_shape plane = {"plane", 0, {NULL}, no_inertia};

const pn_shape *const pn_geom_plane = &plane;

int pn_geom_collides(const pn_shape *shape)
{
  return shape == pn_shape_sphere || shape == pn_shape_box ||
         shape == pn_shape_capsule || shape == pn_geom_plane;
}

pn_geom pn_geom_make_plane(pn_vec3 point, pn_vec3 normal)
{
  const pn_vec3 up = {0, 0, 1}, n = pn_vec3_normalize(normal);
  const pn_vec3 axis = pn_vec3_cross(up, n);
  const double sine = pn_vec3_norm(axis);
  pn_geom geom = {.body = PN_WORLD, .shape = pn_geom_plane, .pose.x = point};
  geom.pose.q =
      sine > 0 ? pn_quat_axis_angle(pn_vec3_normalize(axis), atan2(sine, n.z))
               : (n.z > 0 ? pn_quat_identity()
                          : (pn_quat){0, 1, 0, 0}); /* upside down */
  return geom;
}
