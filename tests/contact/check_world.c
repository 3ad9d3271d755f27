/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The world of rigid bodies against what mechanics says of simple cases, and
   its problems against exact methods. */
#include "pantin/contact/world.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const double g = 9.81;

enum { GEOMS_MAX = 128 };

static pn_system *sys;
static pn_geom geom[GEOMS_MAX];
static size_t geoms;
static pn_world_settings settings;

static void prepare(void)
{
  sys = pn_system_alloc();
  sys->gravity = pn_vec3_make(0, 0, -g);
  geoms = 0;
  settings = pn_world_settings_default();
}

static void finish(void)
{
  pn_system_free(sys);
}

static size_t add(const pn_shape *shape, const double *size, double mass,
                  pn_vec3 x)
{
  pn_body body = pn_body_make(shape, size, mass);
  body.pose.x = x;
  ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
  ck_assert_uint_lt(geoms, GEOMS_MAX);
  geom[geoms] = (pn_geom){
      .body = sys->bodies - 1, .shape = shape, .pose.q = pn_quat_identity()};
  memcpy(geom[geoms++].size, size, shape->sizes * sizeof *size);
  return sys->bodies - 1;
}

static void ground(void)
{
  geom[geoms++] =
      pn_geom_make_plane(pn_vec3_make(0, 0, 0), pn_vec3_make(0, 0, 1));
}

static pn_world *make(void)
{
  pn_error error = {0};
  pn_world *world = pn_world_alloc(sys, geom, geoms, &settings, &error);
  ck_assert_msg(world != NULL, "%s", error.text);
  return world;
}

static void advance(pn_world *world, size_t steps)
{
  pn_error error = {0};
  for (size_t k = 0; k < steps; k++)
    ck_assert_msg(!pn_world_advance(world, &error), "%s", error.text);
}

static pn_motion motion(const pn_world *world, size_t body)
{
  return pn_state_motion(sys, world->y, body);
}

/* The source's wall: 7 columns of 16 bricks, which touch their neighbours at
   four points each, 4 (16 6 + 7 16) = 832, and none diagonally. */
START_TEST(the_wall_has_832_contacts)
{
  const double size[3] = {_i ? 0.4 : 0.2, 0.2, 0.2};
  ground();
  for (int row = 0; row < 16; row++)
    for (int column = 0; column < 7; column++)
      add(pn_shape_box, size, 1,
          pn_vec3_make(column * size[0], 0, 0.1 + 0.2 * row));
  settings.iterations = 10;
  pn_world *world = make();
  advance(world, 1);
  ck_assert_uint_eq(world->info.contacts, 832);
  ck_assert_uint_eq(world->lcp->size, 2496);
  ck_assert(!world->by_entries);
  pn_world_free(world);
}
END_TEST

/* A brick where its four contacts bear its weight: sunk by m g / (4 k). */
static void add_brick(double mass)
{
  const double size[3] = {0.5, 0.4, 0.1};
  add(pn_shape_box, size, mass,
      pn_vec3_make(0, 0, 0.05 - mass * g / (4 * settings.contact_stiffness)));
}

/* Coulomb: a brick with v slides v^2 / (2 mu g). A step takes mu g h from v
   before it moves, so that the sum over the steps is shorter by v h / 2. */
START_TEST(a_sliding_brick_stops_where_coulomb_says)
{
  const double v = 2.385, mu = 0.4;
  settings.friction = mu;
  settings.frozen = _i;
  settings.rounds = 3;
  ground();
  add_brick(3);
  sys->body[0].v = pn_vec3_make(v, 0, 0);
  pn_world *world = make();
  advance(world, 60);
  ck_assert(world->by_entries); /* 12 rows of one body */
  const pn_motion end = motion(world, 0);
  const double want = v * v / (2 * mu * g) - v * settings.step / 2;
  test_close(end.pose.x.x, want, 0.002 * want, "where it stops");
  test_close(pn_vec3_norm(end.v), 0, 1e-4, "speed at the end");
  test_close(end.pose.x.y, 0, 1e-6, "sideways");
  pn_world_free(world);
}
END_TEST

/* A brick that falls by 1 m sinks in by no more than gravity gives in a step,
   and by some of its way where that is not looked at. */
