/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All multiplier solvers on mechanisms of all shapes, with joints of all kinds.
 */
#include "dynamics/models.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/multipliers/elimination.h"

#include "pantin/base/alloc.h"
#include "judge.h"
#include "mechanisms.h"
#include "shipped.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Relative to the largest acceleration; of solvers that iterate to 1e-13 of the
   right-hand side, and where small pivots stand before dropped ones. */
static const double agreed = 1e-9;

static double largest(const double *x, size_t count)
{
  double most = 0;
  for (size_t k = 0; k < count; k++)
    most = fmax(most, fabs(x[k]));
  return most;
}

static int iterates(const pn_multiplier_type *type)
{
  return type == pn_multipliers_gauss_seidel || type == pn_multipliers_sor ||
         type == pn_multipliers_cg || type == pn_multipliers_schur_cg;
}

/* The sweeps of larger systems take too long. */
enum { SWEPT_MAX = 60 };

static int may_give_up(const pn_multiplier_type *type)
{
  return type == pn_multipliers_gauss_seidel || type == pn_multipliers_sor;
}

/* Tells whether a solver reports redundant rows: elimination does, and so does
   the dense one. */
static int counts_redundant(const pn_multiplier_type *type)
{
  return !iterates(type);
}

static void compare(const pn_system *system, const char *name,
                    const pn_multiplier_type *type, const double *y,
                    const double *want, size_t redundant)
{
  if (system->bodies > SWEPT_MAX && may_give_up(type))
    return;
  pn_dynamics *d = pn_dynamics_alloc(system, type);
  if (!d) /* it takes no loops, or not so many rows */
    return;
  const int code = pn_dynamics_evaluate(d, 0, y, NULL);
  test_upper_halves_are_clear();
  if (code && may_give_up(type) && d->multipliers->iterations > 5000) {
    pn_dynamics_free(d); /* it did try, and says that it did not succeed */
    return;
  }
  const size_t n = d->assembly->velocities;
  const double tolerance = agreed * fmax(1, largest(want, n));
  ck_assert_msg(code == GSL_SUCCESS, "%s (%zu), %s: code %d, %zu iterations",
                name, system->bodies, type->name, code,
                d->multipliers->iterations);
  for (size_t k = 0; k < n; k++)
    test_close(d->acceleration[k], want[k], tolerance, "%s (%zu), %s: u'[%zu]",
               name, system->bodies, type->name, k);
  if (counts_redundant(type))
    ck_assert_msg(d->multipliers->dropped == redundant,
                  "%s (%zu), %s: %zu rows dropped, not %zu", name,
                  system->bodies, type->name, d->multipliers->dropped,
                  redundant);
  pn_dynamics_free(d);
}

static void compare_all(const pn_system *system, const char *name)
{
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  double *want = calloc(6 * system->bodies, sizeof *want);
  pn_system_start(system, y);
  pn_assembly *a = pn_assembly_alloc(system);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  pn_assembly_load(a, 0);
  const size_t redundant = judge_accelerations(a, want);
  const pn_multiplier_type *type;
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++)
    compare(system, name, type, y, want, redundant);
  pn_assembly_free(a);
  free(y);
  free(want);
}

START_TEST(all_solvers_agree_with_the_judge)
{
  pn_system *system = mechanism_make((size_t)_i);
  compare_all(system, mechanism_name((size_t)_i));
  pn_system_free(system);
}
END_TEST

/* Thin rods among them, which spread the entries of W over six decades. */
START_TEST(on_the_models_too)
{
  const model *m = model_get((size_t)_i);
  pn_system *system = m->make();
  compare_all(system, m->name);
  pn_system_free(system);
}
END_TEST

static void compare_all_on(const char *name, const pn_system_scene *of)
{
  compare_all(of->system, name);
}

START_TEST(all_solvers_agree_on_the_scenes)
{
  shipped_each(compare_all_on);
}
END_TEST

START_TEST(the_judge_sees_a_wrong_acceleration)
{
  pn_system *system = mechanism_make(MECHANISM_RING);
  double y[13 * 4], want[6 * 4];
  pn_system_start(system, y);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_auto);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  ck_assert_uint_eq(judge_accelerations(d->assembly, want), 0);
  d->assembly->bias[5] += 1e-7;
  double other[6 * 4], change = 0;
  judge_accelerations(d->assembly, other);
  for (size_t k = 0; k < 6 * 4; k++)
    change = fmax(change, fabs(other[k] - want[k]));
  ck_assert(change > 10 * agreed * largest(want, 6 * 4));
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* A request for memory would fail, and the evaluation with it. Sweeps go on for
   long where there are many bodies, and ask for no more. */
