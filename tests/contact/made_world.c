/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "made_world.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

struct made made;

void made_begin(void)
{
  made.sys = pn_system_alloc();
  made.sys->gravity = pn_vec3_make(0, 0, -MADE_GRAVITY);
  made.geoms = 0;
  made.settings = pn_world_settings_default();
}

void made_end(void)
{
  pn_system_free(made.sys);
}

size_t made_add(const pn_shape *shape, const double *size, double mass,
                pn_vec3 x)
{
  pn_body body = pn_body_make(shape, size, mass);
  body.pose.x = x;
  ck_assert_int_eq(pn_system_add_body(made.sys, &body), GSL_SUCCESS);
  ck_assert_uint_lt(made.geoms, MADE_GEOMS_MAX);
  pn_geom *geom = &made.geom[made.geoms++];
  *geom = (pn_geom){.body = made.sys->bodies - 1,
                    .shape = shape,
                    .pose.q = pn_quat_identity()};
  memcpy(geom->size, size, shape->sizes * sizeof *size);
  return geom->body;
}

void made_add_ground(void)
{
  made.geom[made.geoms++] =
      pn_geom_make_plane(pn_vec3_make(0, 0, 0), pn_vec3_make(0, 0, 1));
}

pn_world *made_world(void)
{
  pn_error error = {0};
  pn_world *world =
      pn_world_alloc(made.sys, made.geom, made.geoms, &made.settings, &error);
  ck_assert_msg(world != NULL, "%s", error.text);
  return world;
}

void made_advance(pn_world *world, size_t steps)
{
  pn_error error = {0};
  for (size_t k = 0; k < steps; k++)
    ck_assert_msg(!pn_world_advance(world, &error), "%s", error.text);
}

pn_motion made_motion(const pn_world *world, size_t body)
{
  return pn_state_motion(made.sys, world->y, body);
}
