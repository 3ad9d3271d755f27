/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Systems to test with: see models.h. */
#include "dynamics/models.h"
#include "dynamics/reference.h"
#include "test.h"

#include <stdio.h>

static const double pi = 3.14159265358979323846, g = 9.81;

static pn_system *new_system(pn_vec3 gravity)
{
  pn_system *system = pn_system_alloc();
  ck_assert_ptr_nonnull(system);
  system->gravity = gravity;
  return system;
}

static size_t add(pn_system *system, const pn_body *body)
{
  ck_assert_int_eq(pn_system_add_body(system, body), 0);
  return system->bodies - 1;
}

static size_t add_box(pn_system *system, double mass, double a, double b,
                      double c, pn_vec3 x)
{
  const double size[] = {a, b, c};
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  snprintf(body.name, sizeof body.name, "box-%zu", system->bodies);
  body.pose.x = x;
  return add(system, &body);
}

static pn_joint *join(pn_system *system, const pn_joint_type *type,
                      size_t parent, size_t child, pn_vec3 point, pn_vec3 axis)
{
  const pn_joint_place place = {.point = point, .axis = axis};
  pn_joint *joint = pn_system_join(system, type, parent, child, &place);
  ck_assert_ptr_nonnull(joint);
  return joint;
}

static void ball(pn_system *system, size_t parent, size_t child, pn_vec3 point)
{
  join(system, pn_joint_ball, parent, child, point, pn_vec3_make(1, 0, 0));
}

/* Makes all bodies turn together about the centre of mass. */
static void spin(pn_system *system)
{
  const pn_vec3 W = {1, 2, 0.5};
  pn_vec3 centre = {0, 0, 0};
  double mass = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    mass += system->body[b].mass;
    centre = pn_vec3_add_scaled(centre, system->body[b].mass,
                                system->body[b].pose.x);
  }
  centre = pn_vec3_scale(1 / mass, centre);
  for (size_t b = 0; b < system->bodies; b++) {
    pn_body *body = &system->body[b];
    body->omega = W;
    body->v = pn_vec3_cross(W, pn_vec3_sub(body->pose.x, centre));
  }
}

static pn_vec3 vec3(const double *x)
{
  return pn_vec3_make(x[0], x[1], x[2]);
}

pn_system *model_puppet(void)
{
  pn_system *system = new_system(pn_vec3_make(0, 0, 0));
  for (size_t b = 0; b < REFERENCE_PUPPET; b++) {
    const reference_body *r = &reference_puppet[b];
    add_box(system, r->mass, r->box[0], r->box[1], r->box[2], vec3(r->centre));
    if (r->parent >= 0)
      ball(system, (size_t)r->parent, b, vec3(r->joint));
  }
  spin(system);
  return system;
}

pn_system *model_chain10(void)
{
  pn_system *system = new_system(pn_vec3_make(0, 0, 0));
  for (size_t i = 0; i < 10; i++) {
    add_box(system, 1, 0.5, 0.1, 0.06,
            pn_vec3_make(0.25 + 0.5 * (double)i, 0, 0));
    if (i > 0)
      ball(system, i - 1, i, pn_vec3_make(0.5 * (double)i, 0, 0));
  }
  spin(system);
  return system;
}

pn_system *model_tree15(void)
{
  pn_system *system = new_system(pn_vec3_make(0, 0, 0));
  add_box(system, 1, 0.4, 0.1, 0.06, pn_vec3_make(0, 0, 0));
  for (size_t i = 1; i < 15; i++) {
    const size_t parent = (i - 1) / 2;
    const double s = i % 2 ? 1 : -1;
    const pn_vec3 joint = pn_vec3_add(system->body[parent].pose.x,
                                      pn_vec3_make(0.2, s * 0.05, 0));
    add_box(system, 1, 0.4, 0.1, 0.06,
            pn_vec3_add(joint, pn_vec3_make(0.2, s * 0.03, s * 0.01)));
    ball(system, parent, i, joint);
  }
  spin(system);
  return system;
}

static pn_system *ring(size_t n)
{
  pn_system *system = new_system(pn_vec3_make(0, 0, 0));
  const double R = (double)n * 0.5 / (2 * pi), step = 2 * pi / (double)n;
  for (size_t i = 0; i < n; i++) {
    const double a = step * (double)i;
    add_box(system, 1, 0.3, 0.3, 0.1, pn_vec3_make(R * cos(a), R * sin(a), 0));
  }
  for (size_t i = 0; i < n; i++) {
    const double b = step * ((double)i + 0.5);
    ball(system, i, (i + 1) % n, pn_vec3_make(R * cos(b), R * sin(b), 0));
  }
  spin(system);
  return system;
}

