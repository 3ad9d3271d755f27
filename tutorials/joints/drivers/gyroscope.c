/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks by differences that the angular momentum changes by the torque, and
   the energy by the power of the torque. Then follows a free body while it
   tumbles, and compares it with Jacobi's elliptic functions (L. Landau, E.
   Lifshitz, Mechanics, section 37; the numbers are from a table of 14
   digits). */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <stdio.h>

/* A body that turns with omega + alpha t, and which of its quantities is
   differenced: a component of the angular momentum, or the energy. */
typedef struct {
  pn_motion at;
  pn_mat3 inertia; /* in the body's frame */
  pn_vec3 alpha;
  int what; /* 0, 1, 2: L; 3: energy */
} spin;

/* Computes that quantity after a time t. */
static double value(double t, void *parameters)
{
  const spin *of = parameters;
  const pn_vec3 zero = {0, 0, 0};
  const pn_vec3 omega = pn_vec3_add_scaled(of->at.omega, t, of->alpha);
  const pn_motion m =
      joints_displaced(&of->at, zero, pn_vec3_scale(t, of->at.omega));
  const pn_vec3 L = pn_mat3_apply(joints_in_world(m.R, of->inertia), omega);
  const double all[] = {L.x, L.y, L.z, pn_vec3_dot(omega, L) / 2};
  return all[of->what];
}

/* Asks for omega' of a body with these principal moments. */
static pn_vec3 ask(pn_mat3 R, pn_vec3 moments, pn_vec3 omega, pn_vec3 torque)
{
  const pn_vec3 inverse = {1 / moments.x, 1 / moments.y, 1 / moments.z};
  return my_gyroscope(joints_in_world(R, pn_mat3_diagonal(moments)),
                      joints_in_world(R, pn_mat3_diagonal(inverse)), omega,
                      torque);
}

/* Checks a random motion. */
static void check(exercise *e, gsl_rng *random)
{
  static const char *const name[] = {"(I omega)'.x", "(I omega)'.y",
                                     "(I omega)'.z", "energy'"};
  const pn_vec3 moments = {1.1, 1.7, 2.385}, torque = joints_vec3(random, 3);
  const pn_motion at = joints_motion(random);
  spin of = {at, pn_mat3_diagonal(moments), {0, 0, 0}, 0};
  const pn_mat3 I = joints_in_world(at.R, of.inertia);
  exercise_given_matrix(e, "I", I.m[0], 3, 3);
  joints_given(e, "omega", at.omega);
  joints_given(e, "torque", torque);
  of.alpha = ask(at.R, moments, at.omega, torque);
  const double expected[] = {torque.x, torque.y, torque.z,
                             pn_vec3_dot(torque, at.omega)};
  for (of.what = 0; of.what < 4; of.what++) {
    const gsl_function f = {value, &of};
    exercise_value(e, joints_first_difference(&f), expected[of.what],
                   joints_first_error * 100, "%s with your omega'",
                   name[of.what]);
  }
}

/* Checks an example by hand. */
static void check_example(exercise *e)
{
  const pn_vec3 moments = {1, 2, 3}, omega = {0, 1, 1}, zero = {0, 0, 0};
  const pn_mat3 I = pn_mat3_diagonal(moments);
  exercise_input(e, "moments 1, 2, 3, not turned, no torque");
  exercise_given_matrix(e, "I", I.m[0], 3, 3);
  joints_given(e, "omega", omega);
  const pn_vec3 got = ask(pn_mat3_identity(), moments, omega, zero);
  exercise_value(e, got.x, -1, joints_first_error, "omega'.x");
  exercise_value(e, got.y, 0, joints_first_error, "omega'.y");
  exercise_value(e, got.z, 0, joints_first_error, "omega'.z");
}

/* Follows the free body with moments 1, 2, 3 in its own frame, by RK4. */
static void check_tumbling(exercise *e)
{
  static const double at_2[] = {-1.161250059636, 4.8632908918751,
                                0.67049775068096};
  static const double allowed = 1e-9; /* RK4's error is some 1e-11 */
  enum { STEPS = 4000 };
  const double h = 2. / STEPS, share[] = {0, 0.5, 0.5, 1};
  const double weight[] = {1. / 6, 2. / 6, 2. / 6, 1. / 6};
  const pn_vec3 moments = {1, 2, 3}, zero = {0, 0, 0};
  pn_vec3 w = {0.01, 5, 0.01};
  for (int step = 0; step < STEPS; step++) {
    pn_vec3 k = zero, sum = zero;
    for (int stage = 0; stage < 4; stage++) {
      k = ask(pn_mat3_identity(), moments,
              pn_vec3_add_scaled(w, share[stage] * h, k), zero);
      sum = pn_vec3_add_scaled(sum, weight[stage], k);
    }
    w = pn_vec3_add_scaled(w, h, sum);
  }
  exercise_input(e, "moments 1, 2, 3, started with omega = (0.01, 5, 0.01)");
  exercise_value(e, w.x, at_2[0], allowed, "omega.x after 2 s");
  exercise_value(e, w.y, at_2[1], allowed, "omega.y after 2 s");
  exercise_value(e, w.z, at_2[2], allowed, "omega.z after 2 s");
}

/* Draws how a body tumbles that turns about its middle axis. */
static void tumble(void)
{
  enum { STEPS = 4000, POINTS = 80 };
  const double h = 8. / STEPS;
  const pn_vec3 moments = {1, 2, 3}, zero = {0, 0, 0};
  pn_vec3 w = {0.01, 5, 0.01};
  double t[POINTS], y[POINTS];
  for (int step = 0; step < STEPS; step++) {
    if (step % (STEPS / POINTS) == 0) {
      t[step / (STEPS / POINTS)] = step * h;
      y[step / (STEPS / POINTS)] = w.y;
    }
    const pn_vec3 half =
        pn_vec3_add_scaled(w, h / 2, ask(pn_mat3_identity(), moments, w, zero));
    w = pn_vec3_add_scaled(w, h, ask(pn_mat3_identity(), moments, half, zero));
  }
  puts("\nThrow a book that turns about its middle axis: with your omega', "
       "omega.y from\n5 to -5 rad/s and back, over 8 s:\n");
  exercise_draw(t, y, POINTS, 0);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/gyroscope");
  check_example(&e);
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    exercise_input(&e, "random motion and torque %d", k + 1);
    check(&e, e.random);
  }
  check_tumbling(&e);
  exercise_reward(&e, tumble);
  return exercise_end(&e);
}
