/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the bodies of a scene. */
#include "pantin/body/scene_private.h"
#include "pantin/body/shape_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <string.h>

/* Bounds that keep squares, cubes and their quotients finite. */
static const double largest = PNI_LENGTH_MAX, smallest = 1e-9;

/* How far the length of a quaternion may be from 1, as it is written with few
   digits. */
static const double few_digits = 1e-3;

pn_range pni_scene_coordinates(const char *unit)
{
  return pn_range_between(-largest, largest, unit);
}

/* Returns the range of lengths. Its lower bound is that of "must be positive",
   so that the message for a length that is not says so. */
pn_range pni_scene_lengths(void)
{
  return (pn_range){pn_range_positive("m").low, largest, "m"};
}

int pni_scene_vec3(pn_scene_group *group, const char *key, pn_scene_need need,
                   const char *unit, pn_vec3 *value)
{
  double x[] = {value->x, value->y, value->z};
  if (pn_scene_reals(group, key, need, pni_scene_coordinates(unit), 3, x))
    return group->error->code;
  *value = pn_vec3_make(x[0], x[1], x[2]);
  return GSL_SUCCESS;
}

int pni_scene_direction(pn_scene_group *group, const char *key, pn_vec3 *value)
{
  if (pni_scene_vec3(group, key, PN_REQUIRED, NULL, value))
    return group->error->code;
  return pn_vec3_norm(*value) >= smallest
             ? GSL_SUCCESS
             : pn_scene_refuse(group, key, "%s must not have length 0", key);
}

int pni_scene_no_memory(pn_scene_group *group)
{
  return pn_error_set(group->error, GSL_ENOMEM, group->scene->name, 0,
                      "out of memory");
}

int pni_scene_name(pn_scene_group *group, pn_scene_need need, char *name)
{
  const char *given = NULL;
  if (pn_scene_string(group, "name", need, &given) || !given)
    return group->error->code;
  if (given[0] == '\0' || strlen(given) >= PN_NAME_SIZE ||
      strpbrk(given, ",\"\n"))
    return pn_scene_refuse(group, "name",
                           "name must have 1 to %d characters, without comma "
                           "and quote",
                           PN_NAME_SIZE - 1);
  strcpy(name, given);
  return GSL_SUCCESS;
}

/* Reads the name of a body, which must not be "world". */
static int read_name(pn_scene_group *group, pn_body *body)
{
  if (pni_scene_name(group, body->name[0] ? PN_OPTIONAL : PN_REQUIRED,
                     body->name))
    return group->error->code;
  return strcmp(body->name, "world") != 0
             ? GSL_SUCCESS
             : pn_scene_refuse(group, "name",
                               "\"world\" is the name of what does not move; "
                               "choose another name");
}

/* Reads the sizes of the shape: one number, or a list of them. */
static int read_size(pn_scene_group *group, pn_body *body)
{
  const size_t sizes = body->shape->sizes;
  if (sizes == 0)
    return GSL_SUCCESS;
  const pn_scene_kind kind = pn_scene_look(group, "size");
  if (sizes == 1 && kind == PN_SCENE_NUMBER)
    return pn_scene_real(group, "size", PN_REQUIRED, pni_scene_lengths(),
                         body->size);
  if (kind != PN_SCENE_NOTHING && pn_scene_length(group, "size") != sizes) {
    const char *const *name = body->shape->size_name;
    return pn_scene_refuse(
        group, "size", "size of a %s is %s%s%s%s%s%s%s, in m",
        body->shape->name, sizes > 1 ? "(" : "its ", name[0],
        sizes > 1 ? ", " : "", sizes > 1 ? name[1] : "", sizes > 2 ? ", " : "",
        sizes > 2 ? name[2] : "", sizes > 1 ? ")" : "");
  }
  return pn_scene_reals(group, "size", PN_REQUIRED, pni_scene_lengths(), sizes,
                        body->size);
}

/* Refuses what is positive, but so small that its powers vanish. */
static int refuse_tiny(pn_scene_group *group, const char *key, double value,
                       const char *unit)
{
  return value >= smallest
             ? GSL_SUCCESS
             : pn_scene_refuse(group, key, "%s must be at least %g %s, got %g",
                               key, smallest, unit, value);
}

int pni_scene_read_shape(pn_scene_group *group, pn_body *body)
{
  const char *names[PN_SCENE_NAMES_MAX + 1] = {NULL};
  for (size_t k = 0; k < PN_SCENE_NAMES_MAX && pn_shape_get(k); k++)
    names[k] = pn_shape_get(k)->name;
  int k = -1;
  if (pn_scene_choice(group, "shape", PN_OPTIONAL, names, &k) || k < 0)
    return group->error->code;
  body->shape = pn_shape_get((size_t)k);
  if (read_size(group, body))
    return group->error->code;
  for (size_t i = 0; i < body->shape->sizes; i++)
    if (refuse_tiny(group, "size", body->size[i], "m"))
      return group->error->code;
  body->inertia =
      pn_mat3_diagonal(body->shape->inertia(body->mass, body->size));
  return GSL_SUCCESS;
}

