/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the world of rigid bodies against what mechanics says of simple
   cases. */
#include "pantin/contact/world.h"

#include "made_world.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double g = MADE_GRAVITY;

/* The source's wall: 7 columns of 16 bricks, which touch their neighbours at
   four points each, 4 (16 6 + 7 16) = 832, and none diagonally. */
START_TEST(the_wall_has_832_contacts)
{
  const double size[3] = {_i ? 0.4 : 0.2, 0.2, 0.2};
  made_add_ground();
  for (int row = 0; row < 16; row++)
    for (int column = 0; column < 7; column++)
      made_add(pn_shape_box, size, 1,
               pn_vec3_make(column * size[0], 0, 0.1 + 0.2 * row));
  made.settings.iterations = 10;
  pn_world *world = made_world();
  made_advance(world, 1);
  ck_assert_uint_eq(world->info.contacts, 832);
  ck_assert_uint_eq(world->lcp->size, 2496);
  ck_assert(!world->by_entries);
  pn_world_free(world);
}
END_TEST

/* Adds a brick where its four contacts bear its weight: sunk by m g / (4 k). */
static void add_brick(double mass)
{
  const double size[3] = {0.5, 0.4, 0.1};
  made_add(pn_shape_box, size, mass,
           pn_vec3_make(
               0, 0, 0.05 - mass * g / (4 * made.settings.contact_stiffness)));
}

/* Coulomb: a brick with v slides v^2 / (2 mu g). A step takes mu g h from v
   before it moves, so that the sum over the steps is shorter by v h / 2. */
START_TEST(a_sliding_brick_stops_where_coulomb_says)
{
  const double v = 2.385, mu = 0.4;
  made.settings.friction = mu;
  made.settings.frozen = _i;
  made.settings.rounds = 3;
  made_add_ground();
  add_brick(3);
  made.sys->body[0].v = pn_vec3_make(v, 0, 0);
  pn_world *world = made_world();
  made_advance(world, 60);
  ck_assert(world->by_entries); /* 12 rows of one body */
  const pn_motion end = made_motion(world, 0);
  const double want = v * v / (2 * mu * g) - v * made.settings.step / 2;
  test_close(end.pose.x.x, want, 0.002 * want, "where it stops");
  test_close(pn_vec3_norm(end.v), 0, 1e-4, "speed at the end");
  test_close(end.pose.x.y, 0, 1e-6, "sideways");
  pn_world_free(world);
}
END_TEST

/* By colours, whose rows stay with their bodies, a brick slides as far as by
   entries in their order. */
START_TEST(a_brick_slides_as_far_by_colours)
{
  double end[2];
  made_add_ground();
  add_brick(3);
  made.sys->body[0].v = pn_vec3_make(2.385, 0, 0);
  for (int k = 0; k < 2; k++) {
    made.settings.order = k ? PN_LCP_COLOURS : PN_LCP_FORWARD;
    pn_world *world = made_world();
    made_advance(world, 60);
    ck_assert_int_eq(world->by_entries, !k);
    ck_assert_int_eq(world->solver->settings.order, made.settings.order);
    end[k] = made_motion(world, 0).pose.x.x;
    pn_world_free(world);
  }
  test_close(end[1], end[0], 1e-3 * end[0], "where it stops");
}
END_TEST

/* A brick that falls by 1 m sinks in by no more than gravity gives in a step,
   and by some of its way where that is not looked at. */
START_TEST(a_fall_ends_on_the_ground)
{
  double deepest[2] = {0, 0};
  made_add_ground();
  add_brick(10);
  made.sys->body[0].pose.x.z = 1.1;
  for (int way = 0; way < 2; way++) {
    made.settings.anticipation = way;
    pn_world *world = made_world();
    for (int step = 0; step < 60; step++) {
      made_advance(world, 1);
      deepest[way] = fmax(deepest[way], world->info.penetration);
    }
    test_close(made_motion(world, 0).pose.x.z, 0.05, 1e-3, "height at the end");
    pn_world_free(world);
  }
  ck_assert_msg(deepest[0] > 0.01, "sinks in by %g m", deepest[0]);
  ck_assert_msg(deepest[1] < g * made.settings.step * made.settings.step,
                "sinks in by %g m, in spite of anticipation", deepest[1]);
}
END_TEST

/* Thrown along the diagonal of its tangents a brick meets sqrt(2) mu in the
   box, and mu in the cone, as in any other direction. */
