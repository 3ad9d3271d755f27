/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Viscous friction of joints and dampers of springs, c, as rows of the problem:
   an explicit force -c J u brakes too much in a long step, and throws the body
   back ever faster from h c J W J^T = 2 on. At the end of the step it is

     lambda = -h c J u+,   so   (J W J^T + 1 / (h c)) lambda + J u* = 0.

   A row belongs to each coordinate of a joint; of joints that have none, to
   each axis of the world, unless they hold what the friction would brake. */
#include "pantin/body/coordinate.h"
#include "pantin/contact/world_private.h"

#include <string.h>

/* Takes a row: J on two bodies, and its coefficient c. */
typedef void use_row(pn_world *world, size_t r, const size_t body[2],
                     double J[2][PN_BODY_VELOCITIES], double c);

/* Sets J of the velocity of the second body along d, seen from the first, at
   the ends of these arms. */
static void set_slip(pn_vec3 d, const pn_vec3 arm[2],
                     double J[2][PN_BODY_VELOCITIES])
{
  for (int side = 0; side < 2; side++) {
    const pn_vec3 v = pn_vec3_scale(side == 1 ? 1 : -1, d),
                  w = pn_vec3_cross(arm[side], v);
    const double row[] = {v.x, v.y, v.z, w.x, w.y, w.z};
    memcpy(J[side], row, sizeof row);
  }
}

/* Sets J of their relative angular velocity about d. */
static void set_spin(pn_vec3 d, double J[2][PN_BODY_VELOCITIES])
{
  for (int side = 0; side < 2; side++) {
    const pn_vec3 w = pn_vec3_scale(side == 1 ? 1 : -1, d);
    const double row[] = {0, 0, 0, w.x, w.y, w.z};
    memcpy(J[side], row, sizeof row);
  }
}

/* Tells whether friction of turns, or of slides, has rows along the axes of the
   world. */
static int has_axes(const pn_joint_type *type, int slides)
{
  return slides ? !type->slides && !type->shares_point
                : type->turns == 0 && type->keeps < 3;
}

/* Goes through the rows of the turns, or of the slides, of a joint, from r on;
   returns where they end. */
static size_t visit_joint(pn_world *world, size_t j, int slides, size_t r,
                          use_row *use)
{
  const pn_joint *joint = &world->system->joint[j];
  const size_t body[] = {joint->parent, joint->child};
  const double c = slides ? joint->friction_slide : joint->friction_turn;
  double J[2][PN_BODY_VELOCITIES];
  if (!(c > 0))
    return r;
  if (has_axes(joint->type, slides)) {
    pn_vec3 arm[2];
    pn_assembly_slip(world->assembly, j, arm);
    for (int k = 0; k < 3; k++, r++) {
      const pn_vec3 axis = {k == 0, k == 1, k == 2};
      if (slides)
        set_slip(axis, arm, J);
      else
        set_spin(axis, J);
      use(world, r, body, J, c);
    }
    return r;
  }
  pn_coordinate of[PN_COORDINATES];
  const size_t count = pn_joint_coordinates(world->system, j, of);
  for (size_t k = 0; k < count; k++) {
    if ((of[k].axis == PN_COORDINATE_SLIDE) != slides)
      continue;
    pn_coordinate_row(world->assembly, of[k], J);
    use(world, r++, body, J, c);
  }
  return r;
}

/* Goes through all rows, from r on; returns where they end. */
static size_t visit(pn_world *world, size_t r, use_row *use)
{
  const pn_system *system = world->system;
  for (size_t j = 0; j < system->joints; j++)
    for (int slides = 0; slides < 2; slides++)
      r = visit_joint(world, j, slides, r, use);
  for (size_t s = 0; s < system->springs; s++) {
    const pn_spring *spring = &system->spring[s];
    double J[2][PN_BODY_VELOCITIES];
    if (!(spring->damping > 0))
      continue;
    const pn_spring_motion now = pn_assembly_spring(world->assembly, spring);
    set_slip(now.n, now.arm, J);
    use(world, r++, spring->body, J, spring->damping);
  }
  return r;
}

static void count_row(pn_world *world, size_t r, const size_t body[2],
                      double J[2][PN_BODY_VELOCITIES], double c)
{
  (void)world, (void)r, (void)body, (void)J, (void)c;
}

size_t pni_world_count_viscous(pn_world *world)
{
  return visit(world, 0, count_row);
}

static void set_row(pn_world *world, size_t r, const size_t body[2],
                    double J[2][PN_BODY_VELOCITIES], double c)
{
  const double C = 1 / (world->settings.step * c);
  pni_world_set_equation(world, r, body, J[0], J[1], C, 0);
}

void pni_world_set_viscous(pn_world *world)
{
  visit(world, world->assembly->rows, set_row);
}
