/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a system must be for its motion to be computed: every number finite,
   bodies that exist, joints that have equations and directions. */
#include "pantin/body/coordinate.h"
#include "pantin/body/motor.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

static int is_finite(pn_vec3 a)
{
  return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static int is_not_negative(double x)
{
  return x >= 0 && isfinite(x);
}

static int pair_is_valid(const pn_system *system, size_t a, size_t b)
{
  return a != b && (a == PN_WORLD || a < system->bodies) &&
         (b == PN_WORLD || b < system->bodies);
}

/* Tells whether a joint has all that its type needs: a custom one must bring
   its equations, a free one must not be all free. */
static int has_equations(const pn_joint *joint)
{
  const pn_custom *custom = joint->custom;
  if (joint->type == pn_joint_free)
    return joint->free < (1U << PN_JOINT_ROWS_MAX) - 1;
  if (joint->type == pn_joint_screw)
    return joint->pitch != 0 && isfinite(joint->pitch);
  if (joint->type->has_teeth || joint->type->has_third)
    return joint->teeth[0] != 0 && joint->teeth[1] != 0;
  return joint->type->rows > 0 ||
         (custom && custom->position && custom->rows >= 1 &&
          custom->rows <= PN_JOINT_ROWS_MAX);
}

/* Tells whether a bound is that of a coordinate. */
static int bound_is_valid(const pn_system *system, const pn_bound *bound)
{
  if (bound->joint >= system->joints)
    return 0;
  const pn_joint_type *type = system->joint[bound->joint].type;
  const int slides = bound->axis == PN_COORDINATE_SLIDE;
  const int has_limits = isfinite(bound->low) || isfinite(bound->high);
  return (slides
              ? type->slides
              : bound->axis >= 0 && bound->axis < type->turns + type->winds) &&
         (!has_limits || slides || type->turns + type->winds == 1) &&
         bound->low < bound->high && bound->restitution >= 0 &&
         bound->restitution <= 1 && bound->friction >= 0 &&
         isfinite(bound->friction);
}

/* Tells whether points and axes of a joint are finite, and the axis that its
   type has is a direction. */
static int is_placed(const pn_joint *joint)
{
  for (int side = 0; side < 2; side++) {
    const pn_vec3 *axis = joint->axis[side];
    if (!is_finite(joint->point[side]) || !is_finite(axis[0]) ||
        !is_finite(axis[1]) || !is_finite(axis[2]) ||
        (joint->type->has_axis && !(pn_vec3_norm(axis[0]) > 0)))
      return 0;
  }
  return is_finite(joint->third_axis);
}

/* Returns the rule that a joint breaks, to be preceded by its name; NULL if it
   breaks none. */
static const char *joint_rule(const pn_system *system, const pn_joint *joint)
{
  if (!joint->type)
    return "must have a type, as pn_joint_ball";
  if (!pair_is_valid(system, joint->parent, joint->child))
    return "must hold two different bodies";
  if (joint->type->has_third &&
      !(pair_is_valid(system, joint->parent, joint->third) &&
        pair_is_valid(system, joint->child, joint->third)))
    return "must hold three different bodies";
  if (!has_equations(joint))
    return "must have a constraint of 1 to 6 rows";
  if (!is_placed(joint))
    return "must have finite points and axes, and no axis of length 0";
  if (joint->type == pn_joint_distance &&
      !(joint->length > 0 && isfinite(joint->length)))
    return "must have a positive length; a ball joint holds points together";
  if (!is_not_negative(joint->friction_turn) ||
      !is_not_negative(joint->friction_slide))
    return "must have a friction of 0 or more";
  return NULL;
}

/* Returns the rule that a spring breaks; NULL if it breaks none. */
static const char *spring_rule(const pn_system *system, const pn_spring *spring)
{
  if (!pair_is_valid(system, spring->body[0], spring->body[1]))
    return "must hold two different bodies";
  if (!is_finite(spring->point[0]) || !is_finite(spring->point[1]))
    return "must have finite points";
  if (!is_not_negative(spring->stiffness) ||
      !is_not_negative(spring->damping) || !is_not_negative(spring->length))
    return "must have a stiffness, a damping and a length of 0 or more";
  return NULL;
}

/* Tells whether a motor's table is there, of finite numbers at increasing
   times. */
static int table_is_valid(const pn_motor *motor)
{
  if (motor->samples > 0 && (!motor->time || !motor->table))
    return 0;
  for (size_t i = 0; i < motor->samples; i++) {
    if (!isfinite(motor->time[i]) ||
        (i > 0 && !(motor->time[i] > motor->time[i - 1])))
      return 0;
    for (size_t c = 0; c < PN_MOTOR_COLUMNS; c++)
      if (!isfinite(motor->table[PN_MOTOR_COLUMNS * i + c]))
        return 0;
  }
  return 1;
}

/* Returns the rule that a motor breaks; NULL if it breaks none. */
static const char *motor_rule(const pn_system *system, const pn_motor *motor)
{
  if (motor->joint >= system->joints)
    return "must drive a joint of the system";
  if (!is_finite(motor->torque) || !isfinite(motor->force) ||
      !is_not_negative(motor->frequency) || !isfinite(motor->phase))
    return "must have a finite torque, force and phase, and a frequency of 0 "
           "or more";
  if (!table_is_valid(motor))
    return "must have a table of finite numbers at increasing times, or 0 "
           "samples";
  return NULL;
}

/* Checks that a bound is that of a coordinate, which starts within its limits.
 */
static int check_bound(const pn_system *system, size_t b, pn_error *error)
{
  const pn_bound *bound = &system->bound[b];
  if (!bound_is_valid(system, bound))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "bound %zu must be of a turn or slide that its joint "
                        "has, with low < high, a restitution from 0 to 1 and "
                        "a friction of 0 or more",
                        b);
  if (!isfinite(bound->low) && !isfinite(bound->high))
    return GSL_SUCCESS;
  const double start = pn_bound_start(bound, system);
  return pn_bound_allows(bound, start)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "bound %zu, from %g to %g, must allow %g, at which "
                            "its joint starts",
                            b, bound->low, bound->high,
                            fabs(start) < PN_BOUND_SLACK ? 0 : start);
}

int pn_system_check(const pn_system *system, pn_error *error)
{
  const char *rule;
  pn_error_clear(error);
  if (!is_finite(system->gravity))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "gravity must be finite; (0, 0, -9.81) m/s^2 is usual");
  for (size_t b = 0; b < system->bodies; b++) {
    const int code = pn_body_check(&system->body[b], NULL, 0, error);
    if (code)
      return code;
  }
  for (size_t j = 0; j < system->joints; j++)
    if ((rule = joint_rule(system, &system->joint[j])))
      return pn_error_set(error, GSL_EINVAL, NULL, 0, "joint '%s' %s",
                          system->joint[j].name, rule);
  for (size_t s = 0; s < system->springs; s++)
    if ((rule = spring_rule(system, &system->spring[s])))
      return pn_error_set(error, GSL_EINVAL, NULL, 0, "spring %zu %s", s, rule);
  for (size_t m = 0; m < system->motors; m++)
    if ((rule = motor_rule(system, &system->motor[m])))
      return pn_error_set(error, GSL_EINVAL, NULL, 0, "motor %zu %s", m, rule);
  for (size_t b = 0; b < system->bounds; b++)
    if (check_bound(system, b, error))
      return GSL_EINVAL;
  return GSL_SUCCESS;
}
