/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds what spins freely: a body about an axis d through its centre of mass,
   fixed to it, about which no joint exerts a torque, by joint_spin.c. Euler's
   equations then tell of its angular velocity omega and momentum L that

     I_d omega . d  =  constant,  if the body is round about d, as a rod between
                                  two ball joints, or a wheel;
     L . d  =  constant,          if joints keep d in the world, so that L . d
                                  is I_d omega . d, as of a puck on a table;
     L      =  constant,          if this is so for all d, as of a body on a
                                  ball joint in its centre.

   From a start at rest the constant is 0. Hence the equation of its rate,
   omega . d = 0, and in the last case three of them. The derivative is omega' .
   d = 0, since omega . (omega x d) = 0; they stand below those of the loops in
   L. Motions with them need no torque about d, while the least rates would.

   Bodies around the same axis that joints turn alike, as those of a strut, or
   that a motor turns against each other, spin together: what is constant is
   the sum of their momenta, and the equation

     sum over them of  (I_d / sum I_d)  omega . d  =  0.

   Source: H. Goldstein, Classical Mechanics (1980), sections 5.5 and 5.6. */
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/joint_spin.h"

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
  int *is_done; /* those whose spins are known, (bodies) */
  int *keeps;   /* the body turns about d alone, since joints keep d from the
                   world on, (bodies) */
  pn_vec3 kept; /* of which d that is known */
  pn_least_squares *work;
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

/* Returns the moment of inertia about the axis. */
static double moment(const shaft *of, const pn_body *body)
{
  const pn_vec3 d = pn_quat_rotate(pn_quat_conjugate(body->pose.q), of->d);
  return pn_vec3_dot(d, pn_mat3_apply(body->inertia, d));
}

/* Tells whether a body looks the same however far it is turned about the axis.
   Its moments about the normals are then those of all of the tensor that is
   left beside the axis. */
static int is_round(const shaft *of, const pn_body *body)
{
  const pn_vec3 d = pn_quat_rotate(pn_quat_conjugate(body->pose.q), of->d);
  const pn_mat3 I = body->inertia;
  const double along = moment(of, body);
  const double trace = I.m[0][0] + I.m[1][1] + I.m[2][2];
  const double across = (trace - along) / 2;
  double off = 0;
  for (int i = 0; i < 3; i++) {
    const pn_vec3 e = pn_vec3_make(i == 0, i == 1, i == 2);
    const pn_vec3 want = pn_vec3_add_scaled(
        pn_vec3_scale(across, e), (along - across) * pn_vec3_dot(d, e), d);
    off = fmax(off, pn_vec3_norm(pn_vec3_sub(pn_mat3_apply(I, e), want)));
  }
  return off <= straight * trace;
}

static pn_vec3 in_world(const pn_system *system, size_t body, pn_vec3 direction)
{
  return pn_quat_rotate(pn_system_pose(system, body).q, direction);
}

/* Returns the motions that a joint leaves, as those of a free one: its turns,
   and its slides if it has no turns. */
static unsigned motions_of(const pn_joint *joint)
{
  const pn_joint_type *type = joint->type;
  return type == pn_joint_free ? joint->free
         : type->keeps == 1    ? PN_FREE_TURN(0)
         : type->keeps == 0    ? ~0U
         : type->slides        ? PN_FREE_SLIDE(0)
                               : 0;
}

/* Tells whether a joint leaves no turn but about the axis. */
static int keeps(const pn_system *system, const shaft *of,
                 const pn_joint *joint)
{
  for (int k = 0; k < 3; k++)
    if ((motions_of(joint) & PN_FREE_TURN(k)) &&
        !is_along(of, in_world(system, joint->parent, joint->axis[0][k])))
      return 0;
  return 1;
}

/* Tells whether a joint keeps the places of its bodies beside the axis, and
   turns both alike, or, if it is held, one against the other about the axis. */
static int turns_both(const pn_system *system, const shaft *of,
                      const pn_joint *joint, int is_held)
{
  const pn_joint_type *type = joint->type;
  const int may_turn = is_held && (type == pn_joint_free || type->turns == 1);
  const unsigned motions = motions_of(joint);
  for (int k = 0; k < 3; k++) {
    const int turns = (motions & PN_FREE_TURN(k)) != 0;
    const int slides = (motions & PN_FREE_SLIDE(k)) != 0;
    if ((turns && !may_turn) ||
        ((turns || slides) &&
         !is_along(of, in_world(system, joint->parent, joint->axis[0][k]))))
      return 0;
  }
  return 1;
}

static int is_kept(const shaft *of, size_t body)
{
  return body == PN_WORLD || of->keeps[body];
}

/* Lists the bodies that turn about the axis alone, from the world on. */
static void list_kept(const pn_system *system, shaft *of)
{
  if (is_along(of, of->kept) && pn_vec3_norm(of->kept) > 0)
    return;
  memset(of->keeps, 0, system->bodies * sizeof *of->keeps);
  of->kept = of->d;
  for (int more = 1; more;) {
    more = 0;
    for (size_t j = 0; j < system->joints; j++) {
      const pn_joint *joint = &system->joint[j];
      const int parent = is_kept(of, joint->parent);
      if (parent == is_kept(of, joint->child) || !keeps(system, of, joint))
        continue;
      of->keeps[parent ? joint->child : joint->parent] = 1;
      more = 1;
    }
  }
}

/* Tells whether a body that spins about the axis goes on to do so, if no torque
   acts on it but about normals to it. */
static int goes_on(const shaft *of, size_t body, const pn_body *b)
{
  return moment(of, b) > 0 && pn_vec3_norm(b->torque) == 0 &&
         is_on(of, b->pose.x) && (is_kept(of, body) || is_round(of, b));
}

