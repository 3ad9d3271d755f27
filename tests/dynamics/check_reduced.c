/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reduced coordinates beside multipliers: the same accelerations, and motions
   that agree to the order of the integrator. */
#include "dynamics/models.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/reduced.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { X_MAX = 2 * 60, Y_MAX = 13 * 20 };

static model_maker *const trees[] = {model_puppet, model_chain10,  model_tree15,
                                     model_chain3, model_tumbling, model_arm};

/* Moves along x for a time by RK4, and sets y; *energy: [J]. */
static void run(const pn_system *system, double dt, double time, double *y,
                double *energy)
{
  double x[X_MAX], error[X_MAX], kinetic;
  pn_reduced *r = pn_reduced_alloc(system, NULL);
  ck_assert_ptr_nonnull(r);
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(pn_step_rk4, r->ode.dimension);
  pn_reduced_start(r, x);
  for (double t = 0; t < time - dt / 2; t += dt) {
    ck_assert_int_eq(
        gsl_odeiv2_step_apply(step, t, dt, x, error, NULL, NULL, &r->ode),
        GSL_SUCCESS);
    pn_reduced_normalize(r, x);
  }
  pn_reduced_state(r, x, y);
  *energy = pn_measure_energy(system, y, &kinetic);
  gsl_odeiv2_step_free(step);
  pn_reduced_free(r);
}

/* The start, and what the multipliers say of it: u' = T x'' + (u' of x'' =
   0). */
START_TEST(accelerations)
{
  double x[X_MAX], dxdt[X_MAX], y[Y_MAX];
  pn_system *system = trees[_i]();
  system->gravity = pn_vec3_make(0.3, -9.81, 0.2);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_reduced *r = pn_reduced_alloc(system, NULL);
  ck_assert_ptr_nonnull(r);
  ck_assert_uint_eq(r->coordinates,
                    6 * system->bodies - pn_system_rows(system));
  pn_reduced_start(r, x);
  pn_reduced_state(r, x, y);
  double start[Y_MAX];
  pn_system_start(system, start);
  for (size_t k = 0; k < pn_system_dimension(system); k++)
    test_close(y[k], start[k], 1e-12, "y[%zu]", k);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  ck_assert_int_eq(pn_reduced_evaluate(r, 0, x, dxdt), GSL_SUCCESS);
  /* The accelerations of the bodies, by their columns. */
  for (size_t b = 0; b < system->bodies; b++)
    for (size_t i = 0; i < 3; i++) {
      double omega_dot = r->acceleration[6 * b + 3 + i];
      for (size_t k = 0; k < r->coordinates; k++)
        for (size_t a = b; a != PN_WORLD; a = r->inverse->tree->above[a])
          if (r->of[k].body == a)
            omega_dot += r->column[6 * k + 3 + i] * dxdt[r->coordinates + k];
      test_close(omega_dot, d->acceleration[6 * b + 3 + i], 1e-8,
                 "turning of body %zu", b);
    }
  pn_reduced_free(r);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* The puppet turns by more than pi meanwhile. */
START_TEST(motions_agree)
{
  const double time = 2;
  double off[2], drift[2];
  for (int k = 0; k < 2; k++) {
    const double dt = k == 0 ? 0.02 : 0.01;
    double y[Y_MAX], start, kinetic;
    pn_system *system = model_puppet();
    pn_simulation_settings settings = pn_simulation_settings_default();
    settings.dt = dt;
    pn_simulation *s = simulate_start(system, &settings);
    start = pn_measure_energy(system, s->y, &kinetic);
    while (s->t < time - dt / 2)
      simulate_step(s);
    run(system, dt, time, y, &drift[k]);
    drift[k] = fabs(drift[k] - start) / start;
    off[k] = 0;
    for (size_t b = 0; b < system->bodies; b++)
      for (size_t i = 0; i < 3; i++)
        off[k] = fmax(off[k], fabs(y[7 * b + i] - s->y[7 * b + i]));
    pn_simulation_free(s);
    pn_system_free(system);
  }
  ck_assert_double_gt(off[0] / off[1], 10);
  ck_assert_double_lt(off[0] / off[1], 40);
  ck_assert_double_lt(off[1], 1e-4);
  ck_assert_double_gt(drift[0] / drift[1], 10);
  ck_assert_double_lt(drift[1], 1e-5);
}
END_TEST

START_TEST(what_is_refused)
{
  pn_error error = {0};
  pn_system *system = model_four_bar();
  ck_assert_ptr_null(pn_reduced_alloc(system, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  pn_system_free(system);

  system = model_arm();
  system->joint[2].type = pn_joint_planar;
  ck_assert_ptr_null(pn_reduced_alloc(system, &error));
  ck_assert_int_eq(error.code, GSL_EUNIMPL);
  pn_system_free(system);

  system = model_arm();
  pn_reduced *r = NULL;
  for (size_t k = 1; !r; k++) {
    pn_alloc_fail_at(k);
    r = pn_reduced_alloc(system, &error);
    ck_assert_int_eq(error.code, r ? 0 : GSL_ENOMEM);
  }
  pn_alloc_fail_at(0);
  pn_reduced_free(r);
  pn_reduced_free(NULL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("reduced");
  TCase *reduced = tcase_create("reduced");
  tcase_add_loop_test(reduced, accelerations, 0,
                      sizeof trees / sizeof trees[0]);
  tcase_add_test(reduced, motions_agree);
  tcase_add_test(reduced, what_is_refused);
  suite_add_tcase(suite, reduced);
  return test_run(suite);
}
