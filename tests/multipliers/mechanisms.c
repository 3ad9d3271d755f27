/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "mechanisms.h"

#include <check.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>

static gsl_rng *source;

static double uniform(void)
{
  return 2 * gsl_rng_uniform(source) - 1;
}

static size_t below(size_t n)
{
  return gsl_rng_uniform_int(source, n);
}

static pn_vec3 anywhere(double size)
{
  return pn_vec3_make(size * uniform(), size * uniform(), size * uniform());
}

static pn_system *new_system(void)
{
  pn_system *system = pn_system_alloc();
  ck_assert_ptr_nonnull(system);
  system->gravity = pn_vec3_make(0, 0, -9.81);
  return system;
}

static size_t add_box(pn_system *system, pn_vec3 x)
{
  const double size[] = {0.4 + 0.2 * uniform(), 0.3 + 0.1 * uniform(), 0.2};
  pn_body body = pn_body_make(pn_shape_box, size, 2 + uniform());
  body.pose.x = x;
  body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(anywhere(1)), uniform());
  ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
  return system->bodies - 1;
}

/* Returns all types in turn but those that a placement alone does not
   satisfy. */
static const pn_joint_type *some_type(void)
{
  const pn_joint_type *const types[] = {
      pn_joint_ball,      pn_joint_revolute,       pn_joint_prismatic,
      pn_joint_universal, pn_joint_cylindrical,    pn_joint_fixed,
      pn_joint_distance,  pn_joint_point_on_plane, pn_joint_point_on_line,
  };
  return types[below(sizeof types / sizeof types[0])];
}

static pn_vec3 between(const pn_system *system, size_t parent, size_t child)
{
  return pn_vec3_scale(0.5, pn_vec3_add(pn_system_pose(system, parent).x,
                                        pn_system_pose(system, child).x));
}

static void join(pn_system *system, const pn_joint_type *type, size_t parent,
                 size_t child)
{
  const pn_vec3 point =
      pn_vec3_add(between(system, parent, child), anywhere(0.1));
  const pn_joint_place place = {
      .point = point,
      .child_point = pn_vec3_add(point, anywhere(0.3)),
      .axis = anywhere(1),
      .second = anywhere(1),
  };
  ck_assert_ptr_nonnull(pn_system_join(system, type, parent, child, &place));
}

/* Makes all turn together, so that loops keep closed. */
static void spin(pn_system *system)
{
  const pn_vec3 W = {1, 2, 0.5};
  for (size_t b = 0; b < system->bodies; b++) {
    system->body[b].omega = W;
    system->body[b].v = pn_vec3_cross(W, system->body[b].pose.x);
  }
}

static pn_system *chain(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    add_box(system, pn_vec3_make(0.5 * (double)i, 0.2 * uniform(), 0));
    if (i > 0)
      join(system, pn_joint_ball, i - 1, i);
  }
  spin(system);
  return system;
}

static pn_system *ring(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    const double angle = 6.283185307179586 * (double)i / (double)n;
    add_box(system, pn_vec3_make(cos(angle) * (double)n / 10,
                                 sin(angle) * (double)n / 10, 0.1 * uniform()));
  }
  for (size_t i = 0; i < n; i++)
    join(system, pn_joint_ball, i, (i + 1) % n);
  spin(system);
  return system;
}

static pn_system *star(size_t n)
{
  pn_system *system = new_system();
  add_box(system, pn_vec3_make(0, 0, 0));
  for (size_t i = 1; i < n; i++) {
    add_box(system, anywhere(1));
    join(system, some_type(), i % 2 ? 0 : i, i % 2 ? i : 0);
  }
  spin(system);
  return system;
}

static pn_system *random_tree(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    add_box(system, anywhere(2));
    if (i > 0)
      join(system, some_type(), i % 3 ? below(i) : i, i % 3 ? i : below(i));
  }
  spin(system);
  return system;
}

/* Makes two hubs with their arms, joined by a body, one of them held by the
   world. */
static pn_system *hubs(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++)
    add_box(system, anywhere(1.5));
  join(system, pn_joint_ball, PN_WORLD, 0);
  join(system, pn_joint_revolute, 0, 1);
  join(system, pn_joint_universal, 2, 1);
  for (size_t i = 3; i < n; i++)
    join(system, i % 4 ? pn_joint_ball : pn_joint_revolute, i % 2 ? 0 : 2, i);
  return system; /* at rest */
}

