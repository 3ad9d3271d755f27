/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the joints and springs of a scene, which name the bodies they hold. */
#include "pantin/base/alloc.h"
#include "pantin/body/equation.h"
#include "pantin/body/scene_private.h"
#include "pantin/body/side.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* Two directions are taken for parallel below this sine of their angle. */
static const double parallel = 1e-6;

/* More teeth, and finer threads [m], are taken for typing errors. */
static const double teeth_max = 1e5, pitch_min = 1e-9;

static const char *name_of(const pn_system *system, size_t body)
{
  return body == PN_WORLD ? "world" : system->body[body].name;
}

/* Reads the two bodies of a joint or spring; they must differ. */
static int read_pair(pn_scene_group *group, const char *what,
                     const pni_scene_index *index, size_t body[2])
{
  if (pni_scene_find_body(group, "parent", index, &body[0]) ||
      pni_scene_find_body(group, "child", index, &body[1]))
    return group->error->code;
  return body[0] != body[1]
             ? GSL_SUCCESS
             : pn_scene_refuse(group, "child",
                               "a %s is between two bodies, not between '%s' "
                               "and itself",
                               what, name_of(index->system, body[0]));
}

/* Reads the type of a joint. */
static int read_type(pn_scene_group *group, const pn_joint_type **type)
{
  const char *names[PN_SCENE_NAMES_MAX + 1] = {NULL};
  size_t count = 0;
  for (; count < PN_SCENE_NAMES_MAX && pn_joint_type_get(count); count++)
    names[count] = pn_joint_type_get(count)->name;
  int k = 0;
  const int code = pn_scene_choice(group, "type", PN_REQUIRED, names, &k);
  if (code)
    return code;
  *type = pn_joint_type_find(names[k]);
  return GSL_SUCCESS;
}

/* Refuses directions that are parallel. */
static int check_across(pn_scene_group *group, const char *key, pn_vec3 axis,
                        pn_vec3 second)
{
  const pn_vec3 across =
      pn_vec3_cross(pn_vec3_normalize(axis), pn_vec3_normalize(second));
  return pn_vec3_norm(across) > parallel
             ? GSL_SUCCESS
             : pn_scene_refuse(group, key, "%s must not be parallel to %s", key,
                               strstr(key, "child") ? "child_axis" : "axis");
}

static int is_given(pn_scene_group *group, const char *key)
{
  return pn_scene_look(group, key) != PN_SCENE_NOTHING;
}

/* Reads both frames of a joint that starts turned, as a saved one may; or the
   parent's alone, with which the child's then begins. */
static int read_frames(pn_scene_group *group, const pn_joint_type *type,
                       pn_joint_place *place)
{
  const int is_turned =
      is_given(group, "child_axis") || is_given(group, "child_second");
  if (!is_turned && (type->has_axis || !is_given(group, "axis")) &&
      (type->has_second || !is_given(group, "second")))
    return group->error->code;
  if (!type->has_axis && pni_scene_direction(group, "axis", &place->axis))
    return group->error->code;
  if (!type->has_second &&
      (pni_scene_direction(group, "second", &place->second) ||
       check_across(group, "second", place->axis, place->second)))
    return group->error->code;
  place->child_axis = place->axis;
  place->child_second = place->second;
  if (!is_turned)
    return group->error->code;
  if (pni_scene_direction(group, "child_axis", &place->child_axis) ||
      pni_scene_direction(group, "child_second", &place->child_second))
    return group->error->code;
  return check_across(group, "child_second", place->child_axis,
                      place->child_second);
}

/* Reads the points and directions that the type has. */
static int read_place(pn_scene_group *group, const pn_joint_type *type,
                      pn_joint_place *place)
{
  if (pni_scene_vec3(group, "point", PN_REQUIRED, "m", &place->point))
    return group->error->code;
  place->child_point = place->point;
  pni_scene_vec3(group, "child_point",
                 type->has_points ? PN_REQUIRED : PN_OPTIONAL, "m",
                 &place->child_point);
  if (type->has_axis)
    pni_scene_direction(group, "axis", &place->axis);
  if (type->has_teeth &&
      pn_vec3_norm(pn_vec3_cross(
          pn_vec3_normalize(place->axis),
          pn_vec3_sub(place->child_point, place->point))) < parallel)
    return pn_scene_refuse(group, "child_point",
                           "the centres of two gears must be apart, across the "
                           "axis");
  if (type->has_second &&
      (pni_scene_direction(group, "second", &place->second) ||
       check_across(group, "second", place->axis, place->second)))
    return group->error->code;
  return type->has_frames ? read_frames(group, type, place)
                          : group->error->code;
}

