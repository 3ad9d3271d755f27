/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests a light foot below a heavy body, against a limit of their joint, that
   falls on a floor: both throw it to and fro at one instant, until it has
   thrown the body back, or without end. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <math.h>

enum { BODY, FOOT };

static const double g = 9.81, radius = 0.1; /* of the foot [m] */

/* Returns a body of this mass above a foot of 0.1 kg, which fall, and whose
   joint is at a limit of this restitution. */
static pn_system *foot_below(double mass, double restitution)
{
  const double size[] = {0.4, 0.4, 0.2};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  pn_body foot = pn_body_make(pn_shape_sphere, &radius, 0.1);
  body.pose.x = pn_vec3_make(0, 0, 0.6);
  foot.pose.x = pn_vec3_make(0, 0, 0.3);
  body.v = foot.v = pn_vec3_make(0, 0, -3);
  pn_system_add_body(system, &body);
  pn_system_add_body(system, &foot);
  const pn_joint_place place = {.point = pn_vec3_make(0, 0, 0.5),
                                .axis = pn_vec3_make(0, 0, 1)};
  pn_system_join(system, pn_joint_prismatic, BODY, FOOT, &place);
  const pn_bound limits = {.joint = 0,
                           .axis = PN_COORDINATE_SLIDE,
                           .low = -0.1,
                           .high = 0,
                           .restitution = restitution};
  pn_system_add_bound(system, &limits);
  system->gravity = pn_vec3_make(0, 0, -g);
  return system;
}

/* Starts a run of the system in a box, by steps of this length; the caller
   frees it. */
static pn_simulation *start_in(const pn_system *system, const pn_box *box,
                               double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = box;
  settings.dt = dt;
  return simulate_start(system, &settings);
}

/* Computes the velocities after all hits at one instant, in which the floor and
   the limit throw the foot to and fro: one after the other, until nothing comes
   nearer, or next to nothing is left. */
static void drum(double mass, double e, double e_of_limit, double *body,
                 double *foot)
{
  const double light = 0.1, shared = mass * light / (mass + light),
               begin = -*body;
  for (;;) {
    if (*foot < 0)
      *foot *= -e;
    const double nears = *foot - *body;
    if (!(nears > 0))
      return;
    const double p = (1 + e_of_limit) * shared * nears;
    *foot -= p / light;
    *body += p / mass;
    if (fmax(fabs(*body), fabs(*foot)) < 1e-9 * begin) {
      *body = *foot = 0;
      return;
    }
  }
}

/* The masses, and the restitutions of the floor and of the limit; where the
   floor keeps the energy and the limit takes it, nothing rests. */
static const double masses[] = {0.1, 1, 10, 100, 1000};
static const double pairs[][2] = {{0.3, 0},   {0.6, 0},   {0.9, 0}, {0.3, 0.5},
                                  {0.6, 0.5}, {0.9, 0.5}, {0.3, 1}, {0.6, 1},
                                  {0.9, 1},   {1, 1}};
enum { MASSES = 5, PAIRS = 10, RESTING = 6 };

/* Compares the velocities after the first hits with those of `drum`, which
   leaves out what gravity adds in a step. */
START_TEST(a_foot_drums)
{
  const double mass = masses[_i % MASSES], e = pairs[_i / MASSES][0],
               e_of_limit = pairs[_i / MASSES][1];
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, e, 0};
  pn_system *system = foot_below(mass, e_of_limit);
  pn_simulation *s = start_in(system, &box, 1. / 240);
  while (s->impacts == 0)
    simulate_step(s);
  double body = -3 - g * s->t, foot = body;
  drum(mass, e, e_of_limit, &body, &foot);
  const pn_vec3 got_body = pn_state_motion(system, s->y, BODY).v,
                got_foot = pn_state_motion(system, s->y, FOOT).v;
  const double allowed = 1.5 * g * s->settings.dt;
  test_close(got_body.z, body, allowed, "body");
  test_close(got_foot.z, foot, allowed, "foot");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Where each hit takes energy all comes to rest, and the foot sinks no further
   than it falls in a step. */
