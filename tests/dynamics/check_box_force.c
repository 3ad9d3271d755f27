/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests what walls exert on bodies that slide along them, topple and roll: the
   work of friction is that of the motion along the wall, and what rolls keeps
   its energy. Bounds with the square of a step are of errors of order 2, a
   little above what these are. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "draw.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <math.h>

static const double g = 9.81;

static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { STEPS = 3 };

static const pn_vec3 x_axis = {1, 0, 0}, z_axis = {0, 0, 1};

/* Returns a bar in a hinge with friction, 4 N m s, that a torque turns while a
   carriage at its end slides along the floor; `way` [m] after 0.4 s, and the
   work of the friction. */
static double push_carriage(double dt, double *way)
{
  const pn_vec3 at[] = {{0, 0.8, 0}, {-0.6, 0, 0}};
  const pn_box box = {{-5, 0, -5}, {5, 5, 5}, 0, 0};
  const pn_motor motor = {.joint = 0, .torque = {9, 0, 0}};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system *system = pn_system_alloc();
  const pn_joint_place place = {.point = at[0], .axis = z_axis};
  const pn_joint_place rail = {.point = at[0], .axis = {0, 1, 0}};
  pn_body head = pn_body_make(pn_shape_sphere, (double[]){0.05}, 1);
  head.pose.x = at[0];
  pn_system_add_body(system, &head);
  bars_add(system, 2, at[0], at[1]);
  pn_system_join(system, pn_joint_revolute, 0, 1, &place)->friction_turn = 4;
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  ck_assert_int_eq(pn_system_add_motor(system, &motor), 0);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.4);
  *way = pn_state_motion(system, s->y, 1).pose.x.x - system->body[1].pose.x.x;
  const double work = simulate_ledger(s).friction;
  pn_simulation_free(s);
  pn_system_free(system);
  return work;
}

/* The motion along a wall is found to the order 2, as is the work of friction
   in it. */
START_TEST(work_along_a_wall)
{
  double way[3], work[3];
  for (int k = 0; k < 3; k++)
    work[k] = push_carriage(0.01 / (1 << k), &way[k]);
  ck_assert_double_lt(work[2], -0.2);
  ck_assert_double_lt(way[2], -0.05);
  test_close(work[2], work[1], fabs(work[1] - work[0]) / 3, "work");
  test_close(way[2], way[1], fabs(way[1] - way[0]) / 3, "way");
  test_close(work[0], work[2], 0.01, "work of the longest steps");
}
END_TEST

/* A disc rolls on its rim in a circle about its centre, which is at rest: with
   the arm a to the contact, w = s a/|a|, and the precession p about the
   vertical, w = p z + .. e with the axis e, the moment of momentum L = I w
   turns with p as the wall's force demands: p z x L = a x m g z. */
