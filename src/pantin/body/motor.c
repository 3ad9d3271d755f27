/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A motor exerts a torque T and a force f, along its joint's axes, on the child
   at the child's point p, and the opposite at the same place on the parent. Its
   power is

     T . (omega_c - omega_p) + f . (v_c(p) - v_p(p)).

   Between the samples of a table x(t) is the cubic through the two samples
   before and the two after (Lagrange): its error is O(h^4), and as large steps
   as the samples see a smooth curve.

   Source: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions (1964),
   section 25.2. */
#include "pantin/body/motor.h"

#include "pantin/body/joint_axes.h"

#include <gsl/gsl_interp.h>
#include <gsl/gsl_math.h>

enum { CUBIC_POINTS = 4 };

/* Sets x, (PN_MOTOR_COLUMNS), to the table at a time; its ends hold before and
   after it. */
static void interpolate(const pn_motor *motor, double t, double *x)
{
  const double *time = motor->time;
  const size_t n = motor->samples;
  const size_t used = n < CUBIC_POINTS ? n : CUBIC_POINTS;
  t = fmin(fmax(t, time[0]), time[n - 1]);
  const size_t at = n > 1 ? gsl_interp_bsearch(time, t, 0, n - 1) : 0;
  size_t first = at > 0 ? at - 1 : 0;
  if (first + used > n)
    first = n - used;
  for (size_t c = 0; c < PN_MOTOR_COLUMNS; c++)
    x[c] = 0;
  for (size_t i = first; i < first + used; i++) {
    double weight = 1;
    for (size_t k = first; k < first + used; k++)
      if (k != i)
        weight *= (t - time[k]) / (time[i] - time[k]);
    for (size_t c = 0; c < PN_MOTOR_COLUMNS; c++)
      x[c] += weight * motor->table[PN_MOTOR_COLUMNS * i + c];
  }
}

void pn_motor_at(const pn_motor *motor, double t, pn_vec3 *torque,
                 double *force)
{
  if (motor->samples > 0) {
    double x[PN_MOTOR_COLUMNS];
    interpolate(motor, t, x);
    *torque = pn_vec3_make(x[0], x[1], x[2]);
    *force = x[3];
    return;
  }
  const double part = motor->frequency > 0
                          ? sin(2 * M_PI * motor->frequency * t + motor->phase)
                          : 1;
  *torque = pn_vec3_scale(part, motor->torque);
  *force = part * motor->force;
}

/* The force and torque of a motor on the child, in the world. */
typedef struct {
  size_t body[2];
  pn_vec3 point, force, torque;
} action;

/* Returns what a motor exerts at time t on the two bodies of its joint, in the
   world's frame. */
static action action_of(const pn_assembly *assembly, const pn_motor *motor,
                        double t)
{
  const pn_joint *joint = &assembly->system->joint[motor->joint];
  const pn_motion *parent = pn_assembly_motion(assembly, joint->parent);
  const pn_motion *child = pn_assembly_motion(assembly, joint->child);
  pn_vec3 along;
  double force;
  pn_motor_at(motor, t, &along, &force);
  action of = {.body = {joint->parent, joint->child},
               .point = pn_pose_point(child->pose, joint->point[1])};
  for (int k = 0; k < joint->type->turns; k++)
    of.torque = pn_vec3_add_scaled(of.torque, pni_component(along, k),
                                   pni_turn_axis(joint, parent, child, k));
  if (joint->type->slides)
    of.force = pn_vec3_scale(force, pni_slide_axis(joint, parent));
  return of;
}

void pni_motors_load(pn_assembly *assembly, double t)
{
  const pn_system *system = assembly->system;
  for (size_t m = 0; m < system->motors; m++) {
    const action of = action_of(assembly, &system->motor[m], t);
    for (int side = 0; side < 2; side++) {
      const size_t b = of.body[side];
      if (b == PN_WORLD)
        continue;
      const double sign = side == 1 ? 1 : -1;
      const pn_vec3 arm =
          pn_vec3_sub(of.point, pn_assembly_motion(assembly, b)->pose.x);
      const pn_vec3 torque =
          pn_vec3_add(of.torque, pn_vec3_cross(arm, of.force));
      const double part[] = {of.force.x, of.force.y, of.force.z,
                             torque.x,   torque.y,   torque.z};
      for (size_t k = 0; k < PN_BODY_VELOCITIES; k++)
        assembly->F[PN_BODY_VELOCITIES * b + k] += sign * part[k];
    }
  }
}
