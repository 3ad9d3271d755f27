/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests rims of cylinders, from needles to coins, that hit smooth walls: their
   walls push through the plane of axis and normal, so that they spin none of
   them about its axis; energy and symmetry are kept. On a rough floor a can
   that lands on its end tips over the foremost point of its rim. */
#include "config.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "draw.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

static const double g = 9.81;

static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
static const double restitutions[] = {0, 0.5, 0.8, 1};

/* Radius over length. */
static const double ratios[] = {0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10};

enum { STEPS = 3, RESTITUTIONS = 4, RATIOS = 8 };

/* Bound what a wall may change of a spin in a step [rad/s]: by rounding; and
   where a cylinder that has come to stand on its end leans a little, but is
   held by four points of it. */
static const double rounding = 1e-9, standing = 0.05;

static pn_vec3 draw_within(double most)
{
  return pn_vec3_scale(most, draw_vec3());
}

/* Returns a cylinder that is thrown in any way: it is about 0.8 m long, or
   wide. */
static pn_body draw_cylinder(double ratio)
{
  const double length = 0.8 / fmax(1, ratio);
  const double size[] = {length, ratio * length};
  pn_body body = pn_body_make(pn_shape_cylinder, size, 1);
  const pn_vec3 axis = pn_vec3_normalize(draw_vec3());
  body.pose.x = draw_within(0.3);
  body.pose.q = pn_quat_axis_angle(axis, M_PI * draw_uniform());
  body.v = draw_within(5);
  body.omega = draw_within(5);
  return body;
}

/* Starts a run of one body in a box, or without one. */
static pn_simulation *start(pn_system *system, const pn_body *body,
                            const pn_box *box, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = box;
  settings.dt = dt;
  pn_system_add_body(system, body);
  return simulate_start(system, &settings);
}

/* Returns the spin of the body about its axis. */
static double spin(const pn_simulation *s)
{
  const pn_motion now = pn_state_motion(s->system, s->y, 0);
  return pn_mat3_apply_transposed(now.R, now.omega).x;
}

/* Throws a cylinder into a box and runs it beside one that flies on freely in
   each step: after it both have the same spin. */
static void throw_one(const pn_body *body, double e, double dt)
{
  const pn_box box = {{-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}, e, 0};
  pn_system *system = pn_system_alloc(), *alone = pn_system_alloc();
  system->gravity = alone->gravity = pn_vec3_make(0, 0, -g);
  pn_simulation *s = start(system, body, &box, dt),
                *flies = start(alone, body, NULL, dt);
  pn_measure now;
  while (s->t < 1) {
    memcpy(flies->y, s->y, s->ode.dimension * sizeof *s->y);
    simulate_step(flies);
    simulate_step(s);
    test_close(spin(s), spin(flies), e < 1 ? standing : rounding,
               "spin at %g s", s->t);
  }
  ck_assert(!pn_simulation_measure(s, &now));
  if (e == 1)
    test_close(pn_simulation_ledger(s, &now).impacts, 0, 1e-8, "loss");
  pn_simulation_free(flies);
  pn_simulation_free(s);
  pn_system_free(alone);
  pn_system_free(system);
}

START_TEST(smooth_walls_spin_no_cylinder)
{
  enum { THROWS = 4 };
  const double dt = steps[_i % STEPS],
               e = restitutions[_i / STEPS % RESTITUTIONS],
               ratio = ratios[_i / STEPS / RESTITUTIONS];
  gsl_rng_set(draw_source, 7);
  for (int k = 0; k < THROWS; k++) {
    const pn_body body = draw_cylinder(ratio);
    throw_one(&body, e, dt);
  }
}
END_TEST

/* A needle that leans by 20 degrees flies at a floor, and its whole end passes
   it in one step: it rebounds from the lowest point, by the formula for a
   single point at an arm a, p (1/m + (a x n)^2 / I) = (1 + e) v. */
