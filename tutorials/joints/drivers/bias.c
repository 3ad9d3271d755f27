/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares Jdot u with second differences of C along a motion with constant
   velocities, in which C'' = J u' + Jdot u is Jdot u alone. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <string.h>

static void check(exercise *e, joints_gap of)
{
  const pn_vec3 rp = pn_mat3_apply(of.body[0].R, of.point[0]);
  const pn_vec3 rc = pn_mat3_apply(of.body[1].R, of.point[1]);
  joints_given(e, "omega_p", of.body[0].omega);
  joints_given(e, "rp", rp);
  joints_given(e, "omega_c", of.body[1].omega);
  joints_given(e, "rc", rc);
  const pn_vec3 got = my_bias(of.body[0].omega, rp, of.body[1].omega, rc);
  const double component[] = {got.x, got.y, got.z};
  const gsl_function f = {joints_gap_value, &of};
  for (int b = 0; b < 2; b++) {
    memcpy(of.u + 6 * b, &of.body[b].v, sizeof of.body[b].v);
    memcpy(of.u + 6 * b + 3, &of.body[b].omega, sizeof of.body[b].omega);
  }
  for (of.row = 0; of.row < 3; of.row++)
    exercise_value(e, component[of.row], joints_second_difference(&f),
                   joints_second_error, "(Jdot u).%c", "xyz"[of.row]);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/bias");
  const pn_motion still = {.pose.q = {1, 0, 0, 0}, .R = pn_mat3_identity()};
  joints_gap by_hand = {{still, still}, {{1, 0, 0}, {-1, 0, 0}}, {0}, 0};
  by_hand.body[0].omega = pn_vec3_make(0, 0, 2);
  exercise_input(&e, "the parent's arm along x turns about z");
  check(&e, by_hand);
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    joints_gap of = {{joints_motion(e.random), joints_motion(e.random)},
                     {joints_vec3(e.random, 1), joints_vec3(e.random, 1)},
                     {0},
                     0};
    exercise_input(&e, "two bodies in random motions (%d)", k + 1);
    if (k < 2) {
      of.body[k].omega = pn_vec3_make(0, 0, 0);
      exercise_input(&e, "random motions, the %s does not turn",
                     k ? "child" : "parent");
    }
    check(&e, of);
  }
  return exercise_end(&e);
}