/* Reads numbers of teeth, which are not 0. A differential has 1 and 1 unless it
   says others. */
static int read_teeth(pn_scene_group *group, pn_joint *joint)
{
  double n[2] = {joint->teeth[0], joint->teeth[1]};
  if (pn_scene_reals(group, "teeth",
                     joint->type->has_teeth ? PN_REQUIRED : PN_OPTIONAL,
                     pn_range_between(-teeth_max, teeth_max, NULL), 2, n))
    return group->error->code;
  for (int k = 0; k < 2; k++) {
    joint->teeth[k] = (int)n[k];
    if (n[k] == 0 || n[k] != joint->teeth[k])
      return pn_scene_refuse(group, "teeth",
                             "teeth must be two whole numbers that are not 0, "
                             "as (20, 40)");
  }
  return GSL_SUCCESS;
}

/* Reads the second child of a joint of three bodies. */
static int read_third(pn_scene_group *group, const pni_scene_index *index,
                      const pn_system *system, pn_joint *joint)
{
  size_t third;
  if (pni_scene_find_body(group, "other", index, &third))
    return group->error->code;
  if (third == joint->parent || third == joint->child)
    return pn_scene_refuse(group, "other",
                           "a %s is between three bodies, and '%s' is already "
                           "one of them",
                           joint->type->name, name_of(system, third));
  pn_joint_set_third(joint, pn_system_pose(system, joint->parent), third,
                     pn_system_pose(system, third));
  return GSL_SUCCESS;
}

/* Reads the free motions; there must be one that is not. */
static int read_free(pn_scene_group *group, pn_joint *joint)
{
  static const char *const names[] = {"tx", "ty", "tz", "rx", "ry", "rz", NULL};
  if (pn_scene_choices(group, "free", PN_REQUIRED, names, &joint->free))
    return group->error->code;
  return pn_joint_rows_count(joint) > 0
             ? GSL_SUCCESS
             : pn_scene_refuse(group, "free",
                               "with all six motions free there is no joint");
}

/* Reads the equation of a custom joint, which the system takes. */
static int read_equation(pn_scene_group *group, pn_system *system,
                         pn_joint *joint)
{
  const char *text = NULL;
  pn_error reason = {0};
  if (pn_scene_string(group, "equation", PN_REQUIRED, &text))
    return group->error->code;
  pni_equation *equation = pni_equation_alloc(
      text, pn_system_pose(system, joint->parent),
      pn_system_pose(system, joint->child), joint->point[1], &reason);
  if (!equation)
    return pn_scene_refuse(group, "equation", "the equation cannot be read: %s",
                           reason.text);
  equation->next = system->equation;
  system->equation = equation;
  joint->custom = &equation->custom;
  return GSL_SUCCESS;
}

/* Reads what only one type has. */
static int read_special(pn_scene_group *group, const pni_scene_index *index,
                        pn_system *system, pn_joint *joint)
{
  if (joint->type->has_third && read_third(group, index, system, joint))
    return group->error->code;
  if (joint->type->has_teeth || joint->type->has_third)
    return read_teeth(group, joint);
  if (joint->type == pn_joint_free)
    return read_free(group, joint);
  if (joint->type == pn_joint_custom)
    return read_equation(group, system, joint);
  if (joint->type != pn_joint_screw)
    return GSL_SUCCESS;
  if (pn_scene_real(group, "pitch", PN_REQUIRED, pni_scene_coordinates("m"),
                    &joint->pitch))
    return group->error->code;
  return fabs(joint->pitch) >= pitch_min
             ? GSL_SUCCESS
             : pn_scene_refuse(group, "pitch",
                               "pitch must not be 0; %g m is the least",
                               pitch_min);
}

/* Reads name, length, friction and bounds of a joint. */
static int read_details(pn_scene_group *group, pn_system *system,
                        pn_joint *joint)
{
  pni_scene_name(group, PN_OPTIONAL, joint->name);
  if (joint->type->has_points && !joint->type->has_teeth)
    pn_scene_real(group, "length", PN_OPTIONAL, pni_scene_lengths(),
                  &joint->length);
  pn_scene_real(group, "friction_turn", PN_OPTIONAL,
                pn_range_between(0, pni_scene_lengths().high, "N m s"),
                &joint->friction_turn);
  pn_scene_real(group, "friction_slide", PN_OPTIONAL,
                pn_range_between(0, pni_scene_lengths().high, "N s/m"),
                &joint->friction_slide);
  pni_scene_read_bounds(group, system);
  return pn_scene_finish(group);
}

