/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/collision_private.h"

#include "pantin/body/shape_private.h"

#include <gsl/gsl_errno.h>

/* How far the length of a geom's quaternion may be from 1, as of bodies. */
static const double rounding = 1e-9;

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

int pni_geom_check(const pn_geom *geom, size_t k, pn_error *error)
{
  if (!geom->shape)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "geom %zu has no shape; try pn_shape_box", k);
  if (!pn_geom_collides(geom->shape) ||
      (geom->shape == pn_geom_plane && geom->body != PN_WORLD))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "a %s cannot collide: spheres, boxes and capsules "
                        "can, and planes of the world",
                        geom->shape->name);
  if (!pni_shape_has_sizes(geom->shape, geom->size))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "geom %zu: the sizes of a %s must be positive, and at "
                        "most %d m",
                        k, geom->shape->name, PNI_LENGTH_MAX);
  if (!(pn_vec3_norm(geom->pose.x) <= PNI_LENGTH_MAX))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "geom %zu must be within %d m of its body's origin", k,
                        PNI_LENGTH_MAX);
  return fabs(pn_quat_norm(geom->pose.q) - 1) <= rounding
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "geom %zu: its quaternion must have length 1; try "
                            "pn_quat_identity()",
                            k);
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
