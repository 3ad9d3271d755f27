/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Motions through a table of poses, and rotation vectors of any length, against
   a known motion and by differences. */
#include "pantin/dynamics/joint_path.h"

#include "pantin/dynamics/rotation_vector.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <stdio.h>

enum { COLUMNS = 15, ROWS_MAX = 401 };

/* A body that turns about z while it turns about its own x, twice as fast: E =
   exp(a z) exp(b x). After a turn about z it is almost where it began, by a
   whole turn, where rotation vectors jump. */
static pni_turn known(double t)
{
  const pn_vec3 z = {0, 0, 1}, x = {1, 0, 0};
  const double a = 7 * t, a1 = 7, b = 14 * t + 0.3 * sin(7 * t + 0.1);
  const double b1 = 14 + 2.1 * cos(7 * t + 0.1), b2 = -14.7 * sin(7 * t + 0.1);
  const pn_quat first = pn_quat_axis_angle(z, a);
  const pn_vec3 turned = pn_quat_rotate(first, x);
  return (pni_turn){pn_quat_multiply(first, pn_quat_axis_angle(x, b)),
                    pn_vec3_add_scaled(pn_vec3_scale(a1, z), b1, turned),
                    pn_vec3_add_scaled(pn_vec3_scale(b2, turned), a1 * b1,
                                       pn_vec3_cross(z, turned))};
}

/* Fills the table with the poses of two bodies that turn so. */
static void set_rows(pn_csv_table *table, double dt)
{
  for (size_t i = 0; i < table->rows; i++) {
    double *row = table->value + COLUMNS * i;
    const pn_quat q = known((double)i * dt).q;
    row[0] = (double)i * dt;
    for (int b = 0; b < 2; b++) {
      double *pose = row + 1 + 7 * b;
      const double sign = i % 3 == 2 ? -1 : 1;
      const double of[] = {b,          0,          0,         sign * q.w,
                           sign * q.x, sign * q.y, sign * q.z};
      for (int k = 0; k < 7; k++)
        pose[k] = of[k];
    }
  }
}

/* Returns a system of a body on a ball joint and a free one. */
static pn_system *two_bodies(void)
{
  const double size[] = {0.3, 0.2, 0.1};
  pn_system *system = pn_system_alloc();
  for (int b = 0; b < 2; b++) {
    pn_body body = pn_body_make(pn_shape_box, size, 1);
    body.pose.x.x = b;
    snprintf(body.name, sizeof body.name, "%c", 'a' + b);
    pn_system_add_body(system, &body);
  }
  const pn_joint_place place = {.point = {0, 0, 0}};
  ck_assert(pn_system_join(system, pn_joint_ball, PN_WORLD, 0, &place));
  return system;
}

/* Returns the largest error of the turns' accelerations in a time in which the
   turns are more than one, with a table of this step; `most` is that of the
   turns and velocities. */
static double error_of(double dt, double *most)
{
  static char names[COLUMNS][40];
  static double value[COLUMNS * ROWS_MAX];
  char *name[COLUMNS];
  static const char *const part[] = {
      "position_x",   "position_y",   "position_z",  "quaternion_w",
      "quaternion_x", "quaternion_y", "quaternion_z"};
  for (int k = 0; k < COLUMNS; k++) {
    if (k == 0)
      snprintf(names[k], sizeof names[k], "time");
    else
      snprintf(names[k], sizeof names[k], "%c.%s", 'a' + (k - 1) / 7,
               part[(k - 1) % 7]);
    name[k] = names[k];
  }
  pn_csv_table table = {.columns = COLUMNS,
                        .rows = (size_t)(2 / dt + 1.5),
                        .name = name,
                        .value = value};
  set_rows(&table, dt);
  pn_system *system = two_bodies();
  pn_tree *tree = pn_tree_alloc(system);
  pn_error error = {0};
  pn_joint_path *path =
      pn_joint_path_from_table(system, tree, &table, "table", &error);
  ck_assert_msg(path != NULL, "%s", error.text);
  double off = 0;
  *most = 0;
  for (double t = 0.5; t < 1.5; t += 0.0137) {
    pn_joint_motion motion[3];
    double y[26], u[12];
    pn_joint_path_set(path, t, motion);
    pn_joint_motion_state(system, tree, motion, y, u);
    const pni_turn want = known(t);
    for (size_t b = 0; b < 2; b++) {
      const pn_motion got = pn_state_motion(system, y, b);
      const pn_vec3 w = {u[6 * b + 3], u[6 * b + 4], u[6 * b + 5]};
      const pn_quat apart =
          pn_quat_multiply(got.pose.q, pn_quat_conjugate(want.q));
      off = fmax(off, pn_vec3_norm(pn_vec3_sub(w, want.omega_dot)));
      *most = fmax(*most, hypot(hypot(apart.x, apart.y), apart.z));
      *most = fmax(*most, pn_vec3_norm(pn_vec3_sub(got.omega, want.omega)) / 7);
    }
  }
  pn_joint_path_free(path);
  pn_tree_free(tree);
  pn_system_free(system);
  return off;
}

