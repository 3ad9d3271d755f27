/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The multipliers of least norm against the null vectors of J^T, found by
   singular values: lambda has no part in them, and exerts the same forces. */
#include "dynamics/models.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/multipliers/least_norm.h"
#include "test.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Of forces of some 10 N, relative to 1 + |lambda|. */
static const double allowed = 1e-9;

/* Singular values below this belong to null vectors. */
static const double none = 1e-9;

enum { ROWS = 60, VELOCITIES = 6 * 20 };

/* Columns z with J^T z = 0, into V from column *first on; (m x m). */
static gsl_matrix *null_vectors(const pn_assembly *a, size_t *first)
{
  const size_t m = a->rows, n = a->velocities, tall = n > m ? n : m;
  gsl_matrix *Jt = gsl_matrix_calloc(tall, m), *V = gsl_matrix_alloc(m, m);
  gsl_vector *s = gsl_vector_alloc(m), *work = gsl_vector_alloc(m);
  for (size_t i = 0; i < m; i++) {
    double row[VELOCITIES] = {0}, unit[ROWS] = {0};
    unit[i] = 1;
    pn_assembly_add_force(a, unit, row);
    for (size_t k = 0; k < n; k++)
      gsl_matrix_set(Jt, k, i, row[k]);
  }
  gsl_linalg_SV_decomp(Jt, V, s, work);
  for (*first = m; *first > 0 && gsl_vector_get(s, *first - 1) < none;)
    --*first;
  gsl_matrix_free(Jt);
  gsl_vector_free(s);
  gsl_vector_free(work);
  return V;
}

/* Returns the part of lambda in null vector k. */
static double part_of(const gsl_matrix *V, size_t k, const double *lambda)
{
  double sum = 0;
  for (size_t i = 0; i < V->size1; i++)
    sum += gsl_matrix_get(V, i, k) * lambda[i];
  return sum;
}

static double largest(const double *x, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

static void judge(const char *who, const pn_assembly *a, const gsl_matrix *V,
                  size_t first, const double *before, const double *lambda)
{
  double force[2][VELOCITIES] = {{0}};
  const double scale = allowed * (1 + largest(lambda, a->rows));
  pn_assembly_add_force(a, before, force[0]);
  pn_assembly_add_force(a, lambda, force[1]);
  for (size_t k = 0; k < a->velocities; k++)
    test_close(force[1][k], force[0][k], scale, "%s: force %zu", who, k);
  for (size_t k = first; k < a->rows; k++)
    test_close(part_of(V, k, lambda), 0, scale, "%s: null vector %zu", who, k);
}

/* What an elimination finds, and that with any null vectors added. */
START_TEST(the_least_exerts_the_same_forces)
{
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  pn_least_norm *least = pn_least_norm_alloc(d->assembly);
  double y[13 * 20], before[ROWS], lambda[ROWS];
  pn_system_start(system, y);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  const size_t rows = d->assembly->rows;
  memcpy(before, d->lambda, rows * sizeof *before);
  if (rows > 0) {
    size_t first;
    gsl_matrix *V = null_vectors(d->assembly, &first);
    ck_assert_uint_eq(rows - first, m->redundant);
    memcpy(lambda, before, sizeof lambda);
    ck_assert_int_eq(pn_least_norm_apply(least, lambda), GSL_SUCCESS);
    judge(m->name, d->assembly, V, first, before, lambda);
    for (size_t k = first; k < rows; k++)
      for (size_t i = 0; i < rows; i++)
        lambda[i] += 2.385 * gsl_matrix_get(V, i, k);
    if (first < rows)
      ck_assert_double_gt(fabs(part_of(V, first, lambda)), 2);
    ck_assert_int_eq(pn_least_norm_apply(least, lambda), GSL_SUCCESS);
    judge(m->name, d->assembly, V, first, before, lambda);
    gsl_matrix_free(V);
  }
  pn_least_norm_free(least);
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

START_TEST(what_is_no_number_is_left)
{
  pn_system *system = model_bricard_brick();
  pn_assembly *a = pn_assembly_alloc(system);
  pn_least_norm *least = pn_least_norm_alloc(a);
  double y[13 * 20], lambda[ROWS] = {NAN, 1};
  pn_system_start(system, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  ck_assert_int_eq(pn_least_norm_apply(least, lambda), GSL_EFAILED);
  ck_assert(isnan(lambda[0]) && lambda[1] == 1);
  pn_least_norm_free(least);
  pn_assembly_free(a);
  pn_system_free(system);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  pn_system *system = model_four_bar();
  pn_assembly *a = pn_assembly_alloc(system);
  pn_least_norm *least = NULL;
  size_t k = 0;
  while (!least) {
    pn_alloc_fail_at(++k);
    least = pn_least_norm_alloc(a);
  }
  ck_assert_uint_gt(k, 5);
  pn_alloc_fail_at(0);
  pn_least_norm_free(least);
  pn_least_norm_free(NULL);
  pn_assembly_free(a);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  int models = 0;
  while (model_get((size_t)models))
    models++;
  Suite *suite = suite_create("least_norm");
  TCase *norm = tcase_create("norm");
  tcase_add_loop_test(norm, the_least_exerts_the_same_forces, 0, models);
  tcase_add_test(norm, what_is_no_number_is_left);
  tcase_add_test(norm, short_memory_is_survived);
  suite_add_tcase(suite, norm);
  return test_run(suite);
}
