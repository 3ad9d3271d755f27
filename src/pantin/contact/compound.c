/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inertia of a compound by Steiner's theorem: a component of mass m, whose
   centre is at c from the common one, with R I R^T about its own, adds

     R I R^T + m (c.c 1 - c c^T).

   Source: H. Goldstein, Classical Mechanics (1980), section 5-3. */
#include "pantin/contact/compound.h"

#include <string.h>

static pn_vec3 no_inertia(double mass, const double *size)
{
  (void)mass;
  (void)size;
  return pn_vec3_make(0, 0, 0);
}

static const pn_shape plane = {"plane", 0, {NULL}, no_inertia};

const pn_shape *const pn_part_plane = &plane;

int pn_part_collides(const pn_shape *shape)
{
  return shape == pn_shape_sphere || shape == pn_shape_box ||
         shape == pn_shape_capsule || shape == pn_part_plane;
}

pn_part pn_part_make_plane(pn_vec3 point, pn_vec3 normal)
{
  const pn_vec3 up = {0, 0, 1}, n = pn_vec3_normalize(normal);
  const pn_vec3 axis = pn_vec3_cross(up, n);
  const double sine = pn_vec3_norm(axis);
  pn_part part = {.body = PN_WORLD, .shape = pn_part_plane, .pose.x = point};
  part.pose.q =
      sine > 0 ? pn_quat_axis_angle(pn_vec3_normalize(axis), atan2(sine, n.z))
               : (n.z > 0 ? pn_quat_identity()
                          : (pn_quat){0, 1, 0, 0}); /* upside down */
  return part;
}

static void add_inertia(pn_mat3 *sum, const pn_body *part, pn_vec3 c)
{
  const pn_mat3 R = pn_quat_matrix(part->pose.q);
  const pn_mat3 own = pn_mat3_multiply(pn_mat3_multiply(R, part->inertia),
                                       pn_mat3_transpose(R));
  const double r[3] = {c.x, c.y, c.z}, rr = pn_vec3_dot(c, c);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      sum->m[i][j] +=
          own.m[i][j] + part->mass * ((i == j ? rr : 0) - r[i] * r[j]);
}

pn_body pn_part_compound(size_t count, pn_body *component)
{
  pn_body whole = {.pose.q = pn_quat_identity()};
  pn_vec3 moment = {0, 0, 0};
  for (size_t k = 0; k < count; k++) {
    whole.mass += component[k].mass;
    moment = pn_vec3_add_scaled(moment, component[k].mass, component[k].pose.x);
  }
  whole.pose.x = pn_vec3_scale(1 / whole.mass, moment);
  for (size_t k = 0; k < count; k++) {
    pn_vec3 *x = &component[k].pose.x;
    *x = pn_vec3_sub(*x, whole.pose.x);
    add_inertia(&whole.inertia, &component[k], *x);
  }
  return whole;
}