START_TEST(a_fall_ends_on_the_ground)
{
  double deepest[2] = {0, 0};
  ground();
  add_brick(10);
  sys->body[0].pose.x.z = 1.1;
  for (int way = 0; way < 2; way++) {
    settings.anticipation = way;
    pn_world *world = make();
    for (int step = 0; step < 60; step++) {
      advance(world, 1);
      deepest[way] = fmax(deepest[way], world->info.penetration);
    }
    test_close(motion(world, 0).pose.x.z, 0.05, 1e-3, "height at the end");
    pn_world_free(world);
  }
  ck_assert_msg(deepest[0] > 0.01, "sinks in by %g m", deepest[0]);
  ck_assert_msg(deepest[1] < g * settings.step * settings.step,
                "sinks in by %g m, in spite of anticipation", deepest[1]);
}
END_TEST

/* Thrown along the diagonal of its tangents a brick meets sqrt(2) mu in the
   box, and mu in the cone, as in any other direction. */
START_TEST(along_the_diagonal_the_box_brakes_more_than_the_cone)
{
  const double v = 2.385, mu = 0.4;
  settings.friction = mu;
  settings.cone = _i;
  settings.method = pn_lcp_pgs_block;
  ground();
  add_brick(3);
  sys->body[0].v = pn_vec3_make(v * sqrt(0.5), v * sqrt(0.5), 0);
  pn_world *world = make();
  advance(world, 60);
  const pn_motion end = motion(world, 0);
  const double brake = (_i ? 1 : sqrt(2)) * mu;
  const double want =
      (v * v / (2 * brake * g) - v * settings.step / 2) * sqrt(0.5);
  test_close(end.pose.x.x, want, 0.01 * want, "where it stops, x");
  test_close(end.pose.x.y, want, 0.01 * want, "where it stops, y");
  test_close(pn_vec3_norm(end.v), 0, 1e-4, "speed at the end");
  pn_world_free(world);
}
END_TEST

/* Every method that knows coupled friction in a box, or needs to know more of a
   problem than A, lets the brick stop at the same place. */
START_TEST(all_coupled_methods_stop_a_sliding_brick)
{
  const pn_lcp_method *method;
  double first = NAN;
  size_t tried = 0;
  ground();
  add_brick(3);
  sys->body[0].v = pn_vec3_make(2, 0.5, 0);
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (!method->handles_coupled)
      continue;
    settings.method = method;
    pn_world *world = make();
    advance(world, 30);
    const double x = motion(world, 0).pose.x.x;
    if (tried++ == 0)
      first = x;
    test_close(x, first, 1e-3, "%s: where it stops", method->name);
    pn_world_free(world);
  }
  ck_assert_uint_ge(tried, 5);
}
END_TEST

/* Returns the impulse of all contacts of the last step on a body [N s]. */
static pn_vec3 contact_impulses(const pn_world *world, size_t body)
{
  pn_vec3 sum = {0, 0, 0};
  for (size_t c = 0; c < world->collision->contacts; c++)
    for (int side = 0; side < 2; side++)
      if (world->collision->contact[c].body[side] == body)
        sum = pn_vec3_add_scaled(sum, side ? 1 : -1,
                                 pn_world_contact_impulse(world, c));
  return sum;
}

/* A step changes a body's momentum by its weight and its contacts alone. */
static void check_momentum(pn_world *world, size_t body)
{
  const double h = settings.step, mass = sys->body[body].mass;
  const pn_vec3 before = motion(world, body).v;
  advance(world, 1);
  const pn_vec3 change = pn_vec3_sub(motion(world, body).v, before);
  const pn_vec3 pushed = pn_vec3_scale(
      mass, pn_vec3_add_scaled(change, -h, pn_vec3_make(0, 0, -g)));
  const pn_vec3 error = pn_vec3_sub(contact_impulses(world, body), pushed);
  test_close(pn_vec3_norm(error), 0, 1e-12, "impulse of the contacts");
}

/* On a slope of tan theta = 0.5 a box holds with mu above and slides with
   g (sin theta - mu cos theta) below. */
