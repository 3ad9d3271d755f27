/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the acceleration of a body against that of the points that make it up,
   and that a state is measured where its forces are not found. */
#include "pantin/dynamics/measure.h"

#include "pantin/dynamics/simulation.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>

enum { POINTS = 7, BODIES = 3 };

static pn_vec3 any_vector(gsl_rng *rng)
{
  const double x = gsl_rng_uniform(rng), y = gsl_rng_uniform(rng);
  return pn_vec3_make(x - 0.5, y - 0.5, gsl_rng_uniform(rng) - 0.5);
}

/* A body of single points, which are told from its centre of mass. */
typedef struct {
  double mass[POINTS];
  pn_vec3 at[POINTS];
} cloud;

/* Draws the points of a cloud, and returns the body that they make up, placed
   and turned at random. */
static pn_body cloud_body(gsl_rng *rng, double size, cloud *c)
{
  pn_vec3 centre = {0};
  pn_body body = pn_body_make(pn_shape_sphere, (double[]){1}, 1);
  body.mass = 0;
  for (int k = 0; k < POINTS; k++) {
    c->mass[k] = 0.1 + gsl_rng_uniform(rng);
    c->at[k] = pn_vec3_scale(size, any_vector(rng));
    body.mass += c->mass[k];
    centre = pn_vec3_add_scaled(centre, c->mass[k], c->at[k]);
  }
  body.inertia = (pn_mat3){0};
  for (int k = 0; k < POINTS; k++) {
    const pn_vec3 r = pn_vec3_add_scaled(c->at[k], -1 / body.mass, centre);
    const double x[3] = {r.x, r.y, r.z};
    c->at[k] = r;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        body.inertia.m[i][j] +=
            c->mass[k] * ((i == j) * pn_vec3_dot(r, r) - x[i] * x[j]);
  }
  body.pose.x = any_vector(rng);
  body.pose.q = pn_quat_axis_angle(pn_vec3_make(1 / 3., 2 / 3., -2 / 3.),
                                   6 * gsl_rng_uniform(rng));
  return body;
}

/* Returns the root mean square of the accelerations of the points. */
static double of_points(const cloud *c, const pn_body *body, const double *u)
{
  double sum = 0;
  for (int k = 0; k < POINTS; k++) {
    const pn_vec3 arm = pn_quat_rotate(body->pose.q, c->at[k]);
    const pn_vec3 a =
        pn_vec3_add_scaled(pn_vec3_make(u[0], u[1], u[2]), 1,
                           pn_vec3_cross(pn_vec3_make(u[3], u[4], u[5]), arm));
    sum += c->mass[k] * pn_vec3_dot(a, a);
  }
  return sqrt(sum / body->mass);
}

START_TEST(an_acceleration_is_that_of_the_points)
{
  gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus);
  gsl_rng_set(rng, 1 + (unsigned long)_i);
  const double size = pow(10, _i % 4 - 3);
  pn_system *system = pn_system_alloc();
  cloud c[BODIES];
  double u[6 * BODIES], v[6 * BODIES], gap[6 * BODIES], y[13 * BODIES];
  for (int b = 0; b < BODIES; b++) {
    const pn_body body = cloud_body(rng, size, &c[b]);
    ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  }
  for (int k = 0; k < 6 * BODIES; k++) {
    u[k] = gsl_rng_uniform(rng) / (k % 6 < 3 ? 1 : size);
    v[k] = gsl_rng_uniform(rng) / (k % 6 < 3 ? 1 : size);
    gap[k] = u[k] - v[k];
  }
  pn_assembly *assembly = pn_assembly_alloc(system);
  pn_system_start(system, y);
  ck_assert_int_eq(pn_assembly_set(assembly, y), 0);
  double most = 0, apart = 0;
  for (int b = 0; b < BODIES; b++) {
    most = fmax(most, of_points(&c[b], &system->body[b], u + 6 * b));
    apart = fmax(apart, of_points(&c[b], &system->body[b], gap + 6 * b));
  }
  test_close(pn_measure_acceleration(assembly, u, NULL), most, 1e-13 * most,
             "the largest");
  test_close(pn_measure_acceleration(assembly, u, v), apart, 1e-13 * apart,
             "the difference");
  u[6 * BODIES - 1] = NAN;
  ck_assert(isinf(pn_measure_acceleration(assembly, u, v)));
  pn_assembly_free(assembly);
  pn_system_free(system);
  gsl_rng_free(rng);
}
END_TEST

/* A chain of bars that turn, the last of them heavy, is too much for
   Gauss-Seidel; but its energy is known. */
START_TEST(a_state_without_forces_is_measured)
{
  enum { BARS = 10 };
  static const double length = 1, turn = 0.2, heavy = 1e4;
  pn_system *system = pn_system_alloc();
  double kinetic = 0;
  for (size_t b = 0; b < BARS; b++) {
    const double at = (double)b * length, centre = at + length / 2;
    const double mass = b + 1 < BARS ? 1 : heavy;
    pn_body body = pn_body_make(pn_shape_rod, &length, mass);
    body.pose.x.x = centre;
    body.v.y = turn * centre;
    body.omega.z = turn;
    kinetic +=
        mass * turn * turn * (centre * centre + length * length / 12) / 2;
    pn_system_add_body(system, &body);
    const pn_joint_place place = {.point = {at, 0, 0}, .axis = {0, 0, 1}};
    pn_system_join(system, pn_joint_revolute, b ? b - 1 : PN_WORLD, b, &place);
  }
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.solver = pn_multipliers_gauss_seidel;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  pn_measure m = {.kinetic = NAN, .constraint_inf = NAN, .velocity_inf = NAN};
  ck_assert_ptr_nonnull(s);
  ck_assert_int_eq(pn_simulation_measure(s, &m), GSL_EBADFUNC);
  test_close(m.kinetic, kinetic, 1e-12 * kinetic, "kinetic energy");
  test_close(m.constraint_inf, 0, 1e-12, "|C|");
  test_close(m.velocity_inf, 0, 1e-12, "|J u|");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("measure");
  TCase *tcase = tcase_create("acceleration");
  tcase_add_loop_test(tcase, an_acceleration_is_that_of_the_points, 0, 20);
  tcase_add_test(tcase, a_state_without_forces_is_measured);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