START_TEST(a_disc_rolls_on_its_rim)
{
  const double size[] = {0.01, 0.1}, mass = 1, lean = 0.3,
               dt = 1. / (240 << _i);
  const pn_box box = {{-5, -5, 0}, {5, 5, 5}, 0, 1};
  const pn_vec3 e = {sin(lean), 0, cos(lean)},
                down = {cos(lean), 0, -sin(lean)};
  const pn_vec3 arm =
      pn_vec3_add_scaled(pn_vec3_scale(-size[0] / 2, e), size[1], down);
  const pn_vec3 along = pn_vec3_scale(1 / pn_vec3_norm(arm), arm);
  pn_system *system = pn_system_alloc();
  pn_body disc = pn_body_make(pn_shape_cylinder, size, mass);
  const double spin = pn_vec3_dot(along, e);
  const pn_vec3 L = pn_vec3_add(
      pn_vec3_scale(disc.inertia.m[0][0] * spin, e),
      pn_vec3_scale(disc.inertia.m[1][1], pn_vec3_add_scaled(along, -spin, e)));
  const double precession = along.x / -sin(lean) * cos(lean) + along.z;
  const double rate =
      sqrt(mass * g * pn_vec3_norm(pn_vec3_cross(arm, z_axis)) /
           fabs(precession * pn_vec3_norm(pn_vec3_cross(z_axis, L))));
  disc.pose.x = pn_vec3_make(0, 0, -arm.z);
  disc.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), lean - M_PI / 2);
  disc.omega = pn_vec3_scale(rate, along);
  pn_system_add_body(system, &disc);
  system->gravity = pn_vec3_make(0, 0, -g);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.5);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  const pn_ledger ledger = simulate_ledger(s);
  test_close(now.pose.x.z, -arm.z, 40 * dt * dt, "height");
  test_close(ledger.impacts + ledger.corrections, 0, 400 * dt * dt, "loss");
  test_close(ledger.remainder, 0, 60 * dt * dt, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A cylinder stands on its end on an inclined floor, in any direction, up to
   where its weight points beyond its rim. */
START_TEST(a_cylinder_stands_on_a_slope)
{
  static const double sizes[][2] = {{0.1, 0.01}, {0.3, 0.05}, {0.4, 0.2}};
  enum { DIRECTIONS = 7 };
  const double *size = sizes[_i / DIRECTIONS], turn = 0.4 + _i % DIRECTIONS;
  static const double shares[] = {0.8, 0.97, 1.05};
  const pn_box box = {{-5, -5, 0}, {5, 5, 5}, 0.3, 1};
  for (int k = 0; k < 3; k++) {
    const double slope = shares[k] * size[1] / (size[0] / 2);
    pn_system *system = pn_system_alloc();
    pn_body body = pn_body_make(pn_shape_cylinder, size, 1);
    body.pose.x.z = size[0] / 2;
    body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), -M_PI / 2);
    pn_system_add_body(system, &body);
    system->gravity =
        pn_vec3_make(g * slope * cos(turn), g * slope * sin(turn), -g);
    pn_simulation_settings settings = pn_simulation_settings_default();
    settings.box = &box;
    settings.dt = 1. / 240;
    pn_simulation *s = simulate_start(system, &settings);
    simulate_to(s, 2);
    const pn_motion now = pn_state_motion(system, s->y, 0);
    if (shares[k] < 1)
      test_close(pn_vec3_norm(pn_vec3_sub(now.pose.x, body.pose.x)), 0, 1e-9,
                 "way at %g", shares[k]);
    else
      ck_assert_double_lt(fabs(now.R.m[2][0]), 0.98);
    pn_simulation_free(s);
    pn_system_free(system);
  }
}
END_TEST

/* Returns the angular velocity after t of a body that turns about an edge from
   rest: with the moment of inertia I about it and the weight (x, -z) that acts
   at the arm (-a, c), I phi'' is its moment. By the midpoint rule. */
static double topple(double inertia, double a, double c, double x, double z,
                     double t)
{
  enum { PARTS = 20000 };
  const double h = t / PARTS;
  double phi = 0, omega = 0;
  for (int k = 0; k < PARTS; k++) {
    const double middle = phi + h / 2 * omega;
    const double lean = sin(middle), up = cos(middle);
    const double moment = x * (c * up + a * lean) - z * (a * up - c * lean);
    phi += h * (omega + h / 2 * moment / inertia);
    omega += h * moment / inertia;
  }
  return omega;
}

/* A box on a rough floor that its weight topples turns about its edge: the
   corners behind it leave the floor at once, though they stick to it. */
START_TEST(a_box_topples_about_its_edge)
{
  static const double heights[] = {0.3, 1, 0.25}, shares[] = {1.02, 1.2, 1.7};
  const double width = 0.2, height = heights[_i / STEPS], mass = 1, t = 0.2;
  const double share = shares[_i / STEPS], dt = steps[_i % STEPS];
  const double pull = share * mass * g * width / height;
  const double size[] = {width, 0.16, height};
  const pn_box box = {{-5, -5, 0}, {5, 5, 5}, 0.3, 1};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  body.pose.x.z = height / 2;
  pn_system_add_body(system, &body);
  system->gravity = pn_vec3_make(pull / mass, 0, -g);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, t);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  const double inertia = mass * (width * width + height * height) / 3;
  const double omega =
      topple(inertia, width / 2, height / 2, pull, mass * g, s->t);
  test_close(now.omega.y, omega, 2 * dt * dt / (t * t) * omega, "turn");
  test_close(hypot(now.omega.x, now.omega.z), 0, 1e-9, "turn askew");
  pn_measure m;
  ck_assert(!pn_simulation_measure(s, &m));
  test_close(m.energy, s->start.energy, 15 * dt * dt, "energy");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A block in a rail with friction, which a steady force and a motor that swings
   press on a wall, stays there, and nothing does work. */