START_TEST(a_box_on_a_slope_holds_or_slides)
{
  const double theta = atan(0.5), mu = _i ? 0.55 : 0.3;
  const pn_vec3 n = {sin(theta), 0, cos(theta)};
  const double size[3] = {0.3, 0.3, 0.1};
  settings.friction = mu;
  geom[geoms++] = pn_geom_make_plane(pn_vec3_make(0, 0, 0), n);
  add(pn_shape_box, size, 2,
      pn_vec3_scale(
          0.05 - 2 * g * cos(theta) / (4 * settings.contact_stiffness), n));
  sys->body[0].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), theta);
  pn_world *world = make();
  advance(world, 60);
  const pn_vec3 down = {cos(theta), 0, -sin(theta)};
  const double speed = pn_vec3_dot(motion(world, 0).v, down);
  const double way = pn_vec3_dot(motion(world, 0).pose.x, down);
  const double a = g * (sin(theta) - mu * cos(theta));
  if (_i) {
    test_close(speed, 0, 1e-5, "speed");
    test_close(way, 0, 1e-4, "way");
  } else {
    test_close(speed, a, 1e-3 * a, "speed after 1 s");
    test_close(way, a / 2 * (1 + settings.step), 2e-3 * a, "way in 1 s");
  }
  check_momentum(world, 0);
  pn_world_free(world);
}
END_TEST

/* The sum of the normal impulses between bodies i and j. */
static double carried(const pn_world *world, size_t i, size_t j)
{
  double sum = 0;
  for (size_t c = 0; c < world->collision->contacts; c++) {
    const pn_contact *at = &world->collision->contact[c];
    if ((at->body[0] == i && at->body[1] == j) ||
        (at->body[0] == j && at->body[1] == i))
      sum += world->solver->lambda[pn_world_joint_rows(world) + 3 * c];
  }
  return sum;
}

static const double stack_mass[] = {1.5, 0.7, 2.2, 1.1};

/* Four boxes on top of each other. */
static void add_stack(void)
{
  const double size[3] = {0.3, 0.25, 0.2};
  ground();
  for (size_t k = 0; k < 4; k++)
    add(pn_shape_box, size, stack_mass[k],
        pn_vec3_make(0, 0, 0.1 + 0.2 * (double)k));
}

START_TEST(a_stack_keeps_its_weight_in_lambda)
{
  add_stack();
  settings.warm_start = 1;
  pn_world *world = make();
  advance(world, 240);
  double above = 0;
  for (size_t k = 4; k-- > 0;) {
    above += stack_mass[k];
    test_close(carried(world, k, k > 0 ? k - 1 : PN_WORLD),
               above * g * settings.step, 1e-4, "impulse below box %zu", k);
  }
  ck_assert_uint_eq(world->info.contacts, 16);
  test_close(pn_vec3_norm(motion(world, 3).v), 0, 1e-4, "speed on top");
  check_momentum(world, 1);
  ck_assert_double_eq(pn_world_contact_impulse(world, 16).z, 0);
  pn_world_free(world);
}
END_TEST

/* Linear momentum, and angular momentum about the origin. */
static void momenta(const pn_world *world, pn_vec3 *p, pn_vec3 *L)
{
  *p = *L = pn_vec3_make(0, 0, 0);
  for (size_t b = 0; b < sys->bodies; b++) {
    const pn_motion m = motion(world, b);
    const double I = sys->body[b].inertia.m[0][0]; /* of a ball */
    *p = pn_vec3_add_scaled(*p, sys->body[b].mass, m.v);
    *L =
        pn_vec3_add_scaled(*L, sys->body[b].mass, pn_vec3_cross(m.pose.x, m.v));
    *L = pn_vec3_add_scaled(*L, I, m.omega);
  }
}

/* Spinning balls that hit each other, with friction; and a joint, which turns
   bodies by as much as it is open. */
START_TEST(impulses_between_bodies_conserve_momentum)
{
  const double rounding = 1e-12;
  sys->gravity = pn_vec3_make(0, 0, 0);
  add(pn_shape_sphere, (double[]){0.25}, 1.2, pn_vec3_make(0, 0, 0));
  add(pn_shape_sphere, (double[]){0.35}, 2.3, pn_vec3_make(0.9, 0.1, 0.05));
  add(pn_shape_sphere, (double[]){0.15}, 0.6, pn_vec3_make(-0.5, 0, 0));
  sys->body[0].v = pn_vec3_make(3, 0, 0.2);
  sys->body[2].v = pn_vec3_make(3, 0, 0.2);
  sys->body[1].omega = pn_vec3_make(0, 2, 12);
  const pn_joint_place place = {.point = {-0.3, 0, 0}};
  if (_i)
    ck_assert_ptr_nonnull(pn_system_join(sys, pn_joint_ball, 0, 2, &place));
  pn_world *world = make();
  pn_vec3 p, L, p_end, L_end;
  momenta(world, &p, &L);
  size_t touched = 0;
  for (int k = 0; k < 30; k++) {
    advance(world, 1);
    touched += world->info.contacts;
    momenta(world, &p_end, &L_end);
    test_close(pn_vec3_norm(pn_vec3_sub(p_end, p)), 0, rounding, "p");
    test_close(pn_vec3_norm(pn_vec3_sub(L_end, L)), 0, _i ? 1e-3 : rounding,
               "L");
  }
  ck_assert_uint_gt(touched, 0);
  ck_assert(motion(world, 1).v.x > 0.5);
  test_close(world->info.joint_gap, 0, 0.01, "joint");
  pn_world_free(world);
}
END_TEST

