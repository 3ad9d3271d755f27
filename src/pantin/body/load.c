/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sums the forces on the bodies' centres of mass and the torques into F, and
   the power of those that have no potential into friction_power and
   motor_power. A force that is added here books its power beside it. In the
   world's frame Euler's equation is I omega' + omega x (I omega) = torque. Its
   second term, due to the rotation of I, moves to the right-hand side.
   (Peyre 2001, equation 1.1, leaves it out.)

   Source: H. Goldstein, Classical Mechanics (1980), section 5-5. */
#include "pantin/base/lanes.h"
#include "pantin/body/assembly.h"
#include "pantin/body/coordinate.h"
#include "pantin/body/motion.h"
#include "pantin/body/motor.h"

#include <stddef.h>

/* Adds a force at the centre of mass and a torque; the world takes any. */
static void add_load(double *F, size_t body, pn_vec3 force, pn_vec3 torque)
{
  if (body == PN_WORLD)
    return;
  double *f = F + PN_BODY_VELOCITIES * body;
  f[0] += force.x;
  f[1] += force.y;
  f[2] += force.z;
  f[3] += torque.x;
  f[4] += torque.y;
  f[5] += torque.z;
}

/* Returns I w for an inertia in the body's frame. */
static inline pn_vec3 momentum_of(const pn_mat3 *I, pn_vec3 w)
{
  return mat3_is_diagonal(I) ? pn_vec3_make(I->m[0][0] * w.x, I->m[1][1] * w.y,
                                            I->m[2][2] * w.z)
                             : pn_mat3_apply(*I, w);
}

/* Returns -omega x (I omega) in the world's frame; the product is taken in the
   body's frame, where I is constant. */
static inline pn_vec3 gyroscopic(const pn_mat3 *I, const pn_motion *motion)
{
  const pn_vec3 w = pn_mat3_apply_transposed(motion->R, motion->omega);
  return pn_mat3_apply(motion->R, pn_vec3_cross(momentum_of(I, w), w));
}

/* Sets the loads of a body by itself: its steady ones, gravity, and the
   gyroscopic torque. */
static void load_body(const pn_body *body, const pn_motion *motion,
                      pn_vec3 gravity, double *f)
{
  const pn_vec3 turn = gyroscopic(&body->inertia, motion);
  f[0] = body->force.x + body->mass * gravity.x;
  f[1] = body->force.y + body->mass * gravity.y;
  f[2] = body->force.z + body->mass * gravity.z;
  f[3] = body->torque.x + turn.x;
  f[4] = body->torque.y + turn.y;
  f[5] = body->torque.z + turn.z;
}

#ifdef PNI_LANES
_Static_assert(offsetof(pn_body, pose) ==
                   offsetof(pn_body, torque) + sizeof(pn_vec3),
               "the pose follows the torque");

/* Does the same for a body whose inertia is diagonal, in vectors. */
PNI_INLINE void load_lanes(const pn_body *body, const pn_motion *motion,
                           const pni_lanes *gravity, double *f)
{
  const double *R = &motion->pose.x.x + offsetof(pn_motion, R) / sizeof *f;
  const double *load = &body->mass + offsetof(pn_body, force) / sizeof *f;
  const double(*I)[3] = body->inertia.m;
  const pni_lanes row[3] = {lanes_load(R), lanes_load(R + 3),
                            lanes_load(R + 6)};
  const pni_lanes w = lanes_combine(&motion->omega.x, row);
  const pni_lanes momentum = (pni_lanes){I[0][0], I[1][1], I[2][2], 0} * w;
  const pni_lanes turn = lanes_cross(&momentum, &w);
  pni_lanes part[3] = {row[0] * turn, row[1] * turn, row[2] * turn};
  lanes_transpose(part);
  const pni_lanes force = lanes_load(load) + body->mass * *gravity;
  const pni_lanes torque = lanes_load(load + 3) + (part[0] + part[1] + part[2]);
  lanes_store(f, &force);
  lanes_store_3(f + 3, &torque);
}
#endif

/* Sets the loads of each body by itself, and adds up the power of torques. */
PNI_WIDE static void load_bodies(pn_assembly *assembly)
{
  const pn_system *system = assembly->system;
#ifdef PNI_LANES
  const pni_lanes gravity = {system->gravity.x, system->gravity.y,
                             system->gravity.z, 0};
#endif
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    const pn_motion *motion = &assembly->motion[b];
    double *f = assembly->F + PN_BODY_VELOCITIES * b;
#ifdef PNI_LANES
    if (mat3_is_diagonal(&body->inertia))
      load_lanes(body, motion, &gravity, f);
    else
#endif
      load_body(body, motion, system->gravity, f);
    assembly->motor_power += pn_vec3_dot(body->torque, motion->omega);
  }
}

pn_spring_motion pn_assembly_spring(const pn_assembly *assembly,
                                    const pn_spring *spring)
{
  pn_spring_motion motion;
  pn_vec3 p[2], v[2];
  for (int k = 0; k < 2; k++) {
    const pn_motion *m = pn_assembly_motion(assembly, spring->body[k]);
    motion.arm[k] = pn_mat3_apply(m->R, spring->point[k]);
    p[k] = pn_vec3_add(m->pose.x, motion.arm[k]);
    v[k] = pn_vec3_add(m->v, pn_vec3_cross(m->omega, motion.arm[k]));
  }
  const pn_vec3 d = pn_vec3_sub(p[1], p[0]), rate = pn_vec3_sub(v[1], v[0]);
  motion.length = pn_vec3_norm(d);
  motion.n = pn_vec3_normalize(motion.length > 0 ? d : rate);
  motion.rate = pn_vec3_dot(motion.n, rate);
  return motion;
}