static pn_system *grid(size_t n)
{
  const size_t side = (size_t)sqrt((double)n);
  pn_system *system = new_system();
  for (size_t i = 0; i < side * side; i++) {
    add_box(system, pn_vec3_make(0.5 * (double)(i / side),
                                 0.5 * (double)(i % side), 0.1 * uniform()));
    if (i >= side)
      join(system, pn_joint_ball, i - side, i);
    if (i % side > 0)
      join(system, pn_joint_ball, i - 1, i);
  }
  spin(system);
  return system;
}

/* Makes a tree with some loops, redundant ones among them. */
static pn_system *random_loops(size_t n)
{
  pn_system *system = random_tree(n);
  for (size_t k = 0; k < n / 4; k++) {
    const size_t i = below(n);
    join(system, some_type(), i, (i + 1 + below(n - 1)) % n);
  }
  return system;
}

/* Points on massless rods and on a body. */
static pn_system *points(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    if (i % 3 == 0)
      add_box(system, anywhere(2));
    else {
      pn_body body = pn_body_make(pn_shape_point, NULL, 1 + 0.3 * uniform());
      body.pose.x = anywhere(2);
      ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
    }
    if (i == 0)
      continue;
    const size_t above = below(i);
    const pn_joint_place place = {.point = system->body[above].pose.x,
                                  .child_point = system->body[i].pose.x};
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_distance, above, i, &place));
  }
  return system;
}

typedef struct {
  const char *name;
  pn_system *(*make)(size_t n);
  size_t bodies[MECHANISM_SIZES];
} shape;

static const shape shapes[] = {
    {"chain", chain, {1, 12, 60, 200}},
    {"ring", ring, {4, 12, 50, 200}},
    {"star", star, {6, 20, 40, 200}},
    {"random tree", random_tree, {2, 25, 60, 200}},
    {"hubs", hubs, {8, 20, 40, 200}},
    {"grid", grid, {4, 16, 36, 196}},
    {"random loops", random_loops, {6, 20, 40, 200}},
    {"points", points, {4, 15, 30, 200}},
};
enum { SIZES = MECHANISM_SIZES };

_Static_assert(sizeof shapes / sizeof shapes[0] * SIZES == MECHANISMS,
               "as many as the header says");

static pn_system *make(const shape *of, size_t n, unsigned long seed)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(source, seed);
  pn_system *system = of->make(n);
  gsl_rng_free(source);
  return system;
}

const char *mechanism_name(size_t k)
{
  return shapes[k / SIZES].name;
}

pn_system *mechanism_make(size_t k)
{
  const shape *of = &shapes[k / SIZES];
  return make(of, of->bodies[k % SIZES], 1000 + (unsigned long)k);
}

pn_system *mechanism_large_hub(void)
{
  return make(&shapes[2], 3000, 3);
}

pn_system *mechanism_badly_scaled(size_t k)
{
  pn_system *system = new_system();
  double x = 0;
  for (size_t i = 0; i < 30; i++) {
    const double share = (double)i / 29;
    const double length = k < 3    ? 0.5
                          : k == 3 ? pow(10, -4 + 8 * share)
                                   : (i % 2 ? 1e4 : 1e-4);
    const double mass = k == 0   ? (i % 2 ? 1e8 : 1)
                        : k == 1 ? pow(10, 8 * share)
                        : k == 2 ? pow(10, -8 * share)
                                 : length;
    const double size[] = {length, 0.2 * length, 0.1 * length};
    pn_body body = pn_body_make(pn_shape_box, size, mass);
    body.pose.x = pn_vec3_make(x + length / 2, 0, 0);
    ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
    const pn_joint_place place = {.point = {x, 0, 0}, .axis = {0, 1, 0}};
    ck_assert_ptr_nonnull(
        pn_system_join(system, i % 3 ? pn_joint_ball : pn_joint_revolute,
                       i > 0 ? i - 1 : PN_WORLD, i, &place));
    x += length;
  }
  return system;
}