START_TEST(a_needle_hits_with_its_lowest_point)
{
  const double size[] = {1, 0.02}, speed = 4, lean = M_PI / 9, yaw = 0.5 * _i;
  const double e = restitutions[_i % RESTITUTIONS];
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, e, 0};
  const pn_quat tilt =
      pn_quat_axis_angle(pn_vec3_make(0, 1, 0), M_PI / 2 - lean);
  pn_system *system = pn_system_alloc();
  pn_body needle = pn_body_make(pn_shape_cylinder, size, 1);
  needle.pose.q =
      pn_quat_multiply(pn_quat_axis_angle(pn_vec3_make(0, 0, 1), yaw), tilt);
  needle.pose.x.z = size[0] / 2 * cos(lean) + size[1] * sin(lean) + 1e-3;
  needle.v = pn_vec3_make(2, 3, -speed);
  pn_simulation *s = start(system, &needle, &box, steps[1]);
  simulate_step(s);
  const pn_motion after = pn_state_motion(system, s->y, 0);
  const double arm = size[0] / 2 * sin(lean) - size[1] * cos(lean);
  const double inertia = needle.inertia.m[1][1];
  const double p = (1 + e) * speed / (1 + arm * arm / inertia);
  test_close(after.v.z, p - speed, rounding, "rise");
  test_close(after.v.x, 2, rounding, "slide along x");
  test_close(after.v.y, 3, rounding, "slide along y");
  test_close(pn_vec3_norm(after.omega), arm * p / inertia, rounding, "turn");
  test_close(spin(s), 0, rounding, "spin");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Cylinders that are each other's mirror image remain so for some rebounds. */
START_TEST(mirror_images_rebound_alike)
{
  const double dt = steps[1 + _i % 2], ratio = ratios[_i / 2];
  const pn_box box = {{-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}, 0.8, 0};
  pn_simulation *s[2];
  pn_system *system[2];
  gsl_rng_set(draw_source, 11);
  pn_body body = draw_cylinder(ratio);
  for (int k = 0; k < 2; k++) {
    system[k] = pn_system_alloc();
    system[k]->gravity = pn_vec3_make(0, 0, -g);
    s[k] = start(system[k], &body, &box, dt);
    simulate_to(s[k], 0.5);
    body.pose.x.y = -body.pose.x.y;
    body.v.y = -body.v.y;
    body.pose.q.x = -body.pose.q.x;
    body.pose.q.z = -body.pose.q.z;
    body.omega = pn_vec3_make(-body.omega.x, body.omega.y, -body.omega.z);
  }
  const pn_motion one = pn_state_motion(system[0], s[0]->y, 0),
                  other = pn_state_motion(system[1], s[1]->y, 0);
  ck_assert_uint_gt(s[0]->impacts, 0);
  test_close(one.v.x, other.v.x, 1e-8, "v x");
  test_close(one.v.y, -other.v.y, 1e-8, "v y");
  test_close(one.v.z, other.v.z, 1e-8, "v z");
  test_close(one.omega.x, -other.omega.x, 1e-7, "omega x");
  test_close(one.omega.y, other.omega.y, 1e-7, "omega y");
  test_close(one.omega.z, -other.omega.z, 1e-7, "omega z");
  for (int k = 0; k < 2; k++) {
    pn_simulation_free(s[k]);
    pn_system_free(system[k]);
  }
}
END_TEST

/* A can that slides along on its side and turns about the vertical is put back
   on the floor in each step, and keeps its spin. */
