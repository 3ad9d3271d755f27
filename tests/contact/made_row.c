/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "made_row.h"

#include "draw.h"
#include "test.h"

#include <math.h>

enum { BOXES = 12 };

void made_begin_smooth(void)
{
  made_begin();
  made.settings.friction = 0;
}

static void add_box_at(pn_vec3 size, pn_pose pose)
{
  ck_assert_uint_lt(made.geoms, MADE_GEOMS_MAX);
  made.geom[made.geoms++] = (pn_geom){.body = PN_WORLD,
                                      .shape = pn_shape_box,
                                      .size = {size.x, size.y, size.z},
                                      .pose = pose};
}

void made_add_box(pn_vec3 size, pn_vec3 middle)
{
  add_box_at(size, (pn_pose){middle, pn_quat_identity()});
}

void made_add_row_at(double far, pn_pose at)
{
  double x = -far;
  for (int k = 0; k < BOXES; k++) {
    const double rest = far - x;
    const double length =
        k == BOXES - 1 ? rest : fmin(rest, draw_between(0.05, 0.5) * far);
    const double depth = draw_between(0.1, 1);
    const pn_vec3 middle = {x + length / 2, 0, -depth / 2};
    if (length > 0)
      add_box_at(pn_vec3_make(length, 1, depth),
                 (pn_pose){pn_pose_point(at, middle), at.q});
    x += length;
  }
}

void made_add_row(double far)
{
  made_add_row_at(far, (pn_pose){pn_vec3_make(0, 0, 0), pn_quat_identity()});
}

void made_add_round(int is_capsule, double radius, double angle, double height)
{
  const double size[] = {4 * radius, radius};
  const size_t b = made_add(is_capsule ? pn_shape_capsule : pn_shape_sphere,
                            is_capsule ? size : &radius, MADE_LIGHT,
                            pn_vec3_make(0, 0.013, radius + height));
  made.sys->body[b].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle);
}