START_TEST(a_foot_bears_its_body)
{
  const double mass = masses[_i % MASSES], e = pairs[_i / MASSES][0],
               e_of_limit = pairs[_i / MASSES][1];
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, e, 0};
  pn_system *system = foot_below(mass, e_of_limit);
  pn_simulation *s = start_in(system, &box, 1. / 240);
  double lowest = radius;
  while (s->t < 2) {
    simulate_step(s);
    lowest = fmin(lowest, pn_state_motion(system, s->y, FOOT).pose.x.z);
  }
  const double step = 4 * s->settings.dt; /* it lands with less than 4 m/s */
  ck_assert_msg(lowest > radius - step, "the foot sinks by %g m",
                radius - lowest);
  test_close(pn_state_motion(system, s->y, FOOT).pose.x.z, radius, 1e-4,
             "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A heavy body bounces on its limit above a foot that stands, ever less: it
   comes to rest, and the foot is not driven into the floor meanwhile. */
START_TEST(a_body_comes_to_rest_on_its_foot)
{
  static const double steps[] = {120, 240, 480, 960};
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, 0, 0};
  pn_system *system = foot_below(1e3 * 0.1, 0.9);
  pn_body *body = system->body;
  body[BODY].v = pn_vec3_make(0, 0, -0.15);
  body[FOOT].v = pn_vec3_make(0, 0, 0);
  body[FOOT].pose.x.z -= 0.3 - radius;
  body[BODY].pose.x.z -= 0.3 - radius;
  pn_simulation *s = start_in(system, &box, 1 / steps[_i]);
  while (s->t < 1.2) {
    simulate_step(s);
    ck_assert_double_gt(pn_state_motion(system, s->y, FOOT).pose.x.z,
                        radius - g * s->settings.dt * s->settings.dt);
  }
  test_close(pn_state_motion(system, s->y, BODY).pose.x.z, radius + 0.3, 1e-4,
             "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A body on a spring above a foot that stands sinks on the limit of their
   joint, and rebounds as if the foot could not give way, though what the spring
   adds in a step drives the foot at the floor. */
START_TEST(a_body_rebounds_above_its_foot)
{
  static const double of_bodies[] = {10, 100, 300};
  const double mass = of_bodies[_i / 2], e = 0.3, stiffness = 120 * mass;
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, 0, 0};
  pn_system *system = foot_below(mass, e);
  pn_body *body = system->body;
  body[BODY].v = body[FOOT].v = pn_vec3_make(0, 0, 0);
  body[FOOT].mass = 1;
  body[FOOT].pose.x.z = radius;
  body[BODY].pose.x.z = radius + 0.3;
  system->bound[0].low = -0.05; /* the foot goes up against the body */
  system->bound[0].high = 0.09;
  const pn_spring spring = {
      .body = {BODY, FOOT}, .stiffness = stiffness, .length = 0.3};
  pn_system_add_spring(system, &spring);
  pn_simulation *s = start_in(system, &box, _i % 2 ? 1. / 960 : 1. / 480);
  const double most = system->bound[0].high, w2 = stiffness / mass,
               hits = sqrt(2 * g * most - w2 * most * most);
  while (pn_state_motion(system, s->y, BODY).v.z <= 0)
    simulate_step(s);
  const double v = pn_state_motion(system, s->y, BODY).v.z;
  test_close(v, e * hits, 2 * g * s->settings.dt, "velocity");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A foot that its limit throws at the floor in every step, before it has come
   back over it, is put back: it goes hardly deeper than in one step. */
START_TEST(a_foot_does_not_dive)
{
  static const double steps[] = {240, 480, 960};
  const pn_box box = {{-9, -9, 0}, {9, 9, 9}, 0.4, 0};
  pn_system *system = foot_below(3, 0.3);
  const double fall = 0.33;
  for (size_t b = 0; b < system->bodies; b++) {
    system->body[b].v = pn_vec3_make(0, 0, 0);
    system->body[b].pose.x.z += radius + fall - 0.3;
  }
  system->bound[0].low = -0.3;
  system->bound[0].high = 0.03;
  pn_simulation *s = start_in(system, &box, 1 / steps[_i]);
  double lowest = radius;
  while (s->t < 0.6) {
    simulate_step(s);
    lowest = fmin(lowest, pn_state_motion(system, s->y, FOOT).pose.x.z);
  }
  const double speed = sqrt(2 * g * (fall + system->bound[0].high));
  ck_assert_msg(radius - lowest < 2 * speed * s->settings.dt,
                "the foot sinks by %g m", radius - lowest);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A heavy body on a leg with two stops rocks on the edge of its foot on a rough
   floor and comes down flat: where walls exert no forces after that, limits are
   not to push with those of before. */
START_TEST(a_leg_comes_down_flat)
{
  static const double steps[] = {240, 300, 480}, masses_of_legs[] = {300, 280};
  const double foot_size[] = {0.8, 0.5, 0.1}, shank_size[] = {0.4, 0.04},
               body_size[] = {0.4, 0.3, 0.4}, degree = M_PI / 180,
               turn = -0.105;
  const pn_box box = {{-5, -5, 0}, {5, 5, 50}, 0.3, 1};
  pn_system *system = pn_system_alloc();
  pn_body part[] = {
      pn_body_make(pn_shape_box, foot_size, 1),
      pn_body_make(pn_shape_capsule, shank_size, 1),
      pn_body_make(pn_shape_box, body_size, masses_of_legs[_i / 3])};
  const double height[] = {0.05, 0.3, 0.7}, joint[] = {0.1, 0.5};
  const double low[] = {-5.46 * degree, -16.7 * degree},
               high[] = {5.46 * degree, 5 * degree};
  part[1].pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), M_PI / 2);
  part[2].v = pn_vec3_make(turn / 2, 0, 0);
  part[2].omega = pn_vec3_make(0, turn, 0);
  for (size_t b = 0; b < 3; b++) {
    part[b].pose.x = pn_vec3_make(0, 0, height[b]);
    pn_system_add_body(system, &part[b]);
  }
  for (size_t j = 0; j < 2; j++) {
    const pn_joint_place at = {.point = pn_vec3_make(0, 0, joint[j]),
                               .axis = pn_vec3_make(0, 1, 0)};
    pn_system_join(system, pn_joint_revolute, j, j + 1, &at);
    const pn_bound limits = {.joint = j, .low = low[j], .high = high[j]};
    pn_system_add_bound(system, &limits);
  }
  system->gravity = pn_vec3_make(0, 0, -g);
  pn_simulation *s = start_in(system, &box, 1 / steps[_i % 3]);
  simulate_to(s, 2.5);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("drums");
  TCase *foot = tcase_create("foot");
  test_add_family(foot, a_foot_drums, MASSES * PAIRS);
  test_add_family(foot, a_foot_bears_its_body, MASSES * RESTING);
  tcase_add_loop_test(foot, a_body_comes_to_rest_on_its_foot, 0, 4);
  tcase_add_loop_test(foot, a_body_rebounds_above_its_foot, 0, 6);
  tcase_add_loop_test(foot, a_foot_does_not_dive, 0, 3);
  tcase_add_loop_test(foot, a_leg_comes_down_flat, 0, 6);
  suite_add_tcase(suite, foot);
  return test_run(suite);
}