pn_system *model_ring6(void)
{
  return ring(6);
}

pn_system *model_ring10(void)
{
  return ring(10);
}

pn_system *model_chain3(void)
{
  const pn_vec3 w[] = {{1, 0.5, 2}, {-2, 1, 0.5}, {3, -1, 1}};
  pn_system *system = new_system(pn_vec3_make(0, 0, -g));
  pn_vec3 tip = {0, 0, 0}; /* velocity of the last joint */
  for (size_t i = 0; i < 3; i++) {
    const double x = 0.5 * (double)i;
    add_box(system, 1, 0.5, 0.1, 0.06, pn_vec3_make(x + 0.25, 0, 0));
    ball(system, i > 0 ? i - 1 : PN_WORLD, i, pn_vec3_make(x, 0, 0));
    const pn_vec3 half = pn_vec3_cross(w[i], pn_vec3_make(0.25, 0, 0));
    system->body[i].omega = w[i];
    system->body[i].v = pn_vec3_add(tip, half);
    tip = pn_vec3_add_scaled(tip, 2, half);
  }
  return system;
}

pn_system *model_point_pendulum(void)
{
  pn_system *system = new_system(pn_vec3_make(0, -g, 0));
  pn_body body = pn_body_make(pn_shape_point, NULL, 1);
  body.pose.x = pn_vec3_make(-1, 0, 0);
  add(system, &body);
  const pn_joint_place place = {.point = {0, 0, 0}, .child_point = {-1, 0, 0}};
  ck_assert_ptr_nonnull(
      pn_system_join(system, pn_joint_distance, PN_WORLD, 0, &place));
  return system;
}

/* Adds a uniform rod of 1 kg between two points, 1 m apart: thin, or with a
   square section. */
static size_t add_rod(pn_system *system, pn_vec3 from, pn_vec3 to,
                      double section)
{
  const pn_vec3 along = pn_vec3_normalize(pn_vec3_sub(to, from));
  const pn_vec3 x = {1, 0, 0}, axis = pn_vec3_cross(x, along);
  const double size[] = {1, section, section};
  pn_body body =
      pn_body_make(section > 0 ? pn_shape_box : pn_shape_rod, size, 1);
  body.pose.x = pn_vec3_scale(0.5, pn_vec3_add(from, to));
  if (pn_vec3_norm(axis) > 0)
    body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(axis),
                                     acos(pn_vec3_dot(x, along)));
  else if (along.x < 0)
    body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), pi);
  return add(system, &body);
}

pn_system *model_four_bar(void)
{
  const pn_vec3 z = {0, 0, 1};
  const pn_vec3 A0 = {0, 0, 0}, A1 = {1, 0, 0}, B0 = {0, 1, 0}, B1 = {1, 1, 0};
  pn_system *system = new_system(pn_vec3_make(0, -g, 0));
  const size_t left = add_rod(system, A0, B0, 0);
  const size_t top = add_rod(system, B0, B1, 0);
  const size_t right = add_rod(system, A1, B1, 0);
  join(system, pn_joint_revolute, PN_WORLD, left, A0, z);
  join(system, pn_joint_revolute, left, top, B0, z);
  join(system, pn_joint_revolute, top, right, B1, z);
  join(system, pn_joint_revolute, PN_WORLD, right, A1, z);
  system->body[left].v = system->body[right].v = pn_vec3_make(0.5, 0, 0);
  system->body[left].omega = system->body[right].omega = pn_vec3_make(0, 0, -1);
  system->body[top].v = pn_vec3_make(1, 0, 0);
  return system;
}