/* Three links that hang: each joint bears what is below it, on the child
   downwards, as the joints' C is parent's point minus child's. */
START_TEST(hanging_links_keep_their_weight_in_the_joints)
{
  const double size[2] = {0.4, 0.05}, mass = 0.8;
  for (size_t k = 0; k < 3; k++) {
    const double z = -0.25 - 0.5 * (double)k;
    add(pn_shape_capsule, size, mass, pn_vec3_make(0, 0, z));
    sys->body[k].pose.q =
        pn_quat_axis_angle(pn_vec3_make(0, 1, 0), 1.5707963267948966);
    const pn_joint_place place = {.point = {0, 0, z + 0.25}};
    ck_assert_ptr_nonnull(pn_system_join(sys, pn_joint_ball,
                                         k > 0 ? k - 1 : PN_WORLD, k, &place));
  }
  pn_world *world = make();
  advance(world, 60);
  ck_assert_uint_eq(world->info.contacts, 0);
  ck_assert_uint_eq(world->lcp->size, 9);
  for (size_t k = 0; k < 3; k++)
    test_close(fabs(world->solver->lambda[3 * k + 2]),
               (3 - (double)k) * mass * g * settings.step, 1e-5, "joint %zu",
               k);
  test_close(world->info.joint_gap, 0, 1e-5, "gap");
  pn_world_free(world);
}
END_TEST

/* Two balls in a joint that slide on the ground: nine rows, all ways tried. */
START_TEST(the_problem_of_a_step_agrees_with_enumeration)
{
  ground();
  add(pn_shape_sphere, (double[]){0.2}, 1, pn_vec3_make(0, 0, 0.2));
  add(pn_shape_sphere, (double[]){0.2}, 1.7, pn_vec3_make(0.4, 0.1, 0.2));
  sys->body[0].v = pn_vec3_make(1, 0.3, -0.4);
  sys->body[1].omega = pn_vec3_make(0, -3, 1);
  const pn_joint_place place = {.point = {0.2, 0.05, 0.3}};
  pn_system_join(sys, pn_joint_ball, 0, 1, &place);
  settings.friction = 0.3;
  settings.tolerance = 1e-13;
  settings.iterations = 20000;
  pn_world *world = make();
  advance(world, 1 + 3 * (size_t)_i);
  ck_assert_uint_eq(world->lcp->size, 9);
  pn_lcp_solver *exact = pn_lcp_solver_alloc(pn_lcp_enumerate, world->lcp);
  const pn_lcp_settings any = pn_lcp_settings_default();
  ck_assert(!pn_lcp_solver_set(exact, &any, NULL, NULL));
  while (pn_lcp_solver_test(exact) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(exact))
      break;
  ck_assert(exact->residual.scaled.inf < 1e-11);
  for (size_t i = 0; i < 9; i++)
    test_close(world->solver->lambda[i], exact->lambda[i], 1e-9, "lambda(%zu)",
               i);
  pn_lcp_solver_free(exact);
  pn_world_free(world);
}
END_TEST

/* A heap of boxes in each other's way, with nothing regular about it. */
static void add_heap(void)
{
  const double size[3] = {0.3, 0.2, 0.2};
  ground();
  for (int k = 0; k < 12; k++) {
    const size_t b = add(
        pn_shape_box, size, 1 + 0.1 * k,
        pn_vec3_make(0.23 * (k % 3), 0.19 * (k % 2), 0.15 + 0.22 * (k / 3)));
    sys->body[b].pose.q = pn_quat_axis_angle(
        pn_vec3_normalize(pn_vec3_make(1, k % 5, 2)), 0.2 * k);
  }
}

