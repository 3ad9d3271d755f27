/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares q' with differences of the steady turn q(t) = exp(omega t / 2) q,
   and checks that the length of q does not change. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

/* A steady turn, and the component of q(t) that is differenced. */
typedef struct {
  pn_quat q;
  pn_vec3 omega;
  int component;
} turn;

static double component(pn_quat q, int k)
{
  const double all[] = {q.w, q.x, q.y, q.z};
  return all[k];
}

static double turned(double t, void *parameters)
{
  const turn *of = parameters;
  const double speed = pn_vec3_norm(of->omega);
  const pn_quat by =
      pn_quat_axis_angle(pn_vec3_normalize(of->omega), speed * t);
  return component(pn_quat_multiply(by, of->q), of->component);
}

static void check(exercise *e, pn_quat q, pn_vec3 omega)
{
  static const char name[] = "wxyz";
  const pn_quat got = my_quaternion(q, omega);
  double inner = 0;
  for (int k = 0; k < 4; k++) {
    turn of = {q, omega, k};
    const gsl_function f = {turned, &of};
    exercise_value(e, component(got, k), joints_first_difference(&f),
                   joints_first_error, "q'.%c", name[k]);
    inner += component(q, k) * component(got, k);
  }
  exercise_value(e, inner, 0, joints_first_error, "q . q', which is |q|'|q|");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/quaternion");
  exercise_input(&e, "a body that is not turned, omega = (0, 0, 1)");
  check(&e, pn_quat_identity(), pn_vec3_make(0, 0, 1));
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    const pn_motion m = joints_motion(e.random);
    const pn_quat q = m.pose.q;
    exercise_input(&e,
                   "q = (%.2f, %.2f, %.2f, %.2f), omega = (%.2f, %.2f, %.2f)",
                   q.w, q.x, q.y, q.z, m.omega.x, m.omega.y, m.omega.z);
    check(&e, q, m.omega);
  }
  return exercise_end(&e);
}