START_TEST(an_evaluation_asks_for_no_memory)
{
  pn_system *system = mechanism_make((size_t)_i);
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  pn_system_start(system, y);
  const pn_multiplier_type *type;
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++) {
    pn_dynamics *d = system->bodies > SWEPT_MAX / 3 && may_give_up(type)
                         ? NULL
                         : pn_dynamics_alloc(system, type);
    if (!d)
      continue;
    const int code = pn_dynamics_evaluate(d, 0, y, NULL);
    d->multipliers->place = 0; /* so that they are set again */
    pn_alloc_fail_at(1);
    ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), code);
    pn_alloc_fail_at(0);
    pn_dynamics_free(d);
  }
  pn_system_free(system);
  free(y);
}
END_TEST

/* Sets keep[b] = 1 for bodies of more than `most` joints; returns their
   number. */
static size_t keep_crowded(const pn_system *system, size_t most, int *keep)
{
  size_t kept = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    size_t degree = 0;
    for (size_t j = 0; j < system->joints; j++)
      degree +=
          system->joint[j].parent == b || system->joint[j].child == b ? 1 : 0;
    keep[b] = degree > most;
    kept += degree > most ? 1 : 0;
  }
  return kept;
}

/* Along the tree nothing fills in, whichever bodies are kept, and the numbers
   take as many multiply-adds as was said. */
START_TEST(trees_do_not_fill_in)
{
  pn_system *system = mechanism_make((size_t)_i);
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  int *keep = calloc(system->bodies, sizeof *keep);
  size_t *order = calloc(system->bodies + system->joints + 1, sizeof *order);
  pn_assembly *a = pn_assembly_alloc(system);
  pn_system_start(system, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  const size_t most[] = {0, 2, 4, 1000};
  for (size_t k = 0; k < 4; k++) {
    size_t late, kept = keep_crowded(system, most[k], keep);
    ck_assert_int_eq(pn_elimination_tree_order(a, keep, order, &late),
                     GSL_SUCCESS);
    ck_assert_uint_ge(late + system->bodies, system->joints);
    pn_elimination *e = pn_elimination_alloc(a, keep, order);
    ck_assert_uint_eq(e->matrix->kept, kept);
    ck_assert_int_eq(pn_elimination_set(e, NULL), GSL_SUCCESS);
    ck_assert_uint_eq(e->factor->performed, e->factor->operations);
    if (late == 0)
      ck_assert_uint_eq(e->factor->fill, 0);
    pn_elimination_free(e);
  }
  pn_assembly_free(a);
  pn_system_free(system);
  free(order);
  free(keep);
  free(y);
}
END_TEST

/* Solves with one type in two ways: one after the other, and at once. */
static void compare_ways(const pn_multiplier_type *type, const pn_assembly *a)
{
  pn_multipliers *apart = pn_multipliers_alloc(type, a);
  pn_multipliers *at_once = pn_multipliers_alloc(type, a);
  if (apart && at_once && a->rows > 0) {
    double *b = calloc(a->rows, sizeof *b);
    double *x = calloc(a->rows, sizeof *x), *z = calloc(a->rows, sizeof *z);
    for (size_t i = 0; i < a->rows; i++)
      b[i] = sin(2.385 * (double)i);
    int code = pn_multipliers_set(apart);
    code = code ? code : pn_multipliers_solve(apart, b, x);
    for (size_t turn = 0; turn < 2; turn++) { /* the second has a factor */
      ck_assert_int_eq(pn_multipliers_renew_and_solve(at_once, b, z), code);
      ck_assert(memcmp(x, z, a->rows * sizeof *x) == 0 || code);
    }
    ck_assert_uint_eq(at_once->dropped, apart->dropped);
    ck_assert(at_once->factorisations == 1 || code);
    free(b);
    free(x);
    free(z);
  }
  pn_multipliers_free(apart);
  pn_multipliers_free(at_once);
}

/* To set and solve at once gives the bits of one after the other, by types that
   have a function for both. */
START_TEST(at_once_is_as_one_after_the_other)
{
  pn_system *system = mechanism_make((size_t)_i);
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  pn_assembly *a = pn_assembly_alloc(system);
  const pn_multiplier_type *type;
  pn_system_start(system, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++)
    if (type->set_and_solve)
      compare_ways(type, a);
  pn_assembly_free(a);
  pn_system_free(system);
  free(y);
}
END_TEST

/* Bodies are kept only where that saves a third. */
START_TEST(auto_is_cheap)
{
  pn_system *system = mechanism_make((size_t)_i);
  pn_assembly *a = pn_assembly_alloc(system);
  pn_multipliers *best = pn_multipliers_alloc(pn_multipliers_auto, a);
  pn_multipliers *plain = pn_multipliers_alloc(pn_multipliers_sparse, a);
  pn_multipliers *kept = pn_multipliers_alloc(pn_multipliers_kkt, a);
  ck_assert_uint_le(best->operations, plain->operations);
  ck_assert_uint_le(2 * best->operations, 3 * kept->operations);
  pn_multipliers_free(best);
  pn_multipliers_free(plain);
  pn_multipliers_free(kept);
  pn_assembly_free(a);
  pn_system_free(system);
}
END_TEST

/* A hub of 3000 arms: J W J^T would have some 4e6 blocks. */
START_TEST(a_large_hub_is_kept)
{
  pn_system *system = mechanism_large_hub();
  pn_assembly *a = pn_assembly_alloc(system);
  pn_multipliers *m = pn_multipliers_alloc(pn_multipliers_auto, a);
  ck_assert_uint_eq(m->fill, 0);
  ck_assert_uint_lt(m->operations, 1000 * system->bodies);
  pn_multipliers_free(m);
  pn_assembly_free(a);
  pn_system_free(system);
}
END_TEST

/* Rods that are ever thinner: in the plane of their mechanism they move as
   before, and no more rows are redundant. With one joint less, none are. */
START_TEST(thin_rods_are_not_redundant)
{
  enum { N = 18 };
  const double thinner[] = {1, 1e-3, 1e-5, 1e-7};
  double want[N] = {0}, y[13 * 3];
  for (size_t k = 0; k < 4; k++) {
    pn_system *system = model_four_bar();
    system->joints -= (size_t)_i;
    for (size_t b = 0; b < system->bodies; b++)
      system->body[b].inertia.m[0][0] *= thinner[k];
    pn_system_start(system, y);
    pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_dense);
    ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
    ck_assert_uint_eq(d->multipliers->dropped, _i == 0 ? 3 : 0);
    for (size_t i = 0; i < N && k > 0; i++)
      test_close(d->acceleration[i], want[i], 1e-9, "%g: u'[%zu]", thinner[k],
                 i);
    memcpy(want, d->acceleration, sizeof want);
    pn_dynamics_free(d);
    pn_system_free(system);
  }
}
END_TEST

