/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whole motions against the reference (see reference.c), by RK4 with steps of
   1/1000 s and both corrections. What is allowed is some ten times what that
   leaves of the method's error; a wrong sign, inertia or order leaves 1e-5 and
   more. */
#include "dynamics/models.h"
#include "dynamics/reference.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <math.h>

static pn_simulation *start(const pn_system *system, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  return simulate_start(system, &settings);
}

/* Returns the largest distance of a body from where it should be; rows of
   `width`. */
static double distance(const pn_simulation *s, const double *rows, size_t width)
{
  double largest = 0;
  for (size_t b = 0; b < s->system->bodies; b++) {
    const double *want = rows + width * b;
    const pn_vec3 x = pn_state_motion(s->system, s->y, b).pose.x;
    largest = fmax(largest, pn_vec3_norm(pn_vec3_sub(
                                x, pn_vec3_make(want[0], want[1], want[2]))));
  }
  return largest;
}

START_TEST(the_puppet)
{
  pn_system *system = model_puppet();
  pn_simulation *s = start(system, 1e-3);
  simulate_to(s, 1);
  test_close(distance(s, reference_puppet_1[0], 3), 0, 1e-9, "error at 1 s");
  simulate_to(s, 2);
  test_close(distance(s, reference_puppet_2[0], 3), 0, 1e-9, "error at 2 s");
  simulate_to(s, 5);
  test_close(distance(s, reference_puppet_5[0], 3), 0, 1e-8, "error at 5 s");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_hanging_chain)
{
  pn_system *system = model_chain3();
  pn_simulation *s = start(system, 1e-3);
  simulate_to(s, 1);
  test_close(distance(s, reference_chain3_1[0], 7), 0, 1e-8, "error at 1 s");
  simulate_to(s, 3);
  test_close(distance(s, reference_chain3_3[0], 7), 0, 1e-7, "error at 3 s");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_ring)
{
  pn_system *system = model_ring6();
  pn_simulation *s = start(system, 1e-3);
  simulate_to(s, 1);
  test_close(distance(s, reference_ring6_1[0], 3), 0, 1e-9, "error at 1 s");
  simulate_to(s, 5);
  test_close(distance(s, reference_ring6_5[0], 3), 0, 1e-8, "error at 5 s");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_simple_pendulum)
{
  pn_system *system = model_point_pendulum();
  pn_simulation *s = start(system, 1e-3);
  for (size_t k = 0; k < 4; k++) {
    const double *want = reference_pendulum[k];
    simulate_to(s, want[0]);
    test_close(s->y[0], want[1], 1e-10, "x at %g s", want[0]);
    test_close(s->y[1], want[2], 1e-10, "y at %g s", want[0]);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_four_bar)
{
  pn_system *system = model_four_bar();
  pn_simulation *s = start(system, 1e-3);
  for (size_t k = 0; k < 4; k++) {
    const double *want = reference_four_bar[k];
    simulate_to(s, want[0]);
    const pn_vec3 B0 =
        pn_vec3_scale(2, pn_state_motion(system, s->y, 0).pose.x);
    test_close(B0.x, want[1], 1e-9, "x at %g s", want[0]);
    test_close(B0.y, want[2], 1e-9, "y at %g s", want[0]);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_bricard_mechanism)
{
  pn_system *system = _i ? model_bricard_rod() : model_bricard_brick();
  const double(*rows)[4] = _i ? reference_bricard_rod : reference_bricard_brick;
  pn_simulation *s = start(system, 1e-3);
  /* A rod has some radius here, the reference's has none. */
  const double allowed = _i ? 1e-6 : 1e-10;
  for (size_t k = 0; k < 3; k++) {
    simulate_to(s, rows[k][0]);
    /* The far end of the second rod. */
    const pn_vec3 P = pn_pose_point(pn_state_motion(system, s->y, 1).pose,
                                    pn_vec3_make(0.5, 0, 0));
    test_close(P.x, rows[k][1], allowed, "x at %g s", rows[k][0]);
    test_close(P.y, rows[k][2], allowed, "y at %g s", rows[k][0]);
    test_close(P.z, rows[k][3], allowed, "z at %g s", rows[k][0]);
  }
  ck_assert_uint_eq(s->dynamics->dropped, 1);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_tumbling_body)
{
  pn_system *system = model_tumbling();
  pn_simulation *s = start(system, 1e-3);
  for (size_t k = 0; k < 4; k++) {
    const double *want = reference_tumbling[k];
    simulate_to(s, want[0]);
    const pn_motion m = pn_state_motion(system, s->y, 0);
    const pn_vec3 w = pn_mat3_apply_transposed(m.R, m.omega);
    test_close(w.x, want[1], 1e-8, "omega_1 at %g s", want[0]);
    test_close(w.y, want[2], 1e-8, "omega_2 at %g s", want[0]);
    test_close(w.z, want[3], 1e-8, "omega_3 at %g s", want[0]);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_compound_pendulum)
{
  /* After a quarter of the period it hangs straight down. */
  const double degrees = reference_compound[_i][0];
  const double quarter = reference_compound[_i][1] / 4;
  pn_system *system = model_compound_pendulum(degrees);
  pn_simulation *s = start(system, quarter / 1000);
  simulate_to(s, quarter);
  test_close(s->y[0], 0, 1e-9, "x of the rod from %g degrees", degrees);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(the_heavy_top)
{
  const double *row = reference_top[_i / 2], W = row[2 + _i % 2];
  pn_system *system = model_top(row[0], row[1], W);
  pn_simulation *s = start(system, 1e-3);
  const double angle = row[0] * acos(-1) / 180;
  simulate_to(s, 1);
  test_close(s->y[0], 0.3 * sin(angle) * cos(W), 1e-7, "x");
  test_close(s->y[1], 0.3 * sin(angle) * sin(W), 1e-7, "y");
  test_close(s->y[2], 0.3 * cos(angle), 1e-7, "z");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Motions whose error, against the reference, is that of the method: with half
   the step it is a sixteenth. */
typedef struct {
  const char *name;
  model_maker *make;
  double time;
  const double *rows; /* where the bodies should be, in rows of `width` */
  size_t width;
} halving;

static const halving halvings[] = {
    {"puppet", model_puppet, 2, reference_puppet_2[0], 3},
    {"chain3", model_chain3, 1, reference_chain3_1[0], 7},
    {"ring6", model_ring6, 1, reference_ring6_1[0], 3},
};

START_TEST(half_the_step_leaves_a_sixteenth)
{
  const halving *of = &halvings[_i];
  pn_system *system = of->make();
  double error[2];
  for (int k = 0; k < 2; k++) {
    pn_simulation *s = start(system, k == 0 ? 1. / 250 : 1. / 500);
    simulate_to(s, of->time);
    error[k] = distance(s, of->rows, of->width);
    pn_simulation_free(s);
  }
  test_close(log2(error[0] / error[1]), 4, 0.1, "order of %s, %g then %g",
             of->name, error[0], error[1]);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("motion");
  TCase *motion = tcase_create("motion");
  tcase_set_timeout(motion, 60);
  tcase_add_test(motion, the_puppet);
  tcase_add_test(motion, the_hanging_chain);
  tcase_add_test(motion, the_ring);
  tcase_add_test(motion, the_simple_pendulum);
  tcase_add_test(motion, the_four_bar);
  tcase_add_loop_test(motion, the_bricard_mechanism, 0, 2);
  tcase_add_test(motion, the_tumbling_body);
  tcase_add_loop_test(motion, the_compound_pendulum, 0, 5);
  tcase_add_loop_test(motion, the_heavy_top, 0, 8);
  tcase_add_loop_test(motion, half_the_step_leaves_a_sixteenth, 0,
                      sizeof halvings / sizeof halvings[0]);
  suite_add_tcase(suite, motion);
  return test_run(suite);
}
