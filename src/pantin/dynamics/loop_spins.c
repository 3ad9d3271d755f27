/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds what spins freely: a round body between two ball joints on its axis, as
   a rod, or some that share the axis and slide along it, as the halves of a
   strut; or a wheel without a motor. With d the axis, fixed to the body, and
   nothing that exerts a torque about it, Euler's equation is

     I_d omega . d  =  constant  =  0   from a start at rest.

   Hence the equation of its rate, omega . d = 0, whose derivative is omega' . d
   = 0, since omega . (omega x d) = 0; it stands below those of the loops in L.
   Motions with it need no torque about d, while the least rates would.

   Source: H. Goldstein, Classical Mechanics (1980), section 5.6. */
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Points are on an axis, directions along it, and moments about all normals to
   it the same if they differ by less than this part. */
static const double straight = 1e-9;

/* An axis through a body's centre at the start, and the bodies around it. */
typedef struct {
  pn_vec3 x, d; /* in the world [m], of length 1 */
  double reach; /* lengths on it are rounded as this one [m] */
  int *has;     /* each body, (bodies) */
} shaft;

static int is_along(const shaft *of, pn_vec3 direction)
{
  return pn_vec3_norm(pn_vec3_cross(of->d, direction)) < straight;
}

static int is_on(const shaft *of, pn_vec3 point)
{
  const pn_vec3 arm = pn_vec3_sub(point, of->x);
  return pn_vec3_norm(pn_vec3_cross(of->d, arm)) < straight * of->reach;
}

/* Tells whether a body looks the same however far it is turned about the axis,
   and no steady torque turns it. Its moments about the normals are then those
   of all of the tensor that is left beside the axis. */
static int is_round(const shaft *of, const pn_body *body)
{
  const pn_quat to_body = pn_quat_conjugate(body->pose.q);
  const pn_vec3 d = pn_quat_rotate(to_body, of->d);
  const pn_mat3 I = body->inertia;
  const pn_vec3 Id = pn_mat3_apply(I, d);
  const double along = pn_vec3_dot(d, Id);
  const double trace = I.m[0][0] + I.m[1][1] + I.m[2][2];
  const double across = (trace - along) / 2;
  double off = 0;
  for (int i = 0; i < 3; i++) {
    const pn_vec3 e = pn_vec3_make(i == 0, i == 1, i == 2);
    const pn_vec3 want = pn_vec3_add_scaled(
        pn_vec3_scale(across, e), (along - across) * pn_vec3_dot(d, e), d);
    off = fmax(off, pn_vec3_norm(pn_vec3_sub(pn_mat3_apply(I, e), want)));
  }
  return along > 0 && pn_vec3_norm(body->torque) == 0 &&
         is_on(of, body->pose.x) && off <= straight * trace;
}

static pn_vec3 in_world(const pn_system *system, size_t body, pn_vec3 direction)
{
  return pn_quat_rotate(pn_system_pose(system, body).q, direction);
}

static pn_vec3 point_of(const pn_system *system, const pn_joint *joint,
                        int side)
{
  const size_t body = side == 0 ? joint->parent : joint->child;
  return pn_pose_point(pn_system_pose(system, body), joint->point[side]);
}

/* Tells whether what is around the axis, on this side of the joint, turns about
   it in the joint however the other body moves. */
static int turns_in(const pn_system *system, const shaft *of,
                    const pn_joint *joint, int side)
{
  const size_t body = side == 0 ? joint->parent : joint->child;
  const pn_vec3 axis = joint->axis[side][side == 1 && joint->type->turns == 2];
  return joint->friction_turn == 0 &&
         is_on(of, point_of(system, joint, side)) &&
         (joint->type == pn_joint_ball ||
          ((joint->type == pn_joint_revolute ||
            joint->type == pn_joint_cylindrical ||
            joint->type == pn_joint_universal) &&
           is_along(of, in_world(system, body, axis))));
}

/* Tells whether a joint keeps both bodies around the axis, and turns them
 * alike.
 */
static int turns_both(const pn_system *system, const shaft *of,
                      const pn_joint *joint)
{
  return joint->type == pn_joint_fixed ||
         (joint->type == pn_joint_prismatic &&
          is_along(of, in_world(system, joint->parent, joint->axis[0][0])));
}

static int has(const shaft *of, size_t body)
{
  return body != PN_WORLD && of->has[body];
}

/* What a joint is to the bodies around an axis. */
typedef enum { NOTHING, BEARING, NEIGHBOUR, HINDRANCE } role;