START_TEST(bad_scaling_is_survived)
{
  const pn_multiplier_type *const types[] = {
      pn_multipliers_auto, pn_multipliers_sparse, pn_multipliers_schur};
  pn_system *system = mechanism_badly_scaled((size_t)_i);
  double y[13 * 30], Ju[5 * 30];
  pn_system_start(system, y);
  for (size_t k = 0; k < 3; k++) {
    pn_dynamics *d = pn_dynamics_alloc(system, types[k]);
    ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
    pn_assembly_velocity(d->assembly, d->acceleration, Ju);
    for (size_t i = 0; i < d->assembly->rows; i++)
      test_close(Ju[i] + d->assembly->bias[i], 0, 1e-10, "%s, scaling %d: row",
                 types[k]->name, _i);
    pn_dynamics_free(d);
  }
  pn_system_free(system);
}
END_TEST

int main(void)
{
  int models = 0;
  while (model_get((size_t)models))
    models++;
  Suite *suite = suite_create("multipliers");
  TCase *solvers = tcase_create("solvers");
  tcase_set_timeout(solvers, 60);
  test_add_family(solvers, all_solvers_agree_with_the_judge, MECHANISMS);
  test_add_family(solvers, on_the_models_too, models);
  tcase_add_test(solvers, all_solvers_agree_on_the_scenes);
  tcase_add_test(solvers, the_judge_sees_a_wrong_acceleration);
  test_add_family(solvers, an_evaluation_asks_for_no_memory, MECHANISMS);
  test_add_family(solvers, trees_do_not_fill_in, MECHANISMS);
  test_add_family(solvers, auto_is_cheap, MECHANISMS);
  test_add_family(solvers, at_once_is_as_one_after_the_other, MECHANISMS);
  tcase_add_test(solvers, a_large_hub_is_kept);
  tcase_add_loop_test(solvers, thin_rods_are_not_redundant, 0, 2);
  tcase_add_loop_test(solvers, bad_scaling_is_survived, 0, 5);
  suite_add_tcase(suite, solvers);
  return test_run(suite);
}
