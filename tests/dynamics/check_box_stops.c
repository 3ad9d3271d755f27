/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests bodies that come to rest on walls and on limits of their joints, which
   rebound: they hum no longer than the bounces take, and the limits hold. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "simulate.h"
#include "test.h"

#include <math.h>

static const double g = 9.81, degree = M_PI / 180;

/* Two bars lean against each other on a smooth floor, held by a limit of their
   hinge. */
START_TEST(a_trestle_rests)
{
  static const double restitutions[] = {0, 0.3, 0.6};
  const double length = 0.6, lean = 30 * degree, height = length * cos(lean);
  const pn_box box = {{-3, 0, -3}, {3, 3, 3}, restitutions[_i % 3], 0};
  const pn_vec3 top = {0, height + 1e-3, 0};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  for (int side = -1; side <= 1; side += 2)
    bars_add(system, 1, top, pn_vec3_make(side * length * sin(lean), 1e-3, 0));
  bars_hinge(system, 0, 1, top);
  bars_limit(system, -0.5, 0, 0.1 + 0.2 * (_i / 3));
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = 1. / 240;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_rests(s, 5, 1e-9);
  test_close(pn_state_motion(system, s->y, 0).pose.x.y, height / 2, 1e-4,
             "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A leg below a car on a damped rail falls on a smooth floor, and on the limit
   of its joint. */
START_TEST(a_leg_rests_on_its_stop)
{
  static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
  const double length = 0.6, start = -109.5 * degree, limit = -5 * degree;
  const double drop = 0.1 * (_i / 6), e = _i / 3 % 2 ? 0.9 : 0.5;
  const pn_vec3 hip = {0, drop - length * sin(start), 0};
  const pn_vec3 foot = {length * cos(start), drop, 0};
  const pn_box box = {{-3, 0, -3}, {3, 3, 3}, 0, 0};
  const pn_joint_place rail = {.point = hip, .axis = pn_vec3_make(0, 1, 0)};
  const double radius = 0.1;
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_body car = pn_body_make(pn_shape_sphere, &radius, 4);
  car.pose.x = hip;
  pn_system_add_body(system, &car);
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  system->joint[0].friction_slide = 1;
  bars_hinge(system, 0, bars_add(system, 1, hip, foot), hip);
  bars_limit(system, limit, 20 * degree, e);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = steps[_i % 3];
  pn_simulation *s = simulate_start(system, &settings);
  simulate_rests(s, 4, 1e-6);
  test_close(pn_state_motion(system, s->y, 0).pose.x.y,
             -length * sin(start + limit), 1e-6, "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Returns the angle that a turn in the plane makes. */
static double angle_of(pn_quat q)
{
  return 2 * atan2(q.z, q.w);
}

/* Returns by how much bar b has turned against the one before since the start.
 */
static double bend_of(const pn_simulation *s, size_t b)
{
  const pn_body *body = s->system->body;
  const double was = angle_of(body[b].pose.q) - angle_of(body[b - 1].pose.q);
  const double is = angle_of(pn_state_motion(s->system, s->y, b).pose.q) -
                    angle_of(pn_state_motion(s->system, s->y, b - 1).pose.q);
  return remainder(is - was, 2 * M_PI);
}

/* A chain of three bars hangs from a hinge and falls on a rough floor, where it
   comes to lean on the limits of its first and last joints. Both rebound, and
   the last one has dry friction. What the walls do may not lead it past its
   limit, nor let friction give energy. */
START_TEST(a_chain_leans_on_its_stops)
{
  static const struct {
    pn_vec3 at[4];
    double mass[3], e, friction, e_of_walls;
  } chains[] = {{{{0, 0.483, 0},
                  {-0.402, 0.780, 0},
                  {-0.846, 1.010, 0},
                  {-1.229, 1.127, 0}},
                 {1, 1, 0.2},
                 0.5,
                 0.5,
                 0},
                {{{0, 0.4635, 0},
                  {-0.3991, 0.7647, 0},
                  {-0.8578, 0.9636, 0},
                  {-1.2491, 1.0465, 0}},
                 {1, 2, 0.5},
                 0.3,
                 0.2,
                 0.3}};
  const double low = -60 * degree, high = 20 * degree;
  const int which = _i % 2;
  const pn_box box = {{-3, 0, -3}, {3, 5, 3}, chains[which].e_of_walls, 1};
  const pn_vec3 *at = chains[which].at;
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  for (size_t b = 0; b < 3; b++) {
    bars_add(system, chains[which].mass[b], at[b], at[b + 1]);
    bars_hinge(system, b > 0 ? b - 1 : PN_WORLD, b, at[b]);
    if (b == 0)
      bars_limit(system, -30 * degree, 20 * degree, chains[which].e);
  }
  const pn_bound last = {.joint = system->joints - 1,
                         .low = low,
                         .high = high,
                         .restitution = chains[which].e,
                         .friction = chains[which].friction};
  ck_assert_int_eq(pn_system_add_bound(system, &last), 0);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = 1 / (120. * (1 << _i / 2));
  pn_simulation *s = simulate_start(system, &settings);
  double rubbed = 0;
  while (s->t < 1) {
    simulate_step(s);
    const double bend = bend_of(s, 2), friction = simulate_ledger(s).friction;
    ck_assert_msg(bend > low - 1e-3 && bend < high + 1e-3,
                  "at %g s: %g degrees", s->t, bend / degree);
    ck_assert_msg(friction <= rubbed + 1e-3, "friction does %g J at %g s",
                  friction - rubbed, s->t);
    rubbed = friction;
  }
  simulate_rests(s, 1, 1e-3);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Returns a run until t = 0.6 s of a lid that falls shut on a chest of this
   mass, which stands on the floor, or is fixed to the world. */
static pn_simulation *shut(pn_system *system, double mass, int is_fixed,
                           const pn_box *box, double step)
{
  const double size[] = {1, 0.4, 0.5};
  const pn_vec3 hinge = {-0.5, 0.4, 0}, end = {-0.5, 1.4, 0};
  const pn_joint_place place = {.point = {0, 0, 0}};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_body chest = pn_body_make(pn_shape_box, size, mass);
  chest.pose.x.y = 0.2;
  pn_system_add_body(system, &chest);
  bars_hinge(system, 0, bars_add(system, 1, hinge, end), hinge);
  bars_limit(system, -90 * degree, 20 * degree, 0.5);
  if (is_fixed)
    pn_system_join(system, pn_joint_fixed, PN_WORLD, 0, &place);
  system->body[1].omega.z = -3;
  system->body[1].v.x = 1.5;
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = box;
  settings.dt = step;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.6);
  return s;
}

/* The blow of the lid presses the chest on the floor, which holds it: the lid
   rebounds as from a chest that is fixed. */
START_TEST(a_lid_rebounds_from_its_chest)
{
  static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
  static const double masses[] = {2, 5, 20};
  const double step = steps[_i % 3];
  const pn_box box = {{-5, 0, -5}, {5, 5, 5}, _i / 9 ? 0.5 : 0, 1};
  pn_system *system = pn_system_alloc(), *fixed = pn_system_alloc();
  pn_simulation *s = shut(system, masses[_i / 3 % 3], 0, &box, step),
                *t = shut(fixed, masses[_i / 3 % 3], 1, &box, step);
  const pn_motion is = pn_state_motion(system, s->y, 1),
                  as = pn_state_motion(fixed, t->y, 1);
  ck_assert_double_gt(as.omega.z, 0);
  test_close(is.pose.x.x, as.pose.x.x, 60 * step * step, "x of the lid");
  test_close(is.pose.x.y, as.pose.x.y, 60 * step * step, "y of the lid");
  test_close(is.omega.z, as.omega.z, 60 * step * step, "omega of the lid");
  pn_simulation_free(s);
  pn_simulation_free(t);
  pn_system_free(system);
  pn_system_free(fixed);
}
END_TEST

/* A frame lies flush against a wall, which nothing presses it on, when the bead
   on its slide hits the stop on that side: the wall holds the frame. */
START_TEST(a_bead_rebounds_in_a_corner)
{
  static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
  const double size[] = {0.6, 0.4, 0.4}, radius = 0.04, e = 0.8, speed = 2.5;
  const double height = _i / 6 % 2 ? 0.4 : 0.2, step = steps[_i % 3];
  const pn_box box = {{-2, 0, -2}, {2, 5, 2}, _i / 12, _i / 3 % 2};
  const pn_joint_place rail = {.point = {1.7, height, 0}, .axis = {1, 0, 0}};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_body frame = pn_body_make(pn_shape_box, size, 3),
          bead = pn_body_make(pn_shape_sphere, &radius, 3);
  frame.pose.x = pn_vec3_make(1.7, 0.2, 0);
  bead.pose.x = rail.point;
  bead.v.x = speed;
  pn_system_add_body(system, &frame);
  pn_system_add_body(system, &bead);
  pn_system_join(system, pn_joint_prismatic, 0, 1, &rail);
  const pn_bound stops = {
      .axis = PN_COORDINATE_SLIDE, .low = -0.2, .high = 0.2, .restitution = e};
  ck_assert_int_eq(pn_system_add_bound(system, &stops), 0);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = step;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.15);
  const double moved = pn_state_motion(system, s->y, 0).pose.x.x - 1.7;
  test_close(moved, 0, 20 * step * step, "way of the frame");
  test_close(pn_state_motion(system, s->y, 1).v.x, -e * speed,
             200 * step * step, "velocity of the bead");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_stops");
  TCase *tests = tcase_create("stops");
  tcase_add_loop_test(tests, a_trestle_rests, 0, 12);
  test_add_family(tests, a_leg_rests_on_its_stop, 24);
  tcase_add_loop_test(tests, a_chain_leans_on_its_stops, 0, 10);
  test_add_family(tests, a_lid_rebounds_from_its_chest, 18);
  test_add_family(tests, a_bead_rebounds_in_a_corner, 24);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