/* Tells whether what is around the axis, on this side of the joint, turns about
   it in the joint however the other body moves. */
static int turns_in(const pn_system *system, const shaft *of,
                    const pn_joint *joint, int side)
{
  const pn_motion start[2] = {pn_system_motion(system, joint->parent),
                              pn_system_motion(system, joint->child)};
  const pni_joint_spin spin = {
      side, of->d, is_kept(of, joint->parent) && is_kept(of, joint->child),
      of->reach};
  return pni_joint_lets_spin(of->work, joint, start, &spin);
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
  if (!turns_both(system, of, joint, is_held[j]) || other == PN_WORLD)
    return HINDRANCE;
  if (p && c)
    return NOTHING;
  return !of->is_done[other] && goes_on(of, other, &system->body[other])
             ? NEIGHBOUR
             : HINDRANCE;
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

/* Tells whether a body, and those around the same axis that turn with it, turn
   about it in all joints; has[] are these bodies then. */
static int is_borne(const pn_system *system, const int *is_held, size_t body,
                    shaft *of)
{
  int bearings = 0;
  memset(of->has, 0, system->bodies * sizeof *of->has);
  of->has[body] = 1;
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

/* Sets the axis of a body along a direction in its frame, and what it keeps; 0
   if the direction has no length. */
static int set_shaft(const pn_loop_motion *loops, size_t body,
                     pn_vec3 direction, shaft *of)
{
  const pn_body *b = &loops->system->body[body];
  const double length = pn_vec3_norm(direction);
  if (!(length > straight * loops->arm))
    return 0;
  of->x = b->pose.x;
  of->d = pn_quat_rotate(b->pose.q, pn_vec3_scale(1 / length, direction));
  of->reach = fmax(loops->arm, pn_vec3_norm(of->x));
  list_kept(loops->system, of);
  return 1;
}

/* Adds the spin of what is around the axis. */
static void add_spin(pn_loop_motion *loops, const shaft *of)
{
  const pn_system *system = loops->system;
  double sum = 0;
  for (size_t b = 0; b < system->bodies; b++)
    sum += of->has[b] ? moment(of, &system->body[b]) : 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    if (of->has[b])
      loops->spin[loops->turning++] = (pni_loop_spin){
          loops->spins, b,
          pn_quat_rotate(pn_quat_conjugate(body->pose.q), of->d),
          moment(of, body) / sum};
  }
  loops->spins++;
}

/* Adds the spins of a body that turns about all axes through its centre, as do
   its neighbours, in all joints. */
static int find_all(pn_loop_motion *loops, const int *is_held, size_t body,
                    shaft *of)
{
  const pn_body *b = &loops->system->body[body];
  const pn_vec3 e[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int k = 0; k < 3; k++)
    if (!set_shaft(loops, body, e[k], of) || !(moment(of, b) > 0) ||
        pn_vec3_norm(b->torque) > 0 ||
        !is_borne(loops->system, is_held, body, of))
      return 0;
  for (int k = 0; k < 3; k++)
    if (set_shaft(loops, body, e[k], of))
      add_spin(loops, of);
  return 1;
}

/* Adds the spin of a body about one axis, for which it tries the lines from its
   centre to its joints' points, and along their axes. */
static int find_one(pn_loop_motion *loops, const int *is_held, size_t body,
                    shaft *of)
{
  const pn_system *system = loops->system;
  const pn_body *b = &system->body[body];
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    for (int side = 0; side < 2; side++) {
      if ((side == 0 ? joint->parent : joint->child) != body)
        continue;
      const pn_vec3 to[] = {joint->point[side], joint->axis[side][0],
                            joint->axis[side][1], joint->axis[side][2]};
      for (size_t k = 0; k < sizeof to / sizeof *to; k++)
        if (set_shaft(loops, body, to[k], of) && goes_on(of, body, b) &&
            is_borne(system, is_held, body, of)) {
          add_spin(loops, of);
          return 1;
        }
    }
  }
  return 0;
}

int pni_loop_spins_alloc(pn_loop_motion *loops, const int *is_held)
{
  const size_t bodies = loops->system->bodies;
  shaft of = {.has = pn_alloc(bodies, sizeof *of.has),
              .keeps = pn_alloc(bodies, sizeof *of.keeps),
              .is_done = pn_alloc(bodies, sizeof *of.is_done),
              .work = pni_joint_spin_alloc()};
  loops->spin = pn_alloc(3 * bodies, sizeof *loops->spin);
  const int ready = of.has && of.keeps && of.work && of.is_done && loops->spin;
  for (size_t b = 0; ready && b < bodies; b++)
    if (!of.is_done[b] &&
        (find_all(loops, is_held, b, &of) || find_one(loops, is_held, b, &of)))
      for (size_t k = 0; k < bodies; k++)
        of.is_done[k] |= of.has[k];
  pn_free(of.has);
  pn_free(of.keeps);
  pn_least_squares_free(of.work);
  pn_free(of.is_done);
  return ready ? GSL_SUCCESS : GSL_ENOMEM;
}

void pni_loop_spins_rates(const pn_loop_motion *loops, const double *y,
                          const double *u, double *rate)
{
  memset(rate, 0, loops->spins * sizeof *rate);
  for (size_t k = 0; k < loops->turning; k++) {
    const pni_loop_spin *spin = &loops->spin[k];
    const double *of = u + PN_BODY_VELOCITIES * spin->body;
    const pn_motion at = pn_state_motion(loops->system, y, spin->body);
    rate[spin->row] += loops->arm * spin->part *
                       pn_vec3_dot(pn_vec3_make(of[3], of[4], of[5]),
                                   pn_mat3_apply(at.R, spin->axis));
  }
}
