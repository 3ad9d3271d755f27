/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Accelerations and joint forces: against the reference, against each other
   for all solvers on all models, and against D'Alembert's principle itself. */
#include "dynamics/models.h"
#include "dynamics/reference.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/multipliers/matrix.h"
#include "pantin/linear/dense.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The reference has 12 digits. */
static const double printed = 1e-10;

/* Of accelerations up to some 1e2. */
static const double agreed = 1e-9;

typedef struct {
  pn_system *(*make)(void);
  const double (*acceleration)[6];
  const double (*joint)[5];
} reference_case;

static const reference_case cases[] = {
    {model_puppet, reference_ragdoll15_acceleration, reference_ragdoll15_joint},
    {model_chain10, reference_chain10_acceleration, reference_chain10_joint},
    {model_tree15, reference_tree15_acceleration, reference_tree15_joint},
    {model_ring10, reference_ring10_acceleration, reference_ring10_joint},
};

static size_t count(const void *(*get)(size_t))
{
  size_t n = 0;
  while (get(n))
    n++;
  return n;
}

static const void *solver(size_t k)
{
  return pn_multiplier_type_get(k);
}

static const void *any_model(size_t k)
{
  return model_get(k);
}

static int takes(const pn_multiplier_type *type, const pn_system *system)
{
  pn_assembly *a = pn_assembly_alloc(system);
  const int answer = pn_multiplier_type_takes(type, a);
  pn_assembly_free(a);
  return answer;
}

/* Tells whether thin rods make A so badly conditioned that sweeps would take
   days. */
static int is_too_stiff(const model *m, const pn_multiplier_type *type)
{
  return m->make == model_bricard_rod &&
         (type == pn_multipliers_gauss_seidel || type == pn_multipliers_sor);
}

/* Makes the dynamics of a system at its start. */
static pn_dynamics *at_start(const pn_system *system,
                             const pn_multiplier_type *type, double *y)
{
  pn_dynamics *d = pn_dynamics_alloc(system, type);
  ck_assert_ptr_nonnull(d);
  pn_system_start(system, y);
  ck_assert_msg(pn_dynamics_evaluate(d, 0, y, NULL) == GSL_SUCCESS, "solver %s",
                type->name);
  return d;
}

enum { Y_MAX = 13 * 20, ROWS_MAX = 100 };