/* Frozen at what the coupled sweeps found, pivoting finds the same; block
   pivoting where tangents are compliant enough for no face to be singular. */
START_TEST(the_problem_of_a_heap_agrees_with_pivoting)
{
  add_heap();
  settings.tolerance = 1e-12;
  settings.iterations = 30000;
  settings.tangent_compliance = _i ? 1e-8 : 1e-3;
  pn_world *world = make();
  advance(world, 30);
  ck_assert_uint_gt(world->info.contacts, 12);
  pn_lcp_solver *exact =
      pn_lcp_solver_alloc(_i ? pn_lcp_face : pn_lcp_bpp, world->lcp);
  const pn_lcp_settings any = pn_lcp_settings_default();
  ck_assert(!pn_lcp_solver_set(exact, &any, NULL, NULL));
  while (pn_lcp_solver_test(exact) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(exact))
      break;
  ck_assert(exact->residual.scaled.inf < 1e-8);
  pn_lcp_solver_measure(world->solver);
  for (size_t i = 0; i < world->lcp->size; i++)
    test_close(world->solver->w[i], exact->w[i], 1e-6, "w(%zu)", i);
  pn_lcp_solver_free(exact);
  pn_world_free(world);
}
END_TEST

/* Returns the largest |mu lambda_n - bound|, as a share of the largest mu
   lambda_n. */
static double friction_gap(const pn_world *world)
{
  const pn_lcp *lcp = world->lcp;
  double gap = 0, most = 0;
  for (size_t i = 0; i < lcp->size; i++)
    if (lcp->mu[i] > 0) {
      const double bound = lcp->mu[i] * world->solver->lambda[lcp->normal[i]];
      gap = fmax(gap, fmax(fabs(bound - lcp->hi[i]), fabs(bound + lcp->lo[i])));
      most = fmax(most, bound);
    }
  return most > 0 ? gap / most : 0;
}

/* With anticipation some steps have no bounds that fit their impulses: the gap
   is told, and most steps close it. */
START_TEST(rounds_of_frozen_friction_with_anticipation_tell_their_gap)
{
  static const double rounding = 1e-12;
  enum { STEPS = 60 };
  int closed = 0;
  add_heap();
  settings.frozen = settings.warm_start = 1;
  settings.friction = 0.3;
  settings.friction_tolerance = 0.02;
  settings.rounds = 200;
  settings.method = pn_lcp_face;
  pn_world *world = make();
  for (int s = 0; s < STEPS; s++) {
    advance(world, 1);
    test_close(world->info.friction_gap, friction_gap(world), rounding,
               "step %d", s);
    closed += world->info.friction_gap <= settings.friction_tolerance;
  }
  ck_assert_msg(10 * closed >= 9 * STEPS, "%d of %d steps", closed, STEPS);
  pn_world_free(world);
}
END_TEST

/* Frozen bounds are renewed until they fit the impulses, which the three rounds
   of old did not attain. */
START_TEST(rounds_of_frozen_friction_end_by_a_tolerance)
{
  static const double rounding = 1e-12;
  double worst[2] = {0, 0};
  add_heap();
  settings.frozen = settings.warm_start = 1;
  /* With much more, or with anticipation, some steps have no such bounds. */
  settings.friction = 0.3;
  settings.anticipation = 0;
  settings.method = pn_lcp_face;
  for (int k = 0; k < 2; k++) {
    settings.rounds = k ? 200 : 3;
    settings.friction_tolerance = k ? 0.02 : 0;
    pn_world *world = make();
    for (int s = 0; s < 60; s++) {
      advance(world, 1);
      test_close(world->info.friction_gap, friction_gap(world), rounding,
                 "step %d", s);
      worst[k] = fmax(worst[k], world->info.friction_gap);
    }
    pn_world_free(world);
  }
  ck_assert_msg(worst[0] > 0.1, "three rounds: %g", worst[0]);
  ck_assert_msg(worst[1] <= 0.02, "by tolerance: %g", worst[1]);
}
END_TEST

