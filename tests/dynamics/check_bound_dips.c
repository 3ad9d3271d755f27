/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests limits that are met and left again within a step: carts that run
   towards them while a force pulls them back, against their closed form. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double mass = 2.385, speed = 1.3, pull = 400; /* pull: [m/s^2] */

/* Adds a cart on a rail of its own, which runs towards the low limit (side -1)
   or the high one (1), `room` away, and is pulled back. */
static void add_cart(pn_system *system, double side, double room, double e)
{
  const size_t b = system->bodies;
  const pn_joint_place place = {.point = {0, (double)b, 0}, .axis = {1, 0, 0}};
  const pn_bound bound = {.joint = system->joints,
                          .axis = PN_COORDINATE_SLIDE,
                          .low = side < 0 ? -room : -1000,
                          .high = side > 0 ? room : 1000,
                          .restitution = e};
  pn_body body = pn_body_make(pn_shape_point, NULL, mass);
  body.pose.x.y = (double)b;
  body.v.x = side * speed;
  body.force.x = -side * mass * pull;
  pn_system_add_body(system, &body);
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, b, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
}

/* Sets x and v of such a cart, towards its limit, to where it is at t: what
   would run farther than `room` rebounds once. Returns the number of impacts.
 */
static size_t follow(double room, double e, double t, double *x, double *v)
{
  const double square = speed * speed - 2 * pull * room;
  *x = speed * t - pull * t * t / 2;
  *v = speed - pull * t;
  if (square <= 0)
    return 0;
  const double hit = sqrt(square), left = t - (speed - hit) / pull;
  *x = room - e * hit * left - pull * left * left / 2;
  *v = -e * hit - pull * left;
  return 1;
}

/* Of several carts each rebounds as if it were alone, if it gets so far, in
   steps that hold all of it, or a part. */
START_TEST(pulled_carts)
{
  static const double es[] = {0, 0.385, 1},
                      share[] = {0.99, 0.3, 0.999, 1.001, 0.7},
                      steps[] = {0.02, 0.01, 0.005, 0.002, 0.001};
  enum { CARTS = sizeof share / sizeof share[0] };
  const double e = es[_i % 3], dt = steps[_i / 3], t = 0.02;
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < CARTS; b++)
    add_cart(system, b % 2 ? 1 : -1, share[b] * speed * speed / 2 / pull, e);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, t);
  size_t hits = 0;
  for (size_t b = 0; b < CARTS; b++) {
    const double side = b % 2 ? 1 : -1;
    double x, v;
    hits += follow(share[b] * speed * speed / 2 / pull, e, t, &x, &v);
    /* Hits are found within 1e-9 m, at 4 cm/s or more. */
    test_close(side * s->y[b * PN_BODY_POSITIONS], x, 1e-6,
               "cart %zu, e %g, dt %g", b, e, dt);
    test_close(side * s->y[CARTS * PN_BODY_POSITIONS + b * PN_BODY_VELOCITIES],
               v, 1e-5, "velocity %zu, e %g, dt %g", b, e, dt);
  }
  ck_assert_uint_eq(s->impacts, hits);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bound_dips");
  TCase *dips = tcase_create("dips");
  tcase_add_loop_test(dips, pulled_carts, 0, 15);
  suite_add_tcase(suite, dips);
  return test_run(suite);
}