START_TEST(turns_go_on_and_on)
{
  double most[2];
  const double coarse = error_of(0.02, &most[0]);
  const double fine = error_of(0.01, &most[1]);
  test_close(most[1], 0, 1e-7, "turns and velocities");
  test_close(fine, 0, 1e-4, "accelerations");
  ck_assert_msg(coarse > 12 * fine, "%g and %g are not of order 4", coarse,
                fine);
}
END_TEST

static const double lengths[] = {1e-5, 0.5, 3, 5.9, 6.3, 6.4, 9, 30, 100};

/* The velocity and the acceleration of exp([r]x), by differences of order 4,
   whatever the length of r. */
START_TEST(vectors_of_any_length)
{
  const double h = 1e-3, weight[] = {1, -8, 0, 8, -1};
  const pn_vec3 second = {0.2, -0.3, 0.1}, rate = {0.6, 0.3, -0.9};
  const pn_vec3 r =
      pn_vec3_scale(lengths[_i] / sqrt(1.38), pn_vec3_make(1, 0.5, -0.3601));
  const pni_turn now = pni_turn_of_vector(r, rate, second);
  pn_quat q_rate = {0, 0, 0, 0};
  pn_vec3 omega_dot = {0, 0, 0};
  for (int k = 0; k < 5; k++) {
    const double t = (k - 2) * h, part = weight[k] / (12 * h);
    const pn_vec3 at =
        pn_vec3_add_scaled(pn_vec3_add_scaled(r, t, rate), t * t / 2, second);
    const pni_turn then =
        pni_turn_of_vector(at, pn_vec3_add_scaled(rate, t, second), second);
    q_rate.w += part * then.q.w;
    q_rate.x += part * then.q.x;
    q_rate.y += part * then.q.y;
    q_rate.z += part * then.q.z;
    omega_dot = pn_vec3_add_scaled(omega_dot, part, then.omega);
  }
  const pn_quat want = pn_quat_derivative(now.q, now.omega);
  const double off =
      pn_quat_norm((pn_quat){q_rate.w - want.w, q_rate.x - want.x,
                             q_rate.y - want.y, q_rate.z - want.z});
  test_close(off, 0, 1e-10, "omega at %g", lengths[_i]);
  test_close(pn_vec3_norm(pn_vec3_sub(omega_dot, now.omega_dot)), 0, 1e-10,
             "omega' at %g", lengths[_i]);
  if (lengths[_i] >= 2 * M_PI)
    return;
  pn_vec3 rate_back, second_back;
  pni_rotation_vector_follow(r, &now, &rate_back, &second_back);
  test_close(pn_vec3_norm(pn_vec3_sub(rate_back, rate)), 0, 1e-11, "r'");
  test_close(pn_vec3_norm(pn_vec3_sub(second_back, second)), 0, 1e-11, "r''");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("joint_path");
  TCase *tcase = tcase_create("turns");
  tcase_add_test(tcase, turns_go_on_and_on);
  tcase_add_loop_test(tcase, vectors_of_any_length, 0,
                      sizeof lengths / sizeof lengths[0]);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