static pn_system *bricard(double section)
{
  const pn_vec3 P[] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                       {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const pn_vec3 axis[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  pn_system *system = new_system(pn_vec3_make(0, -g, 0));
  for (size_t i = 0; i < 5; i++) {
    const size_t rod = add_rod(system, P[i], P[i + 1], section);
    join(system, pn_joint_revolute, i > 0 ? rod - 1 : PN_WORLD, rod, P[i],
         axis[i % 3]);
  }
  join(system, pn_joint_revolute, 4, PN_WORLD, P[5], axis[2]);
  return system;
}

pn_system *model_bricard_brick(void)
{
  return bricard(0.1);
}

pn_system *model_bricard_rod(void)
{
  return bricard(0);
}

pn_system *model_tumbling(void)
{
  pn_system *system = new_system(pn_vec3_make(0, 0, 0));
  pn_body body = {.mass = 1, .pose.q = {1, 0, 0, 0}};
  body.inertia = pn_mat3_diagonal(pn_vec3_make(1, 2, 3));
  body.omega = pn_vec3_make(0.01, 5, 0.01);
  add(system, &body);
  return system;
}

pn_system *model_compound_pendulum(double degrees)
{
  const double angle = degrees * pi / 180;
  const pn_vec3 end = {sin(angle), -cos(angle), 0}, top = {0, 0, 0};
  pn_system *system = new_system(pn_vec3_make(0, -g, 0));
  const size_t rod = add_rod(system, top, end, 0);
  join(system, pn_joint_revolute, PN_WORLD, rod, top, pn_vec3_make(0, 0, 1));
  return system;
}

pn_system *model_top(double degrees, double w3, double precession)
{
  const double angle = degrees * pi / 180, l = 0.3, m = 1;
  const pn_vec3 z = {0, 0, 1}, axis = {sin(angle), 0, cos(angle)};
  pn_system *system = new_system(pn_vec3_make(0, 0, -g));
  pn_body body = {.mass = m};
  body.inertia =
      pn_mat3_diagonal(pn_vec3_make(0.5 - m * l * l, 0.5 - m * l * l, 0.2));
  body.pose.x = pn_vec3_scale(l, axis);
  body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), angle);
  body.omega = pn_vec3_add_scaled(pn_vec3_scale(precession, z),
                                  w3 - precession * cos(angle), axis);
  body.v = pn_vec3_cross(body.omega, body.pose.x);
  add(system, &body);
  ball(system, PN_WORLD, 0, pn_vec3_make(0, 0, 0));
  return system;
}

pn_system *model_arm(void)
{
  const pn_vec3 axis[] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0},
                          {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
  pn_system *system = new_system(pn_vec3_make(0, 0, -g));
  for (size_t i = 0; i < 6; i++) {
    const double x = 0.3 * (double)i;
    add_box(system, 3 / (1 + (double)i), 0.3, 0.1, 0.08,
            pn_vec3_make(x + 0.15, 0, 0));
    join(system, pn_joint_revolute, i > 0 ? i - 1 : PN_WORLD, i,
         pn_vec3_make(x, 0, 0), axis[i])
        ->friction_turn = 0.2;
  }
  return system;
}

pn_system *model_mixture(void)
{
  pn_system *system = new_system(pn_vec3_make(0, -g, 0));
  size_t last = PN_WORLD;
  for (size_t k = 0; pn_joint_type_get(k) != pn_joint_custom; k++) {
    const double x = 0.4 * (double)k;
    const size_t b = add_box(system, 1 + 0.1 * (double)k, 0.3, 0.2, 0.1,
                             pn_vec3_make(x + 0.2, -0.1 * (double)k, 0.05));
    const pn_joint_place place = {.point = {x, 0, 0},
                                  .child_point = {x + 0.1, -0.2, 0.1},
                                  .axis = {1, 2, -1},
                                  .second = {0, 1, 1}};
    if (pn_joint_type_get(k) == pn_joint_cosine_wire)
      last = PN_WORLD; /* put on the wire below */
    pn_joint *joint =
        pn_system_join(system, pn_joint_type_get(k), last, b, &place);
    ck_assert_ptr_nonnull(joint);
    if (joint->type == pn_joint_cosine_wire)
      joint->point[1] = pn_vec3_sub(pn_vec3_make(cos(2.385), 2.385, 0.3),
                                    system->body[b].pose.x);
    last = b;
  }
  const pn_spring spring = {.body = {0, 3},
                            .point = {{0, 0.1, 0}, {0.1, 0, 0}},
                            .stiffness = 40,
                            .damping = 0.5,
                            .length = 0.9};
  ck_assert_int_eq(pn_system_add_spring(system, &spring), 0);
  return system;
}

static const model models[] = {
    {"puppet", model_puppet, 0},
    {"chain10", model_chain10, 0},
    {"tree15", model_tree15, 0},
    {"ring6", model_ring6, 0},
    {"ring10", model_ring10, 0},
    {"chain3", model_chain3, 0},
    {"point pendulum", model_point_pendulum, 0},
    {"four-bar", model_four_bar, 3},
    {"Bricard, bricks", model_bricard_brick, 1},
    {"Bricard, rods", model_bricard_rod, 1},
    {"tumbling", model_tumbling, 0},
    {"arm", model_arm, 0},
    {"mixture", model_mixture, 0},
};

const model *model_get(size_t k)
{
  return k < sizeof models / sizeof models[0] ? &models[k] : NULL;
}
