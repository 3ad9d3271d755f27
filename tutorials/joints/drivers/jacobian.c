/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares each column of J with differences of C along one velocity: of two
   bodies that are not turned, with arms of 1 m, then of random ones. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

static void check(exercise *e, joints_gap of)
{
  double J[2][3][6] = {{{0}}};
  const pn_vec3 rp = pn_mat3_apply(of.body[0].R, of.point[0]);
  const pn_vec3 rc = pn_mat3_apply(of.body[1].R, of.point[1]);
  joints_given(e, "rp", rp);
  joints_given(e, "rc", rc);
  my_jacobian(rp, rc, J[0], J[1]);
  const gsl_function f = {joints_gap_value, &of};
  for (int column = 0; column < 12; column++) {
    const int b = column / 6, k = column % 6;
    of.u[column] = 1;
    for (of.row = 0; of.row < 3; of.row++)
      exercise_value(e, J[b][of.row][k], joints_first_difference(&f),
                     joints_first_error, "J%c[%d][%d]", b ? 'c' : 'p', of.row,
                     k);
    of.u[column] = 0;
  }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/jacobian");
  const pn_motion still = {.pose.q = {1, 0, 0, 0}, .R = pn_mat3_identity()};
  exercise_input(&e, "the parent's arm along x, the child's along -x");
  check(&e, (joints_gap){{still, still}, {{1, 0, 0}, {-1, 0, 0}}, {0}, 0});
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    exercise_input(&e, "two bodies in random poses (%d)", k + 1);
    check(&e, (joints_gap){{joints_motion(e.random), joints_motion(e.random)},
                           {joints_vec3(e.random, 1), joints_vec3(e.random, 1)},
                           {0},
                           0});
  }
  return exercise_end(&e);
}