START_TEST(equal_worlds_take_equal_steps_and_no_memory)
{
  add_heap();
  settings.iterations = 100;
  settings.warm_start = _i;
  pn_world *one = make(), *two = make();
  advance(one, 60);
  advance(two, 60);
  ck_assert_mem_eq(one->y, two->y, pn_system_dimension(sys) * sizeof *one->y);
  ck_assert_uint_eq(one->lcp->size, two->lcp->size);
  ck_assert_mem_eq(one->lcp->b, two->lcp->b,
                   one->lcp->size * sizeof *one->lcp->b);
  /* Once the heap lies, a step that asks for memory gets none, and fails. */
  advance(one, 60);
  pn_alloc_fail_at(1);
  advance(one, 5);
  pn_alloc_fail_at(0);
  pn_world_free(one);
  pn_world_free(two);
}
END_TEST

/* What there is of an earlier step before the first one is not read. */
START_TEST(the_first_step_has_no_past)
{
  enum { ROOM = 300 };
  add_heap();
  const pn_joint_place place = {.point = {0, 0, 0.2}};
  pn_system_join(sys, pn_joint_ball, 0, 1, &place);
  settings.warm_start = 1;
  pn_world *clean = make(), *world = make();
  world->room = ROOM;
  world->start = pn_alloc(ROOM, sizeof *world->start);
  world->last = pn_alloc(ROOM, sizeof *world->last);
  world->last_contact = pn_alloc(ROOM, sizeof *world->last_contact);
  for (size_t r = 0; r < ROOM; r++)
    world->start[r] = world->last[r] = NAN;
  advance(clean, 2);
  advance(world, 2);
  ck_assert_mem_eq(world->y, clean->y,
                   pn_system_dimension(sys) * sizeof *clean->y);
  pn_world_free(clean);
  pn_world_free(world);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  add_heap();
  const pn_joint_place place = {.point = {0, 0, 0.2}};
  pn_system_join(sys, pn_joint_ball, 0, 1, &place);
  pn_world *world = NULL;
  for (size_t k = 1; !world; k++) {
    ck_assert_uint_lt(k, 60);
    pn_alloc_fail_at(k);
    world = pn_world_alloc(sys, geom, geoms, &settings, NULL);
    pn_alloc_fail_at(0);
  }
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    ck_assert_uint_lt(k, 60);
    pn_alloc_fail_at(k);
    code = pn_world_advance(world, NULL);
    pn_alloc_fail_at(0);
  }
  pn_world_free(world);
}
END_TEST

START_TEST(warm_starts_save_sweeps)
{
  size_t sweeps[2] = {0, 0};
  add_stack();
  settings.tolerance = 1e-4;
  for (int warm = 0; warm < 2; warm++) {
    settings.warm_start = warm;
    pn_world *world = make();
    advance(world, 90);
    for (int k = 0; k < 10; k++) {
      advance(world, 1);
      sweeps[warm] += world->info.iterations;
    }
    pn_world_free(world);
  }
  ck_assert_uint_lt(sweeps[0], 10 * settings.iterations);
  ck_assert_msg(2 * sweeps[1] < sweeps[0], "%zu sweeps, cold %zu", sweeps[1],
                sweeps[0]);
}
END_TEST

/* Counts its calls, and looks at the problem. */
static double choose(void *calls, const pn_lcp *lcp)
{
  ++*(size_t *)calls;
  ck_assert(lcp->size > 0 && lcp->A);
  return 1.1;
}

/* A chooser is asked once in each step that has a problem, and its answer is
   the omega. */
