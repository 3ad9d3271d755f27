/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Computes what tuning finds on frames of the thesis' four scenes a second
   time, with a program of its own that shares no line with the library: the
   matrix entry by entry, algorithm 2.1, the error (1.42) with (1.43), the stop,
   and the fitness (2.5) of Kraiem (2022). */
#include "pantin/contact/world_scene.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/tuning/condition.h"
#include "pantin/tuning/tune.h"

#include "test.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

/* Allowed differences of errors and fitness, by roundings of 200 sweeps. */
static const double allowed = 1e-10;

static const struct {
  const char *scene;
  size_t frame;
} frames[] = {{"tripods", 20},
              {"tripods", 35},
              {"marbles", 30},
              {"falling-chain", 40},
              {"wall", 1}};
enum { FRAMES = sizeof frames / sizeof *frames };

/* Simulates a shipped scene and copies the problem of that step. */
static pn_lcp *problem_of(const char *name, size_t step)
{
  char path[4096];
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/tuning/%s.cfg", getenv("PANTIN_DATA"), name);
  pn_world_scene *scene = pn_world_scene_read(path, &error);
  ck_assert_msg(scene != NULL, "%s", error.text);
  pn_world *world = pn_world_alloc(scene->system, scene->geom, scene->geoms,
                                   &scene->settings, &error);
  ck_assert_msg(world != NULL, "%s", error.text);
  for (size_t k = 0; k < step; k++)
    ck_assert_msg(!pn_world_advance(world, &error), "%s", error.text);
  pn_lcp *lcp = pn_lcp_copy(world->lcp);
  ck_assert_ptr_nonnull(lcp);
  pn_world_free(world);
  pn_world_scene_free(scene);
  return lcp;
}

/* What the second program finds of one run. */
typedef struct {
  size_t sweeps;
  double least, fitness;
} found;

/* Computes row i of A x + b. */
static double row_of(const gsl_spmatrix *A, const double *x, const double *b,
                     size_t i)
{
  double w = b[i];
  for (int k = A->p[i]; k < A->p[i + 1]; k++)
    w += A->data[k] * x[A->i[k]];
  return w;
}

/* Computes (1.42), the sum of all (1.43). */
static double error_of(const gsl_spmatrix *A, const pn_lcp *lcp,
                       const double *x)
{
  double e = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const double w = row_of(A, x, lcp->b, i);
    e += fmax(fmin(lcp->hi[i] - x[i], fmax(-w, 0)),
              fmin(x[i] - lcp->lo[i], fmax(w, 0)));
  }
  return e;
}

/* Runs algorithm 2.1 with alpha and kappa = 0, as far as k_max = 200, eps_error
   = 1e-4 and eps_change = 1e-9 let it, and judges it. */
static found run_again(const gsl_spmatrix *A, const pn_lcp *lcp, double alpha)
{
  const size_t n = lcp->size;
  double *x = calloc(n, sizeof *x), e = INFINITY, change = INFINITY;
  found of = {.least = INFINITY};
  while (of.sweeps < 200 && change > 1e-9 && e > 1e-4) {
    change = 0;
    for (size_t i = 0; i < n; i++) {
      double diagonal = 0;
      for (int k = A->p[i]; k < A->p[i + 1]; k++)
        if ((size_t)A->i[k] == i)
          diagonal = A->data[k];
      const double to = x[i] - alpha * row_of(A, x, lcp->b, i) / diagonal;
      const double new = fmax(lcp->lo[i], fmin(lcp->hi[i], to));
      change += (new - x[i]) * (new - x[i]);
      x[i] = new;
    }
    change = sqrt(change);
    e = error_of(A, lcp, x);
    of.least = fmin(of.least, e);
    of.sweeps++;
  }
  free(x);
  of.fitness =
      ((double)of.sweeps - 1) / 199 + 1.2 * fmax(0, log10(of.least / 1e-4));
  return of;
}

static void agree(const gsl_spmatrix *A, const pn_lcp *lcp,
                  const pn_fitness *point, const char *scene, const char *what)
{
  const found again = run_again(A, lcp, point->alpha);
  ck_assert_msg(point->run.sweeps == again.sweeps,
                "%s, %s: %zu sweeps, not %zu", scene, what, point->run.sweeps,
                again.sweeps);
  test_close(point->run.least, again.least, allowed * (1 + again.least),
             "%s, %s: error", scene, what);
  test_close(point->f, again.fitness, allowed * (1 + again.fitness),
             "%s, %s: fitness", scene, what);
}

START_TEST(a_second_program_finds_the_same)
{
  pn_lcp *lcp = problem_of(frames[_i].scene, frames[_i].frame);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  const pn_tune_settings settings = pn_tune_settings_default();
  pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
  ck_assert(csr && tune && lcp->size > 0);
  ck_assert_int_eq(pn_tune_run(tune, pn_tune_scan), GSL_SUCCESS);
  agree(csr->A, lcp, &tune->plain, frames[_i].scene, "alpha = 1");
  agree(csr->A, lcp, &tune->best, frames[_i].scene, "tuned");
  ck_assert(tune->best.f < tune->plain.f);
  pn_tune_free(tune);
  pn_lcp_csr_free(csr);
  pn_lcp_free(lcp);
}
END_TEST

/* Frames with more rows than pn_lcp_condition decomposes, so that Lanczos'
   method is compared: marbles that roll, and that lie on each other. */
START_TEST(a_decomposition_finds_the_same_condition)
{
  static const size_t steps[] = {45, 55};
  static const double accurate = 1e-8;
  pn_lcp *lcp = problem_of("marbles", steps[_i]);
  pn_condition got;
  ck_assert_uint_gt(lcp->size, PN_CONDITION_DENSE);
  ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
  pn_lcp_dense *A = pn_lcp_dense_assemble(lcp->A);
  gsl_vector *values = gsl_vector_alloc(lcp->size);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(lcp->size);
  gsl_matrix_view full = gsl_matrix_view_array(A->A, lcp->size, lcp->size);
  gsl_eigen_symm(&full.matrix, values, work);
  test_close(got.largest / gsl_vector_max(values), 1, accurate, "largest");
  test_close(got.least / gsl_vector_min(values), 1, accurate, "least");
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  pn_lcp_dense_free(A);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("again");
  TCase *tests = tcase_create("again");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, a_second_program_finds_the_same, 0, FRAMES);
  tcase_add_loop_test(tests, a_decomposition_finds_the_same_condition, 0, 2);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
