/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests four-bars of four hinges that tumble in space while they move: three of
   the 20 rows are redundant in all poses in which the joints are closed, and
   hardly so in those within a step, which are out of the plane by a little. The
   same linkage with a cylindrical joint and a ball joint in the place of two
   hinges has no redundant row, and moves alike. */
#include "config.h"

#include "pantin/dynamics/simulation.h"
#include "draw.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <math.h>

enum { BARS = 4, THROWS = 12, TYPES = 7 };

static const pn_vec3 z_axis = {0, 0, 1};

/* Adds a bar between two points of the plane, which turns with omega and whose
   first point has the velocity v. */
static void add_bar(pn_system *system, pn_vec3 from, pn_vec3 to, pn_vec3 v,
                    pn_vec3 omega)
{
  const pn_vec3 way = pn_vec3_sub(to, from), half = pn_vec3_scale(0.5, way);
  const double size[] = {0.9 * pn_vec3_norm(way), 0.03};
  pn_body bar = pn_body_make(pn_shape_capsule, size, 1);
  bar.pose.x = pn_vec3_add(from, half);
  bar.pose.q = pn_quat_axis_angle(z_axis, atan2(way.y, way.x));
  bar.v = pn_vec3_add(v, pn_vec3_cross(omega, half));
  bar.omega = omega;
  pn_system_add_body(system, &bar);
}

/* Returns a parallelogram whose joints turn, and that tumbles; with hinges
   alone, or else two of them. */
static pn_system *four_bar(int throw, int only_hinges)
{
  const pn_joint_type *const other[] = {pn_joint_revolute, pn_joint_revolute,
                                        pn_joint_cylindrical, pn_joint_ball};
  gsl_rng_set(draw_source, 1 + (unsigned long) throw);
  const double angle = M_PI / 2 + 0.8 * draw_uniform(),
               speed = 16 * draw_uniform();
  const pn_vec3 spin = pn_vec3_scale(10, draw_vec3()),
                turn = pn_vec3_add_scaled(spin, speed, z_axis),
                long_way = {0.5, 0, 0},
                way = pn_vec3_make(0.36 * cos(angle), 0.36 * sin(angle), 0);
  const pn_vec3 corner[] = {
      {0, 0, 0}, long_way, pn_vec3_add(long_way, way), way};
  const pn_vec3 v[] = {
      {0, 0, 0},
      pn_vec3_cross(spin, long_way),
      pn_vec3_add(pn_vec3_cross(spin, long_way), pn_vec3_cross(turn, way)),
      pn_vec3_cross(turn, way)};
  pn_system *system = pn_system_alloc();
  for (int k = 0; k < BARS; k++)
    add_bar(system, corner[k], corner[(k + 1) % BARS], v[k],
            k % 2 ? turn : spin);
  for (size_t k = 0; k < BARS; k++) {
    const pn_joint_place at = {.point = corner[(k + 1) % BARS], .axis = z_axis};
    pn_system_join(system, only_hinges ? pn_joint_revolute : other[k], k,
                   (k + 1) % BARS, &at);
  }
  return system;
}

/* Runs for 0.3 s, and returns where the last bar is. */
static pn_vec3 run(pn_system *system, const pn_multiplier_type *type)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.solver = type;
  settings.dt = 1. / 240;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.3);
  pn_measure now;
  ck_assert(!pn_simulation_measure(s, &now));
  test_close(now.energy, s->start.energy, 1e-3 * s->start.energy, "energy");
  const pn_vec3 x = pn_state_motion(system, s->y, BARS - 1).pose.x;
  pn_simulation_free(s);
  return x;
}

START_TEST(redundant_hinges_tumble_alike)
{
  const pn_multiplier_type *const types[TYPES] = {
      pn_multipliers_auto,  pn_multipliers_sparse, pn_multipliers_kkt,
      pn_multipliers_schur, pn_multipliers_dense,  pn_multipliers_schur_cg,
      pn_multipliers_cg};
  const int throw = _i % THROWS;
  pn_system *hinges = four_bar(throw, 1), *loose = four_bar(throw, 0);
  const pn_vec3 x = run(hinges, types[_i / THROWS]),
                want = run(loose, pn_multipliers_auto);
  test_close(pn_vec3_norm(pn_vec3_sub(x, want)), 0, 1e-3, "place");
  pn_system_free(loose);
  pn_system_free(hinges);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("tumbling");
  TCase *loops = tcase_create("loops");
  tcase_add_checked_fixture(loops, draw_open, draw_close);
  test_add_family(loops, redundant_hinges_tumble_alike, TYPES * THROWS);
  suite_add_tcase(suite, loops);
  return test_run(suite);
}
