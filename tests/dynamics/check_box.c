/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests several points that hit a wall in one instant: what falls straight
   rises straight, a linkage keeps its symmetry, what is not coupled does not
   know of each other, and energy never grows. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* Of velocities of about 4 m/s after a thousand steps; and of the impulses, of
   which only the sum is well known. */
static const double rounding = 1e-9, shared = 1e-7;

static const double size[] = {1, 0.2, 0.3}, mass = 2, g = 9.81;

static const double restitutions[] = {0, 0.6, 1};

enum { RESTITUTIONS = 3, HITS_MOST = 64 };

/* What the listener has heard. */
typedef struct {
  size_t count;
  pn_impact_event event[HITS_MOST];
} heard;

static void listen(const pn_impact_event *event, void *params)
{
  heard *h = params;
  if (h->count < HITS_MOST)
    h->event[h->count++] = *event;
}

static pn_box floor_with(double e, int sticks)
{
  return (pn_box){.low = {-10, 0, -10},
                  .high = {10, 10, 10},
                  .restitution = e,
                  .sticks = sticks};
}

/* Adds a block with its centre there, turned about an axis by an angle. */
static void add_block(pn_system *system, pn_vec3 x, pn_vec3 axis, double angle)
{
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  body.pose.x = x;
  body.pose.q = pn_quat_axis_angle(axis, angle);
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_system_add_body(system, &body);
}

/* Runs until after the first hit, or for so many steps. */
static pn_simulation *drop(const pn_system *system, const pn_box *box,
                           heard *hits, size_t steps)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = box;
  settings.dt = 0.0005;
  settings.listener = hits ? listen : NULL;
  settings.listener_params = hits;
  pn_simulation *s = simulate_start(system, &settings);
  while (steps > 0 ? s->steps < steps : s->impacts == 0)
    simulate_step(s);
  return s;
}

/* A block that falls flat with four corners, or on an edge with two: its speed
   along the normal and its spin follow from the one impulse in their middle,
   and the corners share it. */