START_TEST(along_the_diagonal_the_box_brakes_more_than_the_cone)
{
  const double v = 2.385, mu = 0.4;
  made.settings.friction = mu;
  made.settings.cone = _i;
  made.settings.method = pn_lcp_pgs_block;
  made_add_ground();
  add_brick(3);
  made.sys->body[0].v = pn_vec3_make(v * sqrt(0.5), v * sqrt(0.5), 0);
  pn_world *world = made_world();
  made_advance(world, 60);
  const pn_motion end = made_motion(world, 0);
  const double brake = (_i ? 1 : sqrt(2)) * mu;
  const double want =
      (v * v / (2 * brake * g) - v * made.settings.step / 2) * sqrt(0.5);
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
  made_add_ground();
  add_brick(3);
  made.sys->body[0].v = pn_vec3_make(2, 0.5, 0);
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (!method->handles_coupled)
      continue;
    made.settings.method = method;
    pn_world *world = made_world();
    made_advance(world, 30);
    const double x = made_motion(world, 0).pose.x.x;
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

/* Checks that a step changes a body's momentum by its weight and its contacts
   alone. */
static void check_momentum(pn_world *world, size_t body)
{
  const double h = made.settings.step, mass = made.sys->body[body].mass;
  const pn_vec3 before = made_motion(world, body).v;
  made_advance(world, 1);
  const pn_vec3 change = pn_vec3_sub(made_motion(world, body).v, before);
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
  made.settings.friction = mu;
  made.geom[made.geoms++] = pn_geom_make_plane(pn_vec3_make(0, 0, 0), n);
  made_add(pn_shape_box, size, 2,
           pn_vec3_scale(0.05 - 2 * g * cos(theta) /
                                    (4 * made.settings.contact_stiffness),
                         n));
  made.sys->body[0].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), theta);
  pn_world *world = made_world();
  made_advance(world, 60);
  const pn_vec3 down = {cos(theta), 0, -sin(theta)};
  const double speed = pn_vec3_dot(made_motion(world, 0).v, down);
  const double way = pn_vec3_dot(made_motion(world, 0).pose.x, down);
  const double a = g * (sin(theta) - mu * cos(theta));
  if (_i) {
    test_close(speed, 0, 1e-5, "speed");
    test_close(way, 0, 1e-4, "way");
  } else {
    test_close(speed, a, 1e-3 * a, "speed after 1 s");
    test_close(way, a / 2 * (1 + made.settings.step), 2e-3 * a, "way in 1 s");
  }
  check_momentum(world, 0);
  pn_world_free(world);
}
END_TEST

/* Returns the sum of the normal impulses between bodies i and j. */
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

/* Adds four boxes on top of each other. */
static void add_stack(void)
{
  const double size[3] = {0.3, 0.25, 0.2};
  made_add_ground();
  for (size_t k = 0; k < 4; k++)
    made_add(pn_shape_box, size, stack_mass[k],
             pn_vec3_make(0, 0, 0.1 + 0.2 * (double)k));
}

START_TEST(a_stack_keeps_its_weight_in_lambda)
{
  add_stack();
  made.settings.warm_start = 1;
  pn_world *world = made_world();
  made_advance(world, 240);
  double above = 0;
  for (size_t k = 4; k-- > 0;) {
    above += stack_mass[k];
    test_close(carried(world, k, k > 0 ? k - 1 : PN_WORLD),
               above * g * made.settings.step, 1e-4, "impulse below box %zu",
               k);
  }
  ck_assert_uint_eq(world->info.contacts, 16);
  test_close(pn_vec3_norm(made_motion(world, 3).v), 0, 1e-4, "speed on top");
  check_momentum(world, 1);
  ck_assert_double_eq(pn_world_contact_impulse(world, 16).z, 0);
  pn_world_free(world);
}
END_TEST

/* Computes the linear momentum, and the angular momentum about the origin. */
static void momenta(const pn_world *world, pn_vec3 *p, pn_vec3 *L)
{
  *p = *L = pn_vec3_make(0, 0, 0);
  for (size_t b = 0; b < made.sys->bodies; b++) {
    const pn_motion m = made_motion(world, b);
    const double I = made.sys->body[b].inertia.m[0][0]; /* of a ball */
    *p = pn_vec3_add_scaled(*p, made.sys->body[b].mass, m.v);
    *L = pn_vec3_add_scaled(*L, made.sys->body[b].mass,
                            pn_vec3_cross(m.pose.x, m.v));
    *L = pn_vec3_add_scaled(*L, I, m.omega);
  }
}

/* Spinning balls that hit each other, with friction; and a joint, which turns
   bodies by as much as it is open. */