START_TEST(the_reference_accelerates_so)
{
  const size_t solvers = count(solver);
  const reference_case *c = &cases[(size_t)_i / solvers];
  const pn_multiplier_type *type = pn_multiplier_type_get((size_t)_i % solvers);
  pn_system *system = c->make();
  system->gravity = pn_vec3_make(0, 0, -9.81);
  double y[Y_MAX];
  if (!takes(type, system)) {
    pn_system_free(system);
    return;
  }
  pn_dynamics *d = at_start(system, type, y);
  for (size_t k = 0; k < 6 * system->bodies; k++)
    test_close(d->acceleration[k], c->acceleration[k / 6][k % 6], printed,
               "%s: u'[%zu]", type->name, k);

  /* lambda is the joint's force on its parent. */
  for (size_t k = 0; k < system->joints; k++) {
    const double *want = c->joint[k];
    size_t j = 0;
    while (j < system->joints && ((double)system->joint[j].parent != want[0] ||
                                  (double)system->joint[j].child != want[1]))
      j++;
    ck_assert_uint_lt(j, system->joints);
    for (size_t i = 0; i < 3; i++)
      test_close(d->lambda[d->assembly->first[j] + i], want[2 + i], printed,
                 "%s: force %zu of joint %zu", type->name, i, j);
  }
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* All solvers find the same accelerations on every model, and these satisfy
   the constraints. */
START_TEST(the_solvers_agree)
{
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  double y[Y_MAX], Ju[ROWS_MAX];
  pn_dynamics *first = at_start(system, pn_multiplier_type_get(0), y);
  const pn_assembly *a = first->assembly;
  ck_assert_uint_le(a->rows, ROWS_MAX);
  pn_assembly_velocity(a, first->acceleration, Ju);
  for (size_t i = 0; i < a->rows; i++)
    test_close(Ju[i] + a->bias[i], 0, agreed, "%s: row %zu of J u' + Jdot u",
               m->name, i);
  ck_assert_uint_eq(first->dropped, m->redundant);
  for (size_t s = 1; s < count(solver); s++) {
    const pn_multiplier_type *type = pn_multiplier_type_get(s);
    if (!takes(type, system) || is_too_stiff(m, type))
      continue;
    pn_dynamics *other = at_start(system, type, y);
    for (size_t k = 0; k < a->velocities; k++)
      test_close(other->acceleration[k], first->acceleration[k], agreed,
                 "%s, %s: u'[%zu]", m->name, type->name, k);
    if (type == pn_multipliers_dense)
      ck_assert_uint_eq(other->dropped, m->redundant);
    pn_dynamics_free(other);
  }
  pn_dynamics_free(first);
  pn_system_free(system);
}
END_TEST

/* Redundant rows that have drifted apart leave A only nearly singular. None may
   answer with huge forces between them: the accelerations differ by as much as
   the equations contradict each other. */
START_TEST(redundant_rows_may_drift)
{
  const double drift = 1e-6, differ = 100 * drift, largest = 1e4;
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  double y[Y_MAX];
  pn_dynamics *first = at_start(system, pn_multiplier_type_get(0), y);
  for (size_t k = 0; k < pn_system_dimension(system); k++)
    y[k] += drift * sin(2.385 * (double)(k + 1));
  ck_assert_int_eq(pn_dynamics_evaluate(first, 0, y, NULL), GSL_SUCCESS);
  for (size_t s = 1; s < count(solver); s++) {
    const pn_multiplier_type *type = pn_multiplier_type_get(s);
    if (!takes(type, system) || type == pn_multipliers_gauss_seidel ||
        type == pn_multipliers_sor) /* their sweeps need not end */
      continue;
    pn_dynamics *other = pn_dynamics_alloc(system, type);
    ck_assert_msg(pn_dynamics_evaluate(other, 0, y, NULL) == GSL_SUCCESS,
                  "%s, %s", m->name, type->name);
    for (size_t k = 0; k < other->assembly->velocities; k++)
      test_close(other->acceleration[k], first->acceleration[k], differ,
                 "%s, %s: u'[%zu]", m->name, type->name, k);
    for (size_t i = 0; i < other->assembly->rows; i++)
      test_close(other->lambda[i], 0, largest, "%s, %s: lambda[%zu]", m->name,
                 type->name, i);
    pn_dynamics_free(other);
  }
  pn_dynamics_free(first);
  pn_system_free(system);
}
END_TEST

/* D'Alembert: the joints' forces do no work in any motion that the joints
   allow. The motion is a random one, projected. */
START_TEST(joint_forces_do_no_virtual_work)
{
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  double y[Y_MAX];
  pn_dynamics *d = at_start(system, pn_multipliers_sparse, y);
  const pn_assembly *a = d->assembly;
  double u[Y_MAX], r[ROWS_MAX], force[Y_MAX] = {0}, du[Y_MAX];
  for (size_t k = 0; k < a->velocities; k++)
    u[k] = sin(2.385 * (double)(k + 1));
  pn_assembly_add_force(a, d->lambda, force);
  pn_assembly_velocity(a, u, r);
  for (size_t i = 0; i < a->rows; i++)
    r[i] = -r[i];
  ck_assert_int_eq(pn_dynamics_least_change(d, r, du), GSL_SUCCESS);
  double work = 0, without = 0;
  for (size_t k = 0; k < a->velocities; k++) {
    work += force[k] * (u[k] + du[k]);
    without += fabs(force[k] * u[k]);
  }
  test_close(work, 0, 1e-9 * (1 + without), "%s: virtual power", m->name);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(the_matrix_is_that_of_its_factors)
{
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  double y[Y_MAX], e[ROWS_MAX], column[ROWS_MAX], force[Y_MAX];
  pn_dynamics *d = at_start(system, pn_multipliers_sparse, y);
  const pn_assembly *a = d->assembly;
  pn_matrix *matrix = pn_matrix_alloc(a, NULL, NULL);
  pn_matrix_set(matrix);
  pn_dense *dense = pn_dense_alloc(a->rows > 0 ? a->rows : 1);
  if (a->rows > 0)
    pn_block_matrix_to_dense(matrix->A, dense->matrix);
  for (size_t j = 0; j < a->rows; j++) {
    for (size_t i = 0; i < a->rows; i++)
      e[i] = i == j;
    for (size_t k = 0; k < a->velocities; k++)
      force[k] = 0;
    pn_assembly_add_force(a, e, force);
    pn_assembly_accelerate(a, force, force);
    pn_assembly_velocity(a, force, column);
    const double scale = 1 + column[j];
    for (size_t i = 0; i < a->rows; i++) {
      const double got = gsl_matrix_get(dense->matrix, i, j);
      test_close(got, column[i], 1e-13 * scale, "%s: A(%zu, %zu)", m->name, i,
                 j);
      test_close(got, gsl_matrix_get(dense->matrix, j, i), 0, "%s: symmetry",
                 m->name);
    }
  }
  /* Positive semidefinite, and definite without redundant rows. */
  if (a->rows > 0) {
    ck_assert_int_eq(pn_dense_set(dense), GSL_SUCCESS);
    ck_assert_uint_eq(dense->dropped, m->redundant);
  }
  pn_dense_free(dense);
  pn_matrix_free(matrix);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(baumgarte_pulls_back)
{
  pn_system *system = model_puppet();
  double y[Y_MAX], r[ROWS_MAX], Ju[ROWS_MAX];
  pn_dynamics *d = at_start(system, pn_multipliers_sparse, y);
  y[0] += 0.01; /* a body out of place, and another too fast */
  y[pn_system_positions(system) + 7] += 0.3;
  const double T = 0.05;
  pn_dynamics_set_baumgarte(d, T);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  const pn_assembly *a = d->assembly;
  pn_assembly_velocity(a, d->acceleration, r);
  pn_assembly_velocity(a, y + pn_system_positions(system), Ju);
  for (size_t i = 0; i < a->rows; i++)
    test_close(r[i] + a->bias[i] + 2 / T * Ju[i] + a->C[i] / (T * T), 0, agreed,
               "row %zu", i);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(a_bead_on_a_cosine_wire)
{
  /* x = cos y in the plane, no gravity: the bead keeps its speed, its
     acceleration is v^2 times the curvature, towards the centre. */
  pn_system *system = pn_system_alloc();
  pn_body bead = pn_body_make(pn_shape_point, NULL, 0.7);
  const double height = 0.8, slope = -sin(height), speed = 1.3;
  const double stretch = sqrt(1 + slope * slope);
  bead.pose.x = pn_vec3_make(cos(height), height, 0);
  bead.v = pn_vec3_make(speed * slope / stretch, speed / stretch, 0);
  pn_system_add_body(system, &bead);
  const pn_joint_place place = {.point = bead.pose.x};
  pn_system_join(system, pn_joint_cosine_wire, PN_WORLD, 0, &place);
  double y[13];
  pn_dynamics *d = at_start(system, pn_multipliers_sparse, y);
  const double curvature = -cos(height) / pow(stretch, 3);
  /* The normal (1, -slope) / stretch points to greater x. */
  test_close(d->acceleration[0], speed * speed * curvature / stretch, 1e-8,
             "x''");
  test_close(d->acceleration[1], -speed * speed * curvature * slope / stretch,
             1e-8, "y''");
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(bad_states_have_no_acceleration)
{
  pn_system *system = model_puppet();
  for (size_t k = 0; k < count(solver); k++) {
    double y[Y_MAX];
    pn_dynamics *d = at_start(system, pn_multiplier_type_get(k), y);
    y[20] = NAN;
    ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_EBADFUNC);
    pn_dynamics_free(d);
  }
  pn_system_free(system);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  pn_system *system = model_tree15();
  for (size_t s = 0; s < count(solver); s++) {
    pn_dynamics *d = NULL;
    size_t k = 0;
    while (!d) {
      pn_alloc_fail_at(++k);
      d = pn_dynamics_alloc(system, pn_multiplier_type_get(s));
    }
    pn_alloc_fail_at(0);
    ck_assert_uint_gt(k, 18);
    pn_dynamics_free(d);
  }
  pn_dynamics_free(NULL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  const int solvers = (int)count(solver), models = (int)count(any_model);
  const int references = sizeof cases / sizeof cases[0];
  Suite *suite = suite_create("dynamics");
  TCase *dynamics = tcase_create("dynamics");
  tcase_add_loop_test(dynamics, the_reference_accelerates_so, 0,
                      references * solvers);
  tcase_add_loop_test(dynamics, the_solvers_agree, 0, models);
  tcase_add_loop_test(dynamics, redundant_rows_may_drift, 0, models);
  tcase_add_loop_test(dynamics, joint_forces_do_no_virtual_work, 0, models);
  tcase_add_loop_test(dynamics, the_matrix_is_that_of_its_factors, 0, models);
  tcase_add_test(dynamics, baumgarte_pulls_back);
  tcase_add_test(dynamics, a_bead_on_a_cosine_wire);
  tcase_add_test(dynamics, bad_states_have_no_acceleration);
  tcase_add_test(dynamics, short_memory_is_survived);
  suite_add_tcase(suite, dynamics);
  return test_run(suite);
}