START_TEST(corners_share_the_impulse)
{
  const double e = restitutions[_i % RESTITUTIONS];
  const int on_edge = _i / RESTITUTIONS % 2, sticks = _i / RESTITUTIONS / 2;
  const double tilt = on_edge ? 0.5 : 0;
  const pn_box box = floor_with(e, sticks);
  pn_system *system = pn_system_alloc();
  add_block(system, pn_vec3_make(0.1, 1, -0.2), pn_vec3_make(0, 0, 1), tilt);
  heard hits = {0};
  pn_simulation *s = drop(system, &box, &hits, 0);
  const pn_motion after = pn_state_motion(system, s->y, 0);
  const double v = g * s->t, inertia = system->body[0].inertia.m[2][2];
  const pn_vec3 arm =
      on_edge
          ? pn_vec3_make(size[1] / 2 * sin(tilt) - size[0] / 2 * cos(tilt),
                         -size[0] / 2 * sin(tilt) - size[1] / 2 * cos(tilt), 0)
          : pn_vec3_make(0, -size[1] / 2, 0);

  /* B p = wanted for the normal, and the tangent where the edge sticks. */
  const double a = 1 / mass + arm.x * arm.x / inertia,
               b = -arm.x * arm.y / inertia,
               c = 1 / mass + arm.y * arm.y / inertia;
  const double p =
      sticks && on_edge ? (1 + e) * v / (a - b * b / c) : (1 + e) * v / a;
  const double q = sticks && on_edge ? -b / c * p : 0;
  const size_t corners = on_edge ? 2 : 4;
  ck_assert_uint_eq(hits.count, corners);
  ck_assert_uint_eq(s->impacts, corners);
  test_close(after.v.y, p / mass - v, rounding, "rise");
  test_close(after.v.x, q / mass, rounding, "slide");
  test_close(after.v.z, 0, rounding, "aside");
  test_close(after.omega.x, 0, rounding, "roll");
  test_close(after.omega.y, 0, rounding, "yaw");
  test_close(after.omega.z, (arm.x * p - arm.y * q) / inertia, rounding,
             "pitch");
  for (size_t k = 0; k < corners; k++) {
    test_close(hits.event[k].impulse.y, p / (double)corners, shared, "share");
    test_close(hits.event[k].before, -v, rounding, "before");
    test_close(hits.event[k].after, e * v, rounding, "after");
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Two blocks, end to end in a hinge, fall flat: the hinge bears nothing, and
   neither of them turns. */
START_TEST(a_linkage_rises_straight)
{
  const double e = restitutions[_i % RESTITUTIONS];
  const pn_box box = floor_with(e, _i / RESTITUTIONS);
  const pn_joint_place place = {.point = {0, 1, 0}, .axis = {0, 0, 1}};
  pn_system *system = pn_system_alloc();
  for (int side = -1; side <= 1; side += 2)
    add_block(system, pn_vec3_make(side * size[0] / 2, 1, 0),
              pn_vec3_make(0, 0, 1), 0);
  pn_system_join(system, pn_joint_revolute, 0, 1, &place);
  pn_simulation *s = drop(system, &box, NULL, 0);
  for (size_t b = 0; b < 2; b++) {
    const pn_motion after = pn_state_motion(system, s->y, b);
    test_close(after.v.y, e * g * s->t, rounding, "rise");
    test_close(pn_vec3_norm(after.omega), 0, rounding, "turn");
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A block that leans a little to one side, so that two edges hit within a step,
   rebounds as the mirror image of one that leans to the other: the lower edge
   hits first, whichever comes first among the corners. */
START_TEST(leaning_blocks_are_mirror_images)
{
  const double angle = (1 + _i % 8) * 1e-4, height = 0.5 + 0.1 * (_i / 8);
  const pn_box box = floor_with(0.6, 0);
  pn_motion after[2];
  for (int k = 0; k < 2; k++) {
    pn_system *system = pn_system_alloc();
    add_block(system, pn_vec3_make(0, height, 0), pn_vec3_make(0, 0, 1),
              k ? angle : -angle);
    pn_simulation *s = drop(system, &box, NULL, 0);
    after[k] = pn_state_motion(system, s->y, 0);
    pn_simulation_free(s);
    pn_system_free(system);
  }
  test_close(after[0].v.y, after[1].v.y, rounding, "rise");
  test_close(after[0].omega.z, -after[1].omega.z, rounding, "pitch");
}
END_TEST

/* Two blocks in hinges swing against a rough wall: across their plane, where
   the hinges hold them, the corners get no impulse. */
START_TEST(hinges_bear_what_is_across)
{
  const pn_box box = {.low = {-0.4, -10, -10},
                      .high = {10, 10, 10},
                      .restitution = restitutions[_i],
                      .sticks = 1};
  heard hits = {0};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 2; b++) {
    const pn_joint_place place = {.point = {(double)b, 0, 0},
                                  .axis = {0, 0, 1}};
    add_block(system, pn_vec3_make((double)b + 0.5, 0, 0),
              pn_vec3_make(0, 0, 1), 0);
    pn_system_join(system, pn_joint_revolute, b > 0 ? 0 : PN_WORLD, b, &place);
  }
  pn_simulation *s = drop(system, &box, &hits, 0);
  ck_assert_uint_eq(hits.count, 2);
  for (size_t k = 0; k < hits.count; k++) {
    ck_assert_double_gt(hits.event[k].impulse.x, 0);
    test_close(hits.event[k].impulse.z, 0, rounding, "across");
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Balls that hit at once are not coupled: each moves as it does alone, to the
   bit. */
START_TEST(what_is_not_coupled)
{
  const double radius = 0.1;
  const pn_box box = floor_with(0.6, 0);
  double alone = NAN;
  for (size_t bodies = 1; bodies <= 3; bodies += 2) {
    pn_system *system = pn_system_alloc();
    system->gravity = pn_vec3_make(0, -g, 0);
    for (size_t b = 0; b < bodies; b++) {
      pn_body body = pn_body_make(pn_shape_sphere, &radius, mass);
      body.pose.x = pn_vec3_make((double)b, 1, 0);
      pn_system_add_body(system, &body);
    }
    pn_simulation *s = drop(system, &box, NULL, 2000);
    ck_assert_uint_gt(s->impacts, 0);
    for (size_t b = 0; b < bodies; b++) {
      const pn_motion at = pn_state_motion(system, s->y, b);
      if (bodies == 1)
        alone = at.pose.x.y;
      ck_assert_double_eq(at.pose.x.y, alone);
    }
    pn_simulation_free(s);
    pn_system_free(system);
  }
}
END_TEST

/* A block that slides and spins about the normal falls flat on walls that may
   be rough, time and again; its energy never grows, with two blocks in a ball
   joint neither. */
START_TEST(energy_never_grows)
{
  const double e = restitutions[_i % RESTITUTIONS];
  const int sticks = _i / RESTITUTIONS % 2;
  const size_t bodies = 1 + (size_t)_i / RESTITUTIONS / 2;
  const pn_box box = floor_with(e, sticks);
  const pn_joint_place place = {.point = {size[0] / 2, 1, 0}};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < bodies; b++) {
    add_block(system, pn_vec3_make((double)b * size[0], 1, 0),
              pn_vec3_make(0, 0, 1), 0);
    system->body[b].v = pn_vec3_make(1.5, 0, 0.3 - 0.7 * (double)b * size[0]);
    system->body[b].omega = pn_vec3_make(0, 0.7, 0);
  }
  if (bodies > 1)
    pn_system_join(system, pn_joint_ball, 0, 1, &place);
  pn_simulation *s = drop(system, &box, NULL, 1);
  pn_measure m;
  pn_simulation_measure(s, &m);
  double before = m.energy;
  for (size_t k = 0; k < 3000; k++) {
    simulate_step(s);
    pn_simulation_measure(s, &m);
    /* What is put back on the wall is lifted; it has fallen from higher. */
    ck_assert_double_le(m.energy - s->correction_work, before + rounding);
    ck_assert_double_le(m.energy, s->start.energy + rounding);
    before = fmin(before, m.energy - s->correction_work);
  }
  test_close(pn_simulation_ledger(s, &m).remainder, 0, 1e-6, "remainder");
  ck_assert_uint_gt(s->impacts, 3);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(short_memory)
{
  const pn_box box = floor_with(0.6, 1);
  pn_system *system = pn_system_alloc();
  add_block(system, pn_vec3_make(0, 0.2, 0), pn_vec3_make(0, 0, 1), 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  pn_simulation *s = NULL;
  size_t k = 0;
  while (!s) {
    pn_error error = {0};
    pn_alloc_fail_at(++k);
    s = pn_simulation_alloc(system, &settings, &error);
    ck_assert_int_eq(error.code, s ? 0 : GSL_ENOMEM);
  }
  pn_alloc_fail_at(1); /* no step takes memory */
  while (s->t < 1)
    simulate_step(s);
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(s->impacts, 3);
  pn_simulation_free(s);
  pn_walls_free(NULL);
  pn_impulse_group_free(NULL);
  pn_system_free(system);
}
END_TEST

/* Two planks in a hinge fall flat: whichever corners hit again in the same
   step, those that are each other's mirror image do so together. */
START_TEST(mirrored_corners_rebound_together)
{
  static const double length[] = {0.6, 0.5}, angle[] = {-10, 5};
  const pn_vec3 axis = {0, 0, 1}, at = {0.590884651807325, 0.29581109339984, 0};
  const pn_vec3 place[] = {{0.295442325903662, 0.347905546699921, 0},
                           {0.839933326330261, 0.317600029086756, 0}};
  const pn_joint_place hinge = {.point = at, .axis = axis};
  const pn_box box = {{-5, 0, -5}, {5, 5, 5}, 0, _i};
  pn_system *system = pn_system_alloc();
  for (size_t k = 0; k < 2; k++) {
    pn_body plank =
        pn_body_make(pn_shape_box, (double[]){length[k], 0.04, 0.06}, 3);
    plank.pose.x = place[k];
    plank.pose.q = pn_quat_axis_angle(axis, angle[k] * M_PI / 180);
    pn_system_add_body(system, &plank);
  }
  pn_system_join(system, pn_joint_revolute, 0, 1, &hinge);
  system->gravity = pn_vec3_make(0, -9.81, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = 1. / 240;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 0.7) {
    simulate_step(s);
    for (size_t k = 0; k < 2; k++) {
      const pn_vec3 omega = pn_state_motion(system, s->y, k).omega;
      test_close(hypot(omega.x, omega.y), 0, 1e-9, "turn askew");
    }
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A block that is the same on both sides of its middle begins with an edge
   below a floor that keeps all energy, on its way out, and turns back: it stays
   so. */
START_TEST(a_sunk_edge_turns_evenly)
{
  const double edges[] = {0.143, 0.218, 0.5}, angle = 0.886,
               down = (edges[0] * sin(angle) + edges[1] * cos(angle)) / 2;
  const pn_box box = {{-5, 0, -5}, {5, 5, 5}, 1, 0};
  pn_system *system = pn_system_alloc();
  pn_body block = pn_body_make(pn_shape_box, edges, 1);
  block.pose.x.y = down - 0.01;
  block.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle);
  block.v = pn_vec3_make(-5.68, -0.013 + 0.004 * _i, 0);
  block.omega.z = -0.21;
  pn_system_add_body(system, &block);
  system->gravity = pn_vec3_make(0, -10, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = 1. / 240;
  pn_simulation *s = simulate_start(system, &settings);
  for (int k = 0; k < 8; k++) {
    simulate_step(s);
    const pn_motion now = pn_state_motion(system, s->y, 0);
    test_close(hypot(now.omega.x, now.omega.y), 0, 1e-12, "turn, step %d", k);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Two bars in a hinge with limits are thrown into a smooth box, in a plane.
   They stay in it: corners that are each other's mirror image rebound together,
   also those that other walls and the limits throw at a wall. */
START_TEST(limits_leave_bars_in_their_plane)
{
  const double edges[] = {0.4, 0.06, 0.08}, first = 0.3 + 0.31 * _i,
               fold = (_i % 5 - 2) * 0.4;
  const pn_vec3 axis = {0, 0, 1};
  const pn_box box = {{-1, -1, -1}, {1, 1.5, 1}, _i % 3 * 0.4, 0};
  const pn_joint_place hinge = {.axis = axis};
  const pn_bound limit = {
      .low = -0.35, .high = 0.52, .restitution = 0.3 * (_i % 2)};
  pn_system *system = pn_system_alloc();
  for (int b = 0; b < 2; b++) {
    const double angle = first + b * (M_PI + fold);
    pn_body bar = pn_body_make(pn_shape_box, edges, 1);
    bar.pose.x = pn_vec3_make(0.2 * cos(angle), 0.2 * sin(angle), 0);
    bar.pose.q = pn_quat_axis_angle(axis, angle);
    bar.v = pn_vec3_make(2, _i % 4 - 1.5, 0);
    pn_system_add_body(system, &bar);
  }
  pn_system_join(system, pn_joint_revolute, 0, 1, &hinge);
  ck_assert_int_eq(pn_system_add_bound(system, &limit), GSL_SUCCESS);
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = 1. / 240;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 2) {
    simulate_step(s);
    for (size_t b = 0; b < 2; b++) {
      const pn_motion now = pn_state_motion(system, s->y, b);
      test_close(now.pose.x.z, 0, 1e-9, "place");
      test_close(hypot(now.omega.x, now.omega.y), 0, 1e-9, "turn askew");
    }
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box");
  TCase *tests = tcase_create("together");
  test_add_family(tests, corners_share_the_impulse, 4 * RESTITUTIONS);
  tcase_add_loop_test(tests, mirrored_corners_rebound_together, 0, 2);
  test_add_family(tests, a_sunk_edge_turns_evenly, 20);
  test_add_family(tests, limits_leave_bars_in_their_plane, 40);
  test_add_family(tests, a_linkage_rises_straight, 2 * RESTITUTIONS);
  test_add_family(tests, leaning_blocks_are_mirror_images, 40);
  test_add_family(tests, hinges_bear_what_is_across, RESTITUTIONS);
  tcase_add_test(tests, what_is_not_coupled);
  test_add_family(tests, energy_never_grows, 4 * RESTITUTIONS);
  tcase_add_test(tests, short_memory);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
