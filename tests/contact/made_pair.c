/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "made_pair.h"

#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

struct made_pair made_pair;

void made_pair_begin(void)
{
  draw_open();
  made_pair = (struct made_pair){.settings.per_pair = PN_COLLISION_POINTS};
}

void made_pair_end(void)
{
  pn_collision_free(made_pair.collision);
  draw_close();
}

void made_pair_set(size_t k, const pn_shape *shape, pn_vec3 size, pn_pose pose)
{
  made_pair.geom[k] = (pn_geom){.body = k,
                                .shape = shape,
                                .size = {size.x, size.y, size.z},
                                .pose.q = pn_quat_identity()};
  made_pair.body[k] = (pn_motion){.pose = pose};
}

size_t made_pair_find(void)
{
  struct made_pair *made = &made_pair;
  pn_collision_free(made->collision);
  made->collision =
      pn_collision_alloc(made->geom, 2, &made->settings, NULL, 0, NULL);
  ck_assert_int_eq(pn_collision_find(made->collision, made->body), GSL_SUCCESS);
  return made->collision->contacts;
}

double made_pair_outside(size_t k, pn_vec3 p)
{
  const pn_vec3 x = pn_pose_local(made_pair.body[k].pose, p);
  const double *s = made_pair.geom[k].size;
  return pn_vec3_norm(pn_vec3_make(fmax(0, fabs(x.x) - s[0] / 2),
                                   fmax(0, fabs(x.y) - s[1] / 2),
                                   fmax(0, fabs(x.z) - s[2] / 2)));
}

pn_quat made_pair_turn(void)
{
  const pn_vec3 a = draw_vec3();
  return pn_quat_normalize((pn_quat){a.x, a.y, a.z, draw_uniform()});
}