START_TEST(impulses_between_bodies_conserve_momentum)
{
  const double rounding = 1e-12;
  made.sys->gravity = pn_vec3_make(0, 0, 0);
  made_add(pn_shape_sphere, (double[]){0.25}, 1.2, pn_vec3_make(0, 0, 0));
  made_add(pn_shape_sphere, (double[]){0.35}, 2.3,
           pn_vec3_make(0.9, 0.1, 0.05));
  made_add(pn_shape_sphere, (double[]){0.15}, 0.6, pn_vec3_make(-0.5, 0, 0));
  made.sys->body[0].v = pn_vec3_make(3, 0, 0.2);
  made.sys->body[2].v = pn_vec3_make(3, 0, 0.2);
  made.sys->body[1].omega = pn_vec3_make(0, 2, 12);
  const pn_joint_place place = {.point = {-0.3, 0, 0}};
  if (_i)
    ck_assert_ptr_nonnull(
        pn_system_join(made.sys, pn_joint_ball, 0, 2, &place));
  pn_world *world = made_world();
  pn_vec3 p, L, p_end, L_end;
  momenta(world, &p, &L);
  size_t touched = 0;
  for (int k = 0; k < 30; k++) {
    made_advance(world, 1);
    touched += world->info.contacts;
    momenta(world, &p_end, &L_end);
    test_close(pn_vec3_norm(pn_vec3_sub(p_end, p)), 0, rounding, "p");
    test_close(pn_vec3_norm(pn_vec3_sub(L_end, L)), 0, _i ? 1e-3 : rounding,
               "L");
  }
  ck_assert_uint_gt(touched, 0);
  ck_assert(made_motion(world, 1).v.x > 0.5);
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
    made_add(pn_shape_capsule, size, mass, pn_vec3_make(0, 0, z));
    made.sys->body[k].pose.q =
        pn_quat_axis_angle(pn_vec3_make(0, 1, 0), 1.5707963267948966);
    const pn_joint_place place = {.point = {0, 0, z + 0.25}};
    ck_assert_ptr_nonnull(pn_system_join(made.sys, pn_joint_ball,
                                         k > 0 ? k - 1 : PN_WORLD, k, &place));
  }
  pn_world *world = made_world();
  made_advance(world, 60);
  ck_assert_uint_eq(world->info.contacts, 0);
  ck_assert_uint_eq(world->lcp->size, 9);
  for (size_t k = 0; k < 3; k++)
    test_close(fabs(world->solver->lambda[3 * k + 2]),
               (3 - (double)k) * mass * g * made.settings.step, 1e-5,
               "joint %zu", k);
  test_close(world->info.joint_gap, 0, 1e-5, "gap");
  pn_world_free(world);
}
END_TEST

/* The residual is measured every ten sweeps, and after the last one. */
START_TEST(no_step_makes_more_sweeps_than_allowed)
{
  static const size_t most[] = {1, 3, 10, 13};
  add_stack();
  made.settings.tolerance = 1e-15;
  made.settings.frozen = 0;
  for (size_t k = 0; k < sizeof most / sizeof most[0]; k++) {
    made.settings.iterations = most[k];
    pn_world *world = made_world();
    made_advance(world, 1);
    ck_assert_uint_eq(world->info.iterations, most[k]);
    ck_assert(world->info.residual.natural.inf < 1);
    pn_world_free(world);
  }
}
END_TEST

START_TEST(warm_starts_save_sweeps)
{
  size_t sweeps[2] = {0, 0};
  add_stack();
  made.settings.tolerance = 1e-4;
  for (int warm = 0; warm < 2; warm++) {
    made.settings.warm_start = warm;
    pn_world *world = made_world();
    made_advance(world, 90);
    for (int k = 0; k < 10; k++) {
      made_advance(world, 1);
      sweeps[warm] += world->info.iterations;
    }
    pn_world_free(world);
  }
  ck_assert_uint_lt(sweeps[0], 10 * made.settings.iterations);
  ck_assert_msg(2 * sweeps[1] < sweeps[0], "%zu sweeps, cold %zu", sweeps[1],
                sweeps[0]);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("world");
  TCase *mechanics = tcase_create("mechanics");
  tcase_set_timeout(mechanics, 60);
  tcase_add_checked_fixture(mechanics, made_begin, made_end);
  tcase_add_loop_test(mechanics, the_wall_has_832_contacts, 0, 2);
  tcase_add_loop_test(mechanics, a_sliding_brick_stops_where_coulomb_says, 0,
                      2);
  tcase_add_test(mechanics, a_brick_slides_as_far_by_colours);
  tcase_add_test(mechanics, a_fall_ends_on_the_ground);
  tcase_add_loop_test(
      mechanics, along_the_diagonal_the_box_brakes_more_than_the_cone, 0, 2);
  tcase_add_test(mechanics, all_coupled_methods_stop_a_sliding_brick);
  tcase_add_loop_test(mechanics, a_box_on_a_slope_holds_or_slides, 0, 2);
  tcase_add_test(mechanics, a_stack_keeps_its_weight_in_lambda);
  tcase_add_loop_test(mechanics, impulses_between_bodies_conserve_momentum, 0,
                      2);
  tcase_add_test(mechanics, hanging_links_keep_their_weight_in_the_joints);
  tcase_add_test(mechanics, no_step_makes_more_sweeps_than_allowed);
  tcase_add_test(mechanics, warm_starts_save_sweeps);
  suite_add_tcase(suite, mechanics);
  return test_run(suite);
}
