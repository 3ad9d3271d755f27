/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests impacts on the stop of a joint beside one that dry friction holds: a
   cart in a rail, with a rod that falls on its stop, against closed forms. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

/* A joint as near as this to its stop counts as at it. */
static const double reached = 1e-9;

/* Share by which the integrators, at the steps below, err in velocities. */
static const double share = 1e-3;

static const double g = 9.81;

static const double steps[] = {1 / 60., 1 / 240., 1 / 960.};
enum { STEPS = sizeof steps / sizeof steps[0] };

/* Makes the cart, 1 kg, which friction holds in a rail along x whose one stop
   is at `low`, and a rod of 1 m and 1 kg in a hinge on it, which falls from y =
   0 until it has turned by `turn`; both stops have the restitution e. */
static pn_system *cart_and_rod(double friction, double low, double turn,
                               double e)
{
  const double size[] = {0.1, 0.1, 0.1}, length = 1;
  pn_system *system = pn_system_alloc();
  pn_body cart = pn_body_make(pn_shape_box, size, 1),
          rod = pn_body_make(pn_shape_rod, &length, 1);
  const pn_joint_place rail = {.axis = {1, 0, 0}}, hinge = {.axis = {0, 0, 1}};
  const pn_bound slide = {.axis = PN_COORDINATE_SLIDE,
                          .low = low,
                          .high = INFINITY,
                          .friction = friction,
                          .restitution = e},
                 stop = {.joint = 1,
                         .low = -turn,
                         .high = INFINITY,
                         .restitution = e};
  system->gravity = pn_vec3_make(0, -g, 0);
  rod.pose.x.x = length / 2;
  pn_system_add_body(system, &cart);
  pn_system_add_body(system, &rod);
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  pn_system_join(system, pn_joint_revolute, 0, 1, &hinge);
  ck_assert_int_eq(pn_system_add_bound(system, &slide), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_add_bound(system, &stop), GSL_SUCCESS);
  return system;
}

/* Starts a run whose impacts `listener` is told of. */
static pn_simulation *start(const pn_system *system, double dt,
                            pn_impact_listener *listener, void *params)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  settings.listener = listener;
  settings.listener_params = params;
  return simulate_start(system, &settings);
}

/* The rod reaches its stop at w^2 = 3 g sin(60 deg) / m and stays there. What
   it has of momentum along x, m w sin(60 deg) / 2, moves the cart, too, at v =
   w sin(60 deg) / 4, until friction F has stopped them after m v^2 / F. */
START_TEST(a_cart_slips)
{
  static const double friction[] = {30, 300, 3000, 300000};
  const double turn = M_PI / 3, most = 25; /* m/s^3: error of a step */
  const double v = sqrt(3 * g * sin(turn)) * sin(turn) / 4;
  const double slip = v * v / friction[_i];
  pn_system *system = cart_and_rod(friction[_i], -INFINITY, turn, 0);
  for (int k = 0; k < STEPS; k++) {
    pn_simulation *s = start(system, steps[k], NULL, NULL);
    while (s->t < 0.5)
      simulate_step(s);
    ck_assert_uint_eq(s->impacts, 1);
    test_close(s->y[0], -slip, share * slip + most * pow(steps[k], 3),
               "slip at %g N, dt = %g s", friction[_i], steps[k]);
    pn_simulation_free(s);
  }
  pn_system_free(system);
}
END_TEST

/* The impacts that are told of: those of the cart, and the first of the rod. */
typedef struct {
  size_t of_cart, of_rod;
  double before, after;
} hits;

static void note(const pn_impact_event *event, void *params)
{
  hits *h = params;
  if (event->body == 0)
    h->of_cart++;
  else if (h->of_rod++ == 0) {
    h->before = event->before;
    h->after = event->after;
  }
}

/* The cart is held at its stop, x = 0, while the rod pulls it away ever harder;
   the impact throws it against that stop, on which it rests. So it never moves,
   and only the rod rebounds, from w^2 = 3 g sin(30 deg) / m. */
START_TEST(a_cart_stays_at_its_stop)
{
  const double e = 0.3, turn = M_PI / 6, w = sqrt(3 * g * sin(turn));
  pn_system *system = cart_and_rod(40, 0, turn, e);
  hits h = {0};
  pn_simulation *s = start(system, steps[_i], note, &h);
  while (s->t < 1) {
    simulate_step(s);
    test_close(s->y[0], 0, reached, "cart at %g s", s->t);
  }
  ck_assert_uint_eq(h.of_cart, 0);
  ck_assert_uint_gt(h.of_rod, 0);
  test_close(h.before, -w, share * w, "before");
  test_close(h.after, e * w, share * w, "after");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("hold_impacts");
  TCase *impacts = tcase_create("impacts");
  tcase_add_loop_test(impacts, a_cart_slips, 0, 4);
  test_add_family(impacts, a_cart_stays_at_its_stop, STEPS);
  suite_add_tcase(suite, impacts);
  return test_run(suite);
}