/* Reads the inertia: three principal moments, or six entries of the matrix. */
static int read_inertia(pn_scene_group *group, pn_body *body)
{
  if (pn_scene_look(group, "inertia") == PN_SCENE_NOTHING)
    return body->shape ? GSL_SUCCESS
                       : pn_scene_refuse(group, NULL,
                                         "body '%s' needs a shape, or an "
                                         "inertia",
                                         body->name);
  double I[6] = {0};
  const size_t count = pn_scene_length(group, "inertia") == 6 ? 6 : 3;
  if (pn_scene_reals(group, "inertia", PN_REQUIRED,
                     pni_scene_coordinates("kg m^2"), count, I))
    return group->error->code;
  body->inertia =
      (pn_mat3){{{I[0], I[3], I[5]}, {I[3], I[1], I[4]}, {I[5], I[4], I[2]}}};
  return I[0] > 0 && I[1] > 0 && I[2] > 0
             ? GSL_SUCCESS
             : pn_scene_refuse(group, "inertia",
                               "body '%s': moments of inertia must be "
                               "positive, not (%g, %g, %g) kg m^2",
                               body->name, I[0], I[1], I[2]);
}

/* Returns the shortest turn that takes the x axis to this direction. */
static pn_quat turn_of_x(pn_vec3 direction)
{
  const pn_vec3 x = {1, 0, 0}, to = pn_vec3_normalize(direction);
  const pn_vec3 axis = pn_vec3_cross(x, to);
  const double sine = pn_vec3_norm(axis);
  return sine > 0
             ? pn_quat_axis_angle(pn_vec3_normalize(axis), atan2(sine, to.x))
             : pn_quat_axis_angle(pn_vec3_make(0, 0, 1), to.x < 0 ? M_PI : 0);
}

/* Places a body by the two ends of its x axis. */
static int read_ends(pn_scene_group *group, pn_body *body)
{
  double x[6];
  if (pn_scene_rows(group, "ends", PN_REQUIRED, pni_scene_coordinates("m"), 2,
                    3, x))
    return group->error->code;
  const pn_vec3 from = {x[0], x[1], x[2]}, to = {x[3], x[4], x[5]};
  if (!(pn_vec3_norm(pn_vec3_sub(to, from)) >= smallest))
    return pn_scene_refuse(group, "ends", "ends must be two different points");
  body->pose.x = pn_vec3_scale(0.5, pn_vec3_add(from, to));
  body->pose.q = turn_of_x(pn_vec3_sub(to, from));
  return GSL_SUCCESS;
}

/* Turns a body by a quaternion. */
static int read_quaternion(pn_scene_group *group, pn_body *body)
{
  double q[4];
  if (pn_scene_reals(group, "quaternion", PN_REQUIRED,
                     pn_range_between(-1 - few_digits, 1 + few_digits, NULL), 4,
                     q))
    return group->error->code;
  body->pose.q = (pn_quat){q[0], q[1], q[2], q[3]};
  const double norm = pn_quat_norm(body->pose.q);
  if (!(fabs(norm - 1) <= few_digits))
    return pn_scene_refuse(group, "quaternion",
                           "quaternion must have length 1, not %g", norm);
  body->pose.q = pn_quat_normalize(body->pose.q);
  return GSL_SUCCESS;
}

/* Turns a body by an angle about an axis. */
static int read_turn(pn_scene_group *group, pn_body *body)
{
  double degrees = 0;
  pn_vec3 axis;
  pn_scene_real(group, "angle", PN_REQUIRED, pni_scene_coordinates("degrees"),
                &degrees);
  if (pni_scene_direction(group, "axis", &axis))
    return group->error->code;
  body->pose.q = pn_quat_axis_angle(pn_vec3_normalize(axis),
                                    fmod(degrees, 720) * M_PI / 180);
  return GSL_SUCCESS;
}

int pni_scene_read_pose(pn_scene_group *group, pn_body *body)
{
  body->pose.q = pn_quat_identity();
  if (pn_scene_look(group, "ends") != PN_SCENE_NOTHING)
    return read_ends(group, body);
  pni_scene_vec3(group, "position", PN_OPTIONAL, "m", &body->pose.x);
  if (pn_scene_look(group, "quaternion") != PN_SCENE_NOTHING)
    return read_quaternion(group, body);
  if (pn_scene_look(group, "angle") != PN_SCENE_NOTHING ||
      pn_scene_look(group, "axis") != PN_SCENE_NOTHING)
    return read_turn(group, body);
  return group->error->code;
}

int pni_scene_read_motion(pn_scene_group *group, pn_body *body)
{
  pni_scene_vec3(group, "omega", PN_OPTIONAL, "rad/s", &body->omega);
  if (pn_scene_look(group, "pivot") == PN_SCENE_NOTHING)
    return pni_scene_vec3(group, "velocity", PN_OPTIONAL, "m/s", &body->v);
  pn_vec3 pivot = {0, 0, 0};
  pni_scene_vec3(group, "pivot", PN_REQUIRED, "m", &pivot);
  body->v = pn_vec3_cross(body->omega, pn_vec3_sub(body->pose.x, pivot));
  return group->error->code;
}

int pni_scene_read_body(pn_scene_group *group, pn_body *body)
{
  const pn_range masses = {pn_range_positive("kg").low, largest, "kg"};
  if (read_name(group, body) ||
      pn_scene_real(group, "mass", PN_REQUIRED, masses, &body->mass) ||
      refuse_tiny(group, "mass", body->mass, "kg") ||
      pni_scene_read_shape(group, body) || read_inertia(group, body) ||
      pni_scene_read_pose(group, body) || pni_scene_read_motion(group, body))
    return group->error->code;
  pni_scene_vec3(group, "force", PN_OPTIONAL, "N", &body->force);
  if (pni_scene_vec3(group, "torque", PN_OPTIONAL, "N m", &body->torque))
    return group->error->code;
  pn_error reason = {0};
  if (pn_body_check(body, NULL, 0, &reason))
    return pn_scene_refuse(group, "inertia", "%s", reason.text);
  return GSL_SUCCESS;
}