START_TEST(what_is_put_back_keeps_its_spin)
{
  const double size[] = {0.3, 0.1}, dt = steps[_i];
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, 0, 0};
  pn_system *system = pn_system_alloc();
  pn_body can = pn_body_make(pn_shape_cylinder, size, 1);
  can.pose.x.z = 0.15;
  can.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), 0.2);
  can.v = pn_vec3_make(0.5, 0.2, 0);
  can.omega = pn_vec3_make(4, 0, 2);
  system->gravity = pn_vec3_make(0, 0, -g);
  pn_simulation *s = start(system, &can, &box, dt);
  const double before = spin(s);
  simulate_to(s, 1);
  test_close(spin(s), before, 1e-4 * dt * 60, "spin");
  test_close(pn_state_motion(system, s->y, 0).pose.x.z, size[1], 1e-4,
             "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Returns a can that stands upright, turned about its axis by an angle. */
static pn_body upright(const double *size, double own)
{
  pn_body can = pn_body_make(pn_shape_cylinder, size, 1);
  can.pose.q =
      pn_quat_multiply(pn_quat_axis_angle(pn_vec3_make(0, 1, 0), -M_PI / 2),
                       pn_quat_axis_angle(pn_vec3_make(1, 0, 0), own));
  return can;
}

/* A can lands on its end on a rough floor, with a velocity beside. Its friction
   stops the end where it is; it tips, in the plane of that velocity, if this is
   high enough, over the foremost point: omega I = m (v_x a - (1 + e) v_z r), a
   half its length, I about that point's tangent, however the can is turned
   about its axis. */
START_TEST(a_can_that_lands_tips_over_its_foremost_point)
{
  const double size[] = {0.4, 0.1}, a = size[0] / 2, r = size[1], fall = 2;
  static const double faster[] = {0.6, 0.8, 0.95, 1.1, 1.5};
  const double share = faster[_i % 5], e = restitutions[_i / 5 % 2];
  const double heading = 0.7 * _i, own = 0.4 * _i;
  const double beside = share * (1 + e) * fall * r / a;
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, e, 1};
  pn_system *system = pn_system_alloc();
  pn_body can = upright(size, own);
  can.pose.x.z = a + 1e-3;
  can.v = pn_vec3_make(beside * cos(heading), beside * sin(heading), -fall);
  pn_simulation *s = start(system, &can, &box, steps[2]);
  simulate_step(s);
  const pn_vec3 omega = pn_state_motion(system, s->y, 0).omega;
  const double inertia = can.inertia.m[1][1] + a * a + r * r;
  const double turn =
      fmax(0, beside * a - (1 + e) * fall * r) * can.mass / inertia;
  ck_assert_uint_gt(s->impacts, 0);
  test_close(omega.x, -turn * sin(heading), rounding, "turn about x");
  test_close(omega.y, turn * cos(heading), rounding, "turn about y");
  test_close(omega.z, 0, rounding, "spin");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Returns the angular momentum of a body about a point. */
static pn_vec3 momentum_about(const pn_body *body, const pn_motion *of,
                              pn_vec3 point)
{
  const pn_vec3 spin = pn_mat3_apply(
      of->R,
      pn_mat3_apply(body->inertia, pn_mat3_apply_transposed(of->R, of->omega)));
  const pn_vec3 p = pn_vec3_scale(body->mass, of->v);
  return pn_vec3_add(spin, pn_vec3_cross(pn_vec3_sub(of->pose.x, point), p));
}

/* A can that spins about its axis lands likewise. That it tips over one point
   of its rim, which holds, says: no point of the rim goes further down than
   that one, and the angular momentum about it stays the same. Where it spins
   much faster there is no such point. */
START_TEST(a_can_that_spins_and_lands_tips_over_one_point)
{
  const double e = restitutions[_i % 2];
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, e, 1};
  gsl_rng_set(draw_source, 17 + (unsigned long)_i);
  const double size[] = {0.4, 0.1 + 0.15 * fabs(draw_uniform())};
  const double fall = 1 + 0.5 * draw_uniform();
  const double faster = 1.5 + 0.4 * draw_uniform(),
               heading = 3 * draw_uniform();
  const double beside = faster * (1 + e) * fall * size[1] / (size[0] / 2);
  pn_system *system = pn_system_alloc();
  pn_body can = upright(size, draw_uniform());
  can.pose.x.z = size[0] / 2 + 1e-4;
  can.v = pn_vec3_make(beside * cos(heading), beside * sin(heading), -fall);
  can.omega = pn_vec3_make(0, 0, (e > 0 ? 8 : 5) * draw_uniform());
  pn_simulation *s = start(system, &can, &box, steps[2]);
  simulate_step(s);
  const pn_motion is = pn_state_motion(system, s->y, 0);
  pn_motion was = is;
  was.v = can.v;
  was.omega = can.omega;

  const pn_vec3 low =
      pn_vec3_normalize(pn_vec3_make(is.omega.y, -is.omega.x, 0));
  const pn_vec3 arm =
      pn_vec3_make(size[1] * low.x, size[1] * low.y, -size[0] / 2);
  const pn_vec3 v = pn_vec3_add(is.v, pn_vec3_cross(is.omega, arm)),
                point = pn_vec3_add(is.pose.x, arm);
  const pn_vec3 change = pn_vec3_sub(momentum_about(&can, &is, point),
                                     momentum_about(&can, &was, point));
  ck_assert_uint_eq(s->impacts, 1);
  test_close(v.z, e * fall, 1e-7, "velocity of the lowest point, z");
  test_close(v.x, 0, 1e-7, "velocity of the lowest point, x");
  test_close(v.y, 0, 1e-7, "velocity of the lowest point, y");
  test_close(pn_vec3_norm(change), 0, 1e-7, "change of angular momentum");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_rims");
  TCase *tests = tcase_create("rims");
  tcase_add_checked_fixture(tests, draw_open, draw_close);
  test_add_family(tests, smooth_walls_spin_no_cylinder,
                  STEPS * RESTITUTIONS * RATIOS);
  tcase_add_loop_test(tests, a_needle_hits_with_its_lowest_point, 0, 12);
  test_add_family(tests, mirror_images_rebound_alike, 2 * RATIOS);
  test_add_family(tests, what_is_put_back_keeps_its_spin, STEPS);
  test_add_family(tests, a_can_that_lands_tips_over_its_foremost_point, 20);
  tcase_add_loop_test(tests, a_can_that_spins_and_lands_tips_over_one_point, 0,
                      16);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