/* Adds a force at the end of an arm of the first body, and its opposite at that
   of the second. */
static void add_pair(double *F, const size_t body[2], const pn_vec3 arm[2],
                     pn_vec3 force)
{
  const pn_vec3 opposite = pn_vec3_scale(-1, force);
  add_load(F, body[0], force, pn_vec3_cross(arm[0], force));
  add_load(F, body[1], opposite, pn_vec3_cross(arm[1], opposite));
}

/* Adds the pull of a spring and damper. */
static void add_spring(pn_assembly *assembly, const pn_spring *spring)
{
  const pn_spring_motion s = pn_assembly_spring(assembly, spring);
  const double damping = assembly->leaves_viscous ? 0 : spring->damping;
  const double pull =
      spring->stiffness * (s.length - spring->length) + damping * s.rate;
  assembly->friction_power -= damping * s.rate * s.rate;
  add_pair(assembly->F, spring->body, s.arm, pn_vec3_scale(pull, s.n));
}

pn_vec3 pn_assembly_slip(const pn_assembly *assembly, size_t joint,
                         pn_vec3 arm[2])
{
  const pn_joint *of = &assembly->system->joint[joint];
  const pn_motion *parent = pn_assembly_motion(assembly, of->parent),
                  *child = pn_assembly_motion(assembly, of->child);
  arm[1] = pn_mat3_apply(child->R, of->point[1]);
  arm[0] = pn_vec3_sub(pn_vec3_add(child->pose.x, arm[1]), parent->pose.x);
  return pn_vec3_sub(
      pn_vec3_add(child->v, pn_vec3_cross(child->omega, arm[1])),
      pn_vec3_add(parent->v, pn_vec3_cross(parent->omega, arm[0])));
}

/* Adds the viscous friction of joint j: against the velocity of its child's
   point on the parent, in that point on both, and against the relative angular
   velocity. */
static void add_friction(pn_assembly *assembly, size_t j)
{
  const pn_joint *joint = &assembly->system->joint[j];
  const size_t body[2] = {joint->parent, joint->child};
  if (joint->friction_slide > 0) {
    pn_vec3 arm[2];
    const pn_vec3 rate = pn_assembly_slip(assembly, j, arm);
    add_pair(assembly->F, body, arm,
             pn_vec3_scale(joint->friction_slide, rate));
    assembly->friction_power -= joint->friction_slide * pn_vec3_dot(rate, rate);
  }
  if (joint->friction_turn > 0) {
    const pn_vec3 none = {0, 0, 0};
    const pn_vec3 spin =
        pn_vec3_sub(pn_assembly_motion(assembly, body[1])->omega,
                    pn_assembly_motion(assembly, body[0])->omega);
    const pn_vec3 torque = pn_vec3_scale(joint->friction_turn, spin);
    add_load(assembly->F, body[0], none, torque);
    add_load(assembly->F, body[1], none, pn_vec3_scale(-1, torque));
    assembly->friction_power -= joint->friction_turn * pn_vec3_dot(spin, spin);
  }
}

/* Adds what limits and dry friction exert along the coordinate of a bound, and
   the power of the friction. */
static void add_bound(pn_assembly *assembly, const pn_bound *bound,
                      double force, double friction)
{
  const pn_joint *joint = &assembly->system->joint[bound->joint];
  const size_t body[2] = {joint->parent, joint->child};
  double k[2][PN_BODY_VELOCITIES];
  pn_coordinate_row(assembly, (pn_coordinate){bound->joint, bound->axis}, k);
  for (int side = 0; side < 2; side++) {
    const pn_motion *motion = pn_assembly_motion(assembly, body[side]);
    const pn_vec3 f = pn_vec3_make(k[side][0], k[side][1], k[side][2]);
    const pn_vec3 t = pn_vec3_make(k[side][3], k[side][4], k[side][5]);
    add_load(assembly->F, body[side], pn_vec3_scale(force, f),
             pn_vec3_scale(force, t));
    assembly->friction_power +=
        friction * (pn_vec3_dot(f, motion->v) + pn_vec3_dot(t, motion->omega));
  }
}

/* Returns the power of all forces in F. */
static double power_of(const pn_assembly *assembly)
{
  double power = 0;
  for (size_t b = 0; b < assembly->system->bodies; b++) {
    const double *f = assembly->F + PN_BODY_VELOCITIES * b;
    const pn_motion *motion = &assembly->motion[b];
    power += pn_vec3_dot(pn_vec3_make(f[0], f[1], f[2]), motion->v) +
             pn_vec3_dot(pn_vec3_make(f[3], f[4], f[5]), motion->omega);
  }
  return power;
}

void pn_assembly_load(pn_assembly *assembly, double t)
{
  const pn_system *system = assembly->system;
  assembly->friction_power = assembly->motor_power = 0;
  load_bodies(assembly);
  /* Forces between bodies, and the user's. */
  for (size_t s = 0; s < system->springs; s++)
    add_spring(assembly, &system->spring[s]);
  const int rubs = assembly->has_friction && !assembly->leaves_viscous;
  for (size_t j = 0; rubs && j < system->joints; j++)
    add_friction(assembly, j);
  for (size_t b = 0; assembly->bound_force && b < system->bounds; b++)
    add_bound(assembly, &system->bound[b], assembly->bound_force[b],
              assembly->bound_friction[b]);
  if (assembly->push)
    assembly->push(assembly, assembly->walls);
  if (system->load || system->motors > 0) {
    assembly->motor_power -= power_of(assembly);
    pni_motors_load(assembly, t);
    if (system->load)
      system->load(t, system, assembly->motion, assembly->F,
                   system->load_params);
    assembly->motor_power += power_of(assembly);
  }
}