int pni_scene_read_joint(pn_scene_group *root, size_t i,
                         const pni_scene_index *index, pn_system *system)
{
  pn_scene_group group = pn_scene_item(root, "joints", i);
  const pn_joint_type *type = NULL;
  size_t body[2] = {PN_WORLD, PN_WORLD};
  pn_joint_place place = {.axis = {0, 0, 0}};
  if (read_type(&group, &type) || read_pair(&group, "joint", index, body) ||
      read_place(&group, type, &place))
    return root->error->code;
  pn_joint *joint = pn_system_join(system, type, body[0], body[1], &place);
  if (!joint)
    return pni_scene_no_memory(root);
  joint->point[1] =
      pn_pose_local(pn_system_pose(system, body[1]), place.child_point);
  snprintf(joint->name, sizeof joint->name, "%.30s-%.30s",
           name_of(system, body[0]), name_of(system, body[1]));
  if (read_special(&group, index, system, joint)) {
    system->joints--; /* it has no equations that could be counted */
    return root->error->code;
  }
  return read_details(&group, system, joint);
}

int pni_scene_read_spring(pn_scene_group *root, size_t i,
                          const pni_scene_index *index, pn_system *system)
{
  pn_scene_group group = pn_scene_item(root, "springs", i);
  const double most = pni_scene_lengths().high;
  pn_spring spring = {.stiffness = 0};
  pn_vec3 point[2] = {{0, 0, 0}, {0, 0, 0}};
  if (read_pair(&group, "spring", index, spring.body) ||
      pni_scene_vec3(&group, "point", PN_REQUIRED, "m", &point[0]) ||
      pni_scene_vec3(&group, "child_point", PN_REQUIRED, "m", &point[1]))
    return root->error->code;
  for (int k = 0; k < 2; k++)
    spring.point[k] =
        pn_pose_local(pn_system_pose(system, spring.body[k]), point[k]);
  spring.length = pn_vec3_norm(pn_vec3_sub(point[1], point[0]));
  snprintf(spring.name, sizeof spring.name, "%.30s-%.30s",
           name_of(system, spring.body[0]), name_of(system, spring.body[1]));
  pni_scene_name(&group, PN_OPTIONAL, spring.name);
  pn_scene_real(&group, "stiffness", PN_REQUIRED,
                pn_range_between(0, most, "N/m"), &spring.stiffness);
  pn_scene_real(&group, "damping", PN_OPTIONAL,
                pn_range_between(0, most, "N s/m"), &spring.damping);
  pn_scene_real(&group, "length", PN_OPTIONAL, pn_range_between(0, most, "m"),
                &spring.length);
  if (pn_scene_finish(&group))
    return root->error->code;
  return pn_system_add_spring(system, &spring) ? pni_scene_no_memory(root)
                                               : GSL_SUCCESS;
}

/* Returns the part of row i of J u that comes from one body. */
static double row_product(const double *J, size_t i, const pn_motion *motion)
{
  const double *at = J + 6 * i;
  return pn_vec3_dot(pn_vec3_make(at[0], at[1], at[2]), motion->v) +
         pn_vec3_dot(pn_vec3_make(at[3], at[4], at[5]), motion->omega);
}

int pni_scene_gap(const pn_system *system, const pn_joint *joint, double *gap,
                  double *rate)
{
  double C[PN_JOINT_ROWS_MAX], bias[PN_JOINT_ROWS_MAX];
  double J[JOINT_SIDES_MAX][6 * PN_JOINT_ROWS_MAX];
  pn_motion motion[JOINT_SIDES_MAX];
  for (size_t side = 0; side < joint_sides(joint); side++)
    motion[side] = pn_system_motion(system, joint_body(joint, side));
  pn_joint_rows rows = {C, J[0], J[1], bias, &motion[2], J[2]};
  if (joint->type->evaluate(joint, &motion[0], &motion[1], &rows))
    return GSL_EFAILED;
  *gap = *rate = 0;
  for (size_t i = 0; i < pn_joint_rows_count(joint); i++) {
    double sum = 0;
    for (size_t side = 0; side < joint_sides(joint); side++)
      sum += row_product(J[side], i, &motion[side]);
    *gap = hypot(*gap, C[i]);
    *rate = hypot(*rate, sum);
  }
  return GSL_SUCCESS;
}