START_TEST(omega_can_be_chosen_step_by_step)
{
  size_t calls = 0;
  add_heap();
  settings.frozen = 1;
  settings.rounds = 3;
  settings.iterations = 30;
  settings.omega = 1.1;
  pn_world *fixed = make();
  settings.omega = 1.7;
  settings.choose_omega = choose;
  settings.chooser = &calls;
  pn_world *chosen = make();
  size_t steps = 0;
  for (int k = 0; k < 30; k++) {
    advance(fixed, 1);
    advance(chosen, 1);
    steps += chosen->lcp->size > 0;
  }
  ck_assert_uint_eq(calls, steps);
  ck_assert_mem_eq(fixed->y, chosen->y,
                   pn_system_dimension(sys) * sizeof *fixed->y);
  pn_world_free(fixed);
  pn_world_free(chosen);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
  pn_error error = {0};
  add(pn_shape_rod, (double[]){0.3}, 1, pn_vec3_make(0, 0, 1));
  ck_assert_ptr_null(pn_world_alloc(sys, geom, geoms, &settings, &error));
  ck_assert_str_eq(error.text,
                   "a rod cannot collide: spheres, boxes and capsules can, and "
                   "planes of the world");
  geom[0].shape = pn_shape_sphere;
  geom[0].body = 3;
  error = (pn_error){0};
  ck_assert_ptr_null(pn_world_alloc(sys, geom, geoms, &settings, &error));
  ck_assert_str_eq(error.text,
                   "geom 0: its body must be PN_WORLD or below 1, got 3");
  geom[0].body = 0;
  settings.method = pn_lcp_mprgp;
  ground();
  sys->body[0].pose.x.z = 0.3;
  pn_world *world = make();
  error = (pn_error){0};
  ck_assert_int_eq(pn_world_advance(world, &error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "coupled friction has none"));
  pn_world_free(world);
  settings.step = 0;
  error = (pn_error){0};
  ck_assert_ptr_null(pn_world_alloc(sys, geom, geoms, &settings, &error));
  ck_assert_str_eq(error.text, "the step must be positive; try 1/60 s");
}
END_TEST

START_TEST(joints_that_are_refused)
{
  pn_error error = {0};
  add(pn_shape_sphere, (double[]){0.25}, 1, pn_vec3_make(0, 0, 1));
  const pn_joint_place place = {.axis = {0, 1, 0}};
  pn_system_join(sys, pn_joint_revolute, PN_WORLD, 0, &place);
  const pn_bound bound = {.low = -1, .high = 2};
  ck_assert_int_eq(pn_system_add_bound(sys, &bound), GSL_SUCCESS);
  ck_assert_ptr_null(pn_world_alloc(sys, geom, geoms, &settings, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "limits or dry friction"));

  sys->bounds = 0;
  add(pn_shape_sphere, (double[]){0.25}, 1, pn_vec3_make(1, 0, 1));
  pn_system_join(sys, pn_joint_differential, 0, 1, &place);
  ck_assert_ptr_null(pn_world_alloc(sys, geom, geoms, &settings, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "three bodies"));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("world");
  TCase *mechanics = tcase_create("mechanics");
  tcase_set_timeout(mechanics, 60);
  tcase_add_checked_fixture(mechanics, prepare, finish);
  tcase_add_loop_test(mechanics, the_wall_has_832_contacts, 0, 2);
  tcase_add_loop_test(mechanics, a_sliding_brick_stops_where_coulomb_says, 0,
                      2);
  tcase_add_test(mechanics, a_fall_ends_on_the_ground);
  tcase_add_loop_test(
      mechanics, along_the_diagonal_the_box_brakes_more_than_the_cone, 0, 2);
  tcase_add_test(mechanics, all_coupled_methods_stop_a_sliding_brick);
  tcase_add_loop_test(mechanics, a_box_on_a_slope_holds_or_slides, 0, 2);
  tcase_add_test(mechanics, a_stack_keeps_its_weight_in_lambda);
  tcase_add_loop_test(mechanics, impulses_between_bodies_conserve_momentum, 0,
                      2);
  tcase_add_test(mechanics, hanging_links_keep_their_weight_in_the_joints);
  suite_add_tcase(suite, mechanics);
  TCase *problems = tcase_create("problems");
  tcase_set_timeout(problems, 60);
  tcase_add_checked_fixture(problems, prepare, finish);
  tcase_add_loop_test(problems, the_problem_of_a_step_agrees_with_enumeration,
                      0, 3);
  tcase_add_loop_test(problems, the_problem_of_a_heap_agrees_with_pivoting, 0,
                      2);
  tcase_add_test(problems, rounds_of_frozen_friction_end_by_a_tolerance);
  tcase_add_test(problems,
                 rounds_of_frozen_friction_with_anticipation_tell_their_gap);
  tcase_add_loop_test(problems, equal_worlds_take_equal_steps_and_no_memory, 0,
                      2);
  tcase_add_test(problems, the_first_step_has_no_past);
  tcase_add_test(problems, memory_that_fails_leaves_nothing_behind);
  tcase_add_test(problems, warm_starts_save_sweeps);
  tcase_add_test(problems, omega_can_be_chosen_step_by_step);
  tcase_add_test(problems, what_cannot_be_is_refused);
  tcase_add_test(problems, joints_that_are_refused);
  suite_add_tcase(suite, problems);
  return test_run(suite);
}