static role role_of(const pn_system *system, const int *is_held,
                    const shaft *of, size_t j)
{
  const pn_joint *joint = &system->joint[j];
  const int p = has(of, joint->parent), c = has(of, joint->child);
  const int third = joint->type->has_third && has(of, joint->third);
  if (!p && !c && !third)
    return NOTHING;
  if (joint->type->has_third)
    return HINDRANCE;
  if (p != c && !is_held[j] && turns_in(system, of, joint, c ? 1 : 0))
    return BEARING;
  const size_t other = p ? joint->child : joint->parent;
  if (!turns_both(system, of, joint) || other == PN_WORLD)
    return HINDRANCE;
  if (p && c)
    return NOTHING;
  return is_round(of, &system->body[other]) ? NEIGHBOUR : HINDRANCE;
}

/* Tells whether a spring pulls at what is around the axis beside it. */
static int is_pulled_aside(const pn_system *system, const shaft *of)
{
  for (size_t s = 0; s < system->springs; s++)
    for (int side = 0; side < 2; side++) {
      const pn_spring *spring = &system->spring[s];
      const pn_pose at = pn_system_pose(system, spring->body[side]);
      if (has(of, spring->body[side]) &&
          !is_on(of, pn_pose_point(at, spring->point[side])))
        return 1;
    }
  return 0;
}

/* Tells whether a body, and those around the same axis that turn with it, spin
   freely; has[] are these bodies then. */
static int spins(const pn_system *system, const int *is_held, size_t body,
                 shaft *of)
{
  int bearings = 0;
  memset(of->has, 0, system->bodies * sizeof *of->has);
  of->has[body] = 1;
  if (!is_round(of, &system->body[body]))
    return 0;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    const role as = role_of(system, is_held, of, j);
    if (as == HINDRANCE)
      return 0;
    bearings += as == BEARING;
    if (as == NEIGHBOUR) { /* begin again with it */
      of->has[joint->parent] = of->has[joint->child] = 1;
      j = (size_t)-1;
      bearings = 0;
    }
  }
  return bearings > 0 && !is_pulled_aside(system, of);
}

/* Sets the axis of a body along a direction in its frame; 0 if that has no
   length. */
static int set_shaft(const pn_loop_motion *loops, size_t body,
                     pn_vec3 direction, shaft *of)
{
  const pn_body *b = &loops->system->body[body];
  const double length = pn_vec3_norm(direction);
  of->x = b->pose.x;
  of->d = length > straight * loops->arm
              ? pn_quat_rotate(b->pose.q, pn_vec3_scale(1 / length, direction))
              : pn_vec3_make(0, 0, 0);
  of->reach = fmax(loops->arm, pn_vec3_norm(of->x));
  return length > straight * loops->arm;
}

/* Tries as axes of a body the lines from its centre to its joints' points, and
   along their axes. */
static int find_spin(const pn_loop_motion *loops, const int *is_held,
                     size_t body, shaft *of)
{
  const pn_system *system = loops->system;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    for (int side = 0; side < 2; side++) {
      if ((side == 0 ? joint->parent : joint->child) != body)
        continue;
      const pn_vec3 to[] = {joint->point[side], joint->axis[side][0],
                            joint->axis[side][1]};
      for (int k = 0; k < (joint->type == pn_joint_ball ? 1 : 3); k++)
        if (set_shaft(loops, body, to[k], of) &&
            spins(system, is_held, body, of))
          return 1;
    }
  }
  return 0;
}

int pni_loop_spins_alloc(pn_loop_motion *loops, const int *is_held)
{
  const pn_system *system = loops->system;
  shaft of = {.has = pn_alloc(system->bodies, sizeof *of.has)};
  int *is_done = pn_alloc(system->bodies, sizeof *is_done);
  loops->spin = pn_alloc(system->bodies, sizeof *loops->spin);
  const int ready = of.has && is_done && loops->spin;
  for (size_t b = 0; ready && b < system->bodies; b++) {
    if (is_done[b] || !find_spin(loops, is_held, b, &of))
      continue;
    loops->spin[loops->spins++] = (pni_loop_spin){
        b, pn_quat_rotate(pn_quat_conjugate(system->body[b].pose.q), of.d)};
    for (size_t k = 0; k < system->bodies; k++)
      is_done[k] |= of.has[k];
  }
  pn_free(of.has);
  pn_free(is_done);
  return ready ? GSL_SUCCESS : GSL_ENOMEM;
}

void pni_loop_spins_rates(const pn_loop_motion *loops, const double *y,
                          const double *u, double *rate)
{
  for (size_t s = 0; s < loops->spins; s++) {
    const double *of = u + PN_BODY_VELOCITIES * loops->spin[s].body;
    const pn_motion at = pn_state_motion(loops->system, y, loops->spin[s].body);
    rate[s] =
        loops->arm * pn_vec3_dot(pn_vec3_make(of[3], of[4], of[5]),
                                 pn_mat3_apply(at.R, loops->spin[s].axis));
  }
}
