/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests Sarrus linkages of thin rods: two legs, each of two rods and three
   parallel hinges, let a top move along z, and nothing else. One of the 30 rows
   is redundant, or two where the rods of a leg lie in one line; the moments of
   rods about themselves are some millionths of the others. */
#include "config.h"

#include "pantin/dynamics/simulation.h"
#include "draw.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <math.h>

enum { THROWS = 6, TOP = 0, LEGS = 2 };

static const double height = 1, half = 0.5; /* of the top; of its width [m] */
static const pn_vec3 up = {0, 0, 1};

/* Adds a rod from one point to another, whose ends have these velocities;
   returns its number. */
static size_t add_rod(pn_system *system, pn_vec3 from, pn_vec3 to, pn_vec3 v,
                      pn_vec3 v_to)
{
  const pn_vec3 way = pn_vec3_sub(to, from);
  const double length = pn_vec3_norm(way);
  const pn_vec3 axis = pn_vec3_cross((pn_vec3){1, 0, 0}, way);
  pn_body rod = pn_body_make(pn_shape_rod, &length, 0.4);
  rod.pose.x = pn_vec3_add(from, pn_vec3_scale(0.5, way));
  rod.pose.q = pn_quat_axis_angle(pn_vec3_scale(1 / pn_vec3_norm(axis), axis),
                                  acos(way.x / length));
  rod.v = pn_vec3_scale(0.5, pn_vec3_add(v, v_to));
  rod.omega = pn_vec3_scale(1 / (length * length),
                            pn_vec3_cross(way, pn_vec3_sub(v_to, v)));
  pn_system_add_body(system, &rod);
  return system->bodies - 1;
}

/* Adds a leg of two rods in the direction `out`, below a top that goes up at a
   speed. */
static void add_leg(pn_system *system, pn_vec3 out, double length, double speed)
{
  const pn_vec3 foot = pn_vec3_scale(half, out),
                hip = pn_vec3_add_scaled(foot, height, up);
  const double reach = sqrt(length * length - height * height / 4);
  const pn_vec3 knee =
      pn_vec3_add_scaled(pn_vec3_add_scaled(foot, height / 2, up), reach, out);
  const pn_vec3 v = pn_vec3_scale(speed, up), none = {0, 0, 0};
  const pn_vec3 v_knee = pn_vec3_add_scaled(pn_vec3_scale(speed / 2, up),
                                            -speed * height / (4 * reach), out);
  const size_t low = add_rod(system, foot, knee, none, v_knee),
               high = add_rod(system, knee, hip, v_knee, v);
  const pn_vec3 point[] = {foot, knee, hip};
  const size_t body[] = {PN_WORLD, low, high, TOP};
  for (size_t k = 0; k < 3; k++) {
    const pn_joint_place at = {.point = point[k],
                               .axis = pn_vec3_cross(up, out)};
    pn_system_join(system, pn_joint_revolute, body[k], body[k + 1], &at);
  }
}

/* The top goes up and down through the poses in which the legs are straight,
   and nowhere else; nothing takes energy. */
START_TEST(thin_rods_pass_where_they_are_straight)
{
  gsl_rng_set(draw_source, 4 * (1 + (unsigned long)_i));
  const double size[] = {0.05, half},
               between = M_PI * (0.75 + draw_uniform() / 4.2);
  const double length = draw_between(0.6, 0.9), speed = 7 * draw_uniform();
  pn_system *system = pn_system_alloc();
  pn_body top = pn_body_make(pn_shape_cylinder, size, 2);
  top.pose.x = pn_vec3_scale(height, up);
  top.v = pn_vec3_scale(speed, up);
  pn_system_add_body(system, &top);
  for (int leg = 0; leg < LEGS; leg++)
    add_leg(system, pn_vec3_make(cos(leg * between), sin(leg * between), 0),
            length, speed);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1. / 480;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 1);
  pn_measure now;
  ck_assert(!pn_simulation_measure(s, &now));
  const pn_vec3 x = pn_state_motion(system, s->y, TOP).pose.x;
  test_close(now.energy, s->start.energy, 1e-3 * s->start.energy, "energy");
  test_close(pn_assembly_gap(s->dynamics->assembly), 0, 1e-9, "gap");
  test_close(hypot(x.x, x.y), 0, 1e-6, "way aside");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("sarrus");
  TCase *rods = tcase_create("rods");
  tcase_add_checked_fixture(rods, draw_open, draw_close);
  tcase_add_loop_test(rods, thin_rods_pass_where_they_are_straight, 0, THROWS);
  suite_add_tcase(suite, rods);
  return test_run(suite);
}
