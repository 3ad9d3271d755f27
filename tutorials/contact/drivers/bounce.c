/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Builds each impact backwards: from its normal and tangential speed, of which
   the law says what becomes of them as numbers, and two perpendicular
   directions, which the answer does not see. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <math.h>
#include <stdio.h>

static const double rounding = 1e-13;

/* A wall's normal, and a direction along it. */
typedef struct {
  pn_vec3 n, t;
} wall;

/* Checks the ball that comes with the speed `closing` (< 0: it leaves) and
   slides with the speed `along`. */
static void check(exercise *e, wall at, double closing, double along, double mu,
                  double restitution)
{
  const pn_vec3 v =
      pn_vec3_add_scaled(pn_vec3_scale(along, at.t), -closing, at.n);
  exercise_given(e, "v", (const double[]){v.x, v.y, v.z}, 3);
  exercise_given(e, "n", (const double[]){at.n.x, at.n.y, at.n.z}, 3);
  exercise_given(e, "mu, e", (const double[]){mu, restitution}, 2);
  const double hit = fmax(0, closing);
  const double slid = fmax(0, along - mu * (hit + restitution * hit));
  const double leaving = closing > 0 ? restitution * closing : -closing;
  const pn_vec3 expected =
      pn_vec3_add_scaled(pn_vec3_scale(slid, at.t), leaving, at.n);
  const pn_vec3 got = my_bounce(v, at.n, mu, restitution);
  exercise_value(e, got.x, expected.x, rounding, "v[0] after");
  exercise_value(e, got.y, expected.y, rounding, "v[1] after");
  exercise_value(e, got.z, expected.z, rounding, "v[2] after");
}

static void check_random(exercise *e, int k)
{
  wall at = {contact_direction(e->random), {0, 0, 0}};
  const pn_vec3 other = contact_direction(e->random);
  at.t = pn_vec3_add_scaled(other, -pn_vec3_dot(other, at.n), at.n);
  at.t = pn_vec3_scale(1 / pn_vec3_norm(at.t), at.t);
  const double closing = exercise_uniform(e->random, 0.5, 2);
  const double along = exercise_uniform(e->random, 0.5, 2);
  const double restitution = exercise_uniform(e->random, 0.1, 0.9);
  /* the friction that just stops it */
  const double stops = along / (closing * (1 + restitution));
  exercise_input(e, "wall %d, it slides on", k);
  check(e, at, closing, along, 0.6 * stops, restitution);
  exercise_input(e, "wall %d, it sticks", k);
  check(e, at, closing, along, 1.7 * stops, restitution);
  exercise_input(e, "wall %d, the ball is leaving", k);
  check(e, at, -closing, along, 0.5, restitution);
}

/* Lets the ball jump along a floor. */
static void jump(void)
{
  enum { STEPS = 1200, POINTS = 150 };
  static const double dt = 0.001, g = 9.81;
  double x[POINTS], z[POINTS];
  pn_vec3 at = {0, 0, 0.5}, v = {1.2, 0, 0};
  const pn_vec3 up = {0, 0, 1};
  for (int k = 0; k < STEPS; k++) {
    if (k % (STEPS / POINTS) == 0) {
      x[k / (STEPS / POINTS)] = at.x;
      z[k / (STEPS / POINTS)] = at.z;
    }
    v.z -= g * dt;
    if (at.z + v.z * dt < 0)
      v = my_bounce(v, up, 0.05, 0.7);
    at = pn_vec3_add_scaled(at, dt, v);
  }
  puts("\nYour ball, dropped from 0.5 m at 1.2 m/s, e = 0.7 and mu = 0.05:");
  exercise_draw(x, z, POINTS, 0);
  printf("After %.1f s it still goes %.2f m/s to the right.\n", STEPS * dt,
         v.x);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/bounce");
  const wall floor = {{0, 0, 1}, {1, 0, 0}};
  exercise_input(&e, "v = (4, 0, -2) on a floor, mu = 0.5");
  check(&e, floor, 2, 4, 0.5, 0.5);
  exercise_input(&e, "the same, mu = 2");
  check(&e, floor, 2, 4, 2, 0.5);
  exercise_input(&e, "a ball that falls straight on a smooth floor");
  check(&e, floor, 2, 0, 0, 0.5);
  for (int k = 1; k <= CONTACT_INPUTS; k++)
    check_random(&e, k);
  exercise_reward(&e, jump);
  return exercise_end(&e);
}