START_TEST(what_a_wall_stops_rubs_nothing)
{
  const double dt = steps[_i];
  const pn_box box = {{-5, -5, -5}, {0.1, 5, 5}, 0, 0};
  const pn_motor motor = {.joint = 0, .force = 40, .frequency = 1};
  const pn_joint_place rail = {.axis = x_axis};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system *system = pn_system_alloc();
  pn_body block = pn_body_make(pn_shape_sphere, (double[]){0.1}, 1);
  block.force = pn_vec3_make(50, 0, 0);
  pn_system_add_body(system, &block);
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  bars_rub(system, PN_COORDINATE_SLIDE, 5);
  ck_assert_int_eq(pn_system_add_motor(system, &motor), 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 3);
  const pn_ledger ledger = simulate_ledger(s);
  test_close(s->y[0], 0, 10 * dt * dt, "place");
  test_close(ledger.friction, 0, 3 * dt * dt, "friction");
  test_close(ledger.motors, 0, 1e5 * dt * dt * dt, "motors");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Chains of bars on universal and ball joints with friction land on a rough
   floor: no joint opens, the account is even, and no step is divided without
   end. */
START_TEST(chains_land)
{
  enum { BARS = 3 };
  const double length = 0.4, friction = 0.1 * (_i % 4), dt = 1. / 480;
  const double size[] = {length, 0.04, 0.05};
  const pn_box box = {{-3, 0, -3}, {3, 5, 3}, 0.3 * (_i % 3), 1};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system *system = pn_system_alloc();
  pn_vec3 end = {0, 0.7, 0};
  gsl_rng_set(draw_source, 100 + (unsigned)_i);
  for (size_t b = 0; b < BARS; b++) {
    pn_body bar = pn_body_make(pn_shape_box, size, 1 + draw_uniform() / 2);
    const pn_vec3 way = pn_vec3_normalize(pn_vec3_make(
        draw_uniform(), 0.1 + 0.4 * draw_uniform(), draw_uniform()));
    const pn_vec3 turn = pn_vec3_cross(x_axis, way);
    const pn_joint_place place = {
        .point = end, .axis = way, .second = pn_vec3_some_normal(way)};
    bar.pose.x = pn_vec3_add_scaled(end, length / 2, way);
    bar.pose.q = pn_quat_axis_angle(pn_vec3_normalize(turn), acos(way.x));
    pn_system_add_body(system, &bar);
    if (b > 0)
      pn_system_join(system, b % 2 ? pn_joint_universal : pn_joint_ball, b - 1,
                     b, &place);
    for (int axis = 0; b > 0 && friction > 0 && axis < (b % 2 ? 2 : 3); axis++)
      bars_rub(system, axis, friction);
    end = pn_vec3_add_scaled(end, length, way);
  }
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  double most = 0, gap = 0;
  while (s->t < 1.2) {
    pn_measure m;
    simulate_step(s);
    ck_assert(!pn_simulation_measure(s, &m));
    most = fmax(most, m.kinetic);
    gap = fmax(gap, m.constraint_inf);
  }
  test_close(gap, 0, 2e-4, "gap");
  test_close(simulate_ledger(s).remainder, 0, 2e-3 * most, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Returns the energy that a coin has kept which flies askew at a smooth floor:
   first one side of its rim rebounds, then the other one. It never grows. */
static double throw_coin(double dt)
{
  const double size[] = {0.05, 0.05};
  const pn_box box = {{-1, -1, 0}, {1, 1, 1}, 0.9, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system *system = pn_system_alloc();
  pn_body coin = pn_body_make(pn_shape_cylinder, size, 1);
  coin.pose.x.z = 0.4;
  coin.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), 75 * M_PI / 180);
  coin.v.z = -2;
  pn_system_add_body(system, &coin);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  double energy = s->start.energy;
  while (s->t < 0.3) {
    pn_measure m;
    simulate_step(s);
    ck_assert(!pn_simulation_measure(s, &m));
    ck_assert_double_le(m.energy, energy + 1e-9);
    energy = m.energy;
  }
  pn_simulation_free(s);
  pn_system_free(system);
  return energy;
}

/* A side of the rim that flies at the floor rebounds, too, though another one
   was the nearest when the step began: steps of all lengths agree. */
START_TEST(both_sides_of_a_coin_rebound)
{
  const double fine = throw_coin(1. / 3840);
  for (size_t k = 0; k < STEPS; k++)
    test_close(throw_coin(0.25 * steps[k]), fine, 0.03 * fine, "energy");
}
END_TEST

/* A cylinder rolls down a rough slope with its flat end at a rough wall, on
   which nothing presses it: the wall does not hold it. */
START_TEST(a_cylinder_rolls_along_a_wall)
{
  gsl_rng_set(draw_source, 500 + (unsigned)_i);
  const double radius = draw_between(0.02, 0.5),
               slope = draw_between(0.05, 0.8), t = 1;
  const double size[] = {2 * radius, radius};
  const pn_box box = {{-9, draw_uniform(), 0}, {99, 99, 99}, 0, 1};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system *system = pn_system_alloc();
  pn_body cylinder = pn_body_make(pn_shape_cylinder, size, 1);
  cylinder.pose.x = pn_vec3_make(0, box.low.y + radius, radius);
  cylinder.pose.q = pn_quat_axis_angle(z_axis, M_PI / 2);
  pn_system_add_body(system, &cylinder);
  system->gravity = pn_vec3_make(g * sin(slope), 0, -g * cos(slope));
  settings.box = &box;
  settings.dt = 1. / 240;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, t);
  const double way = g * sin(slope) * t * t / 3;
  test_close(pn_state_motion(system, s->y, 0).pose.x.x, way, 1e-3 * way, "way");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Returns the share of its kinetic energy that a wheel loses on a smooth floor,
   at rest at first, with a pendulum of this mass in its hub, raised by more
   than a right angle: whenever that swings through, the floor has to exert many
   times the weight for a moment. */
static double loss_of_wheel(double pendulum, double dt)
{
  const double radius = 0.3, size[] = {0.1, radius}, angle = 2.2, length = 0.15;
  const pn_box box = {{-9, 0, -9}, {9, 9, 9}, 0, 0};
  const pn_vec3 hub = {0, radius, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_system *system = pn_system_alloc();
  pn_body wheel = pn_body_make(pn_shape_cylinder, size, 1);
  wheel.pose.x = hub;
  wheel.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), M_PI / 2);
  pn_system_add_body(system, &wheel);
  const pn_vec3 bob =
      pn_vec3_add_scaled(hub, length, pn_vec3_make(sin(angle), -cos(angle), 0));
  bars_hinge(system, 0, bars_add(system, pendulum, hub, bob), hub);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  double kinetic = 0;
  pn_measure m = s->start;
  while (s->t < 1.2) {
    simulate_step(s);
    ck_assert(!pn_simulation_measure(s, &m));
    kinetic = fmax(kinetic, m.kinetic);
  }
  const double loss = (s->start.energy - m.energy) / kinetic;
  pn_simulation_free(s);
  pn_system_free(system);
  return loss;
}

/* A smooth floor takes no energy, however fast its force changes. */
START_TEST(a_surge_takes_no_energy)
{
  static const double masses[] = {1, 6, 30};
  static const double allowed[] = {1e-3, 2e-3, 3e-2};
  for (size_t k = 0; k < 3; k++)
    test_close(loss_of_wheel(masses[k], 1. / 240 / (1 << _i)), 0,
               allowed[k] / (1 << 2 * _i), "loss");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_force");
  TCase *tests = tcase_create("force");
  tcase_add_checked_fixture(tests, draw_open, draw_close);
  tcase_add_test(tests, work_along_a_wall);
  tcase_add_loop_test(tests, a_disc_rolls_on_its_rim, 0, 3);
  test_add_family(tests, a_cylinder_stands_on_a_slope, 21);
  test_add_family(tests, a_box_topples_about_its_edge, 3 * STEPS);
  test_add_family(tests, what_a_wall_stops_rubs_nothing, STEPS);
  test_add_family(tests, chains_land, 48);
  tcase_add_test(tests, both_sides_of_a_coin_rebound);
  test_add_family(tests, a_cylinder_rolls_along_a_wall, 20);
  tcase_add_loop_test(tests, a_surge_takes_no_energy, 0, 3);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
