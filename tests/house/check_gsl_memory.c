/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Memory that GSL asks for may fail like that of base/alloc: whatever the
   library makes with it says so, and leaves nothing behind. GSL's functions
   that allocate are replaced by ones that refuse the k-th call. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/body/scene.h"
#include "pantin/chain/start.h"
#include "pantin/chain/step.h"
#include "pantin/contact/balls_scene.h"
#include "pantin/contact/world_scene.h"
#include "pantin/dynamics/simulation.h"
#include "pantin/dynamics/spline.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/solver.h"
#include "pantin/linear/dense.h"
#include "pantin/linear/least_squares.h"
#include "pantin/linear/order.h"
#include "pantin/tuning/cmaes.h"
#include "pantin/tuning/condition.h"
#include "pantin/tuning/tune.h"
#include "test.h"

#include <dlfcn.h>
#include <gsl/gsl_bspline.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_spmatrix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls left until the one that is refused, or 0; and all calls. */
static size_t left, calls;
static int inside; /* a function of GSL, which may call another */

static int refuses(void)
{
  if (inside)
    return 0;
  calls++;
  return left != 0 && --left == 0;
}

/* Replaces one function, `real` from now on. */
#define REPLACE(type, name, parameters, arguments)                             \
  type *name parameters                                                        \
  {                                                                            \
    static type *(*real)parameters;                                            \
    if (!real)                                                                 \
      *(void **)&real = dlsym(RTLD_NEXT, #name);                               \
    if (refuses())                                                             \
      return NULL;                                                             \
    inside++;                                                                  \
    type *made = real arguments;                                               \
    inside--;                                                                  \
    return made;                                                               \
  }

REPLACE(gsl_matrix, gsl_matrix_alloc, (const size_t m, const size_t n), (m, n))
REPLACE(gsl_matrix, gsl_matrix_calloc, (const size_t m, const size_t n), (m, n))
REPLACE(gsl_vector, gsl_vector_alloc, (const size_t n), (n))
REPLACE(gsl_vector, gsl_vector_calloc, (const size_t n), (n))
REPLACE(gsl_vector_uint, gsl_vector_uint_alloc, (const size_t n), (n))
REPLACE(gsl_permutation, gsl_permutation_calloc, (const size_t n), (n))
REPLACE(gsl_eigen_symm_workspace, gsl_eigen_symm_alloc, (const size_t n), (n))
REPLACE(gsl_eigen_symmv_workspace, gsl_eigen_symmv_alloc, (const size_t n), (n))
REPLACE(gsl_rng, gsl_rng_alloc, (const gsl_rng_type *type), (type))
REPLACE(gsl_spmatrix, gsl_spmatrix_alloc_nzmax,
        (const size_t m, const size_t n, const size_t room, const int type),
        (m, n, room, type))
REPLACE(gsl_spmatrix, gsl_spmatrix_compress,
        (const gsl_spmatrix *from, const int type), (from, type))
REPLACE(gsl_bspline_workspace, gsl_bspline_alloc,
        (const size_t order, const size_t breaks), (order, breaks))
REPLACE(gsl_root_fsolver, gsl_root_fsolver_alloc,
        (const gsl_root_fsolver_type *type), (type))
REPLACE(gsl_odeiv2_step, gsl_odeiv2_step_alloc,
        (const gsl_odeiv2_step_type *type, size_t n), (type, n))
REPLACE(gsl_odeiv2_driver, gsl_odeiv2_driver_alloc_y_new,
        (const gsl_odeiv2_system *of, const gsl_odeiv2_step_type *type,
         const double h, const double absolute, const double relative),
        (of, type, h, absolute, relative))

static int told(const void *made)
{
  return made ? GSL_SUCCESS : GSL_ENOMEM;
}

static int make_dense(pn_error *error)
{
  (void)error;
  pn_dense *made = pn_dense_alloc(3);
  pn_dense_free(made);
  return told(made);
}

static int make_least_squares(pn_error *error)
{
  (void)error;
  pn_least_squares *made = pn_least_squares_alloc(5, 3);
  pn_least_squares_free(made);
  return told(made);
}

static int make_random_order(pn_error *error)
{
  size_t order[5];
  (void)error;
  const pn_block_matrix matrix = {.blocks = 5};
  return pn_order_random->set(&matrix, order);
}

static int make_step(pn_error *error)
{
  (void)error;
  pn_chain_step *made = pn_chain_step_alloc(6);
  pn_chain_step_free(made);
  return told(made);
}

/* Starts a chain of three bars. */
static int start_chain(const char *name, pn_error *error)
{
  int code = GSL_ENOMEM;
  pn_chain *chain = pn_chain_alloc(3, 0);
  pn_chain_point *point = chain ? pn_chain_point_alloc(chain) : NULL;
  if (point) {
    for (size_t i = 0; i < chain->bars; i++)
      chain->length[i] = 1;
    chain->end[0] = 2.385;
    code =
        pn_chain_start_set(pn_chain_start_find(name), chain, 9, point, error);
    ck_assert_int_eq(error->code, code);
  }
  pn_chain_point_free(point);
  pn_chain_free(chain);
  return code;
}

static int start_at_random(pn_error *error)
{
  return start_chain("random", error);
}

static int start_by_parabola(pn_error *error)
{
  return start_chain("parabola", error);
}

static int make_spline(pn_error *error)
{
  static const double x[] = {0, 0.5, 1.25, 2, 3}, y[] = {0, 1, 0.5, -1, 2.385};
  (void)error;
  pn_spline *made = pn_spline_alloc(3, PN_SPLINE_NOT_A_KNOT, 5, x, 1, y);
  pn_spline_free(made);
  return told(made);
}

static char *data_path(char *path, const char *file)
{
  const char *folder = getenv("PANTIN_DATA");
  ck_assert_ptr_nonnull(folder);
  snprintf(path, PN_TEXT_PATH, "%s/%s", folder, file);
  return path;
}

static int simulate(const char *integrator, pn_error *error)
{
  char path[PN_TEXT_PATH];
  pn_simulation *made = NULL;
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  ck_assert_ptr_nonnull(settings.integrator);
  pn_system_scene *of =
      pn_system_scene_read(data_path(path, "joints/pendulum.cfg"), 1, error);
  if (of)
    made = pn_simulation_alloc(of->system, &settings, error);
  pn_simulation_free(made);
  pn_system_scene_free(of);
  return error->code;
}

static int simulate_in_steps(pn_error *error)
{
  return simulate("rk4", error);
}

static int simulate_adaptively(pn_error *error)
{
  return simulate("rkf45", error);
}

/* Writes MJCF; a file that is not complete is not there. */
static int write_mjcf(pn_error *error)
{
  enum { STATE = 100 };
  static const char name[] = "check_gsl_memory.xml";
  char path[PN_TEXT_PATH];
  pn_system_scene *of =
      pn_system_scene_read(data_path(path, "joints/pendulum.cfg"), 1, error);
  if (of) {
    double y[STATE];
    ck_assert_uint_le(pn_system_dimension(of->system), STATE);
    pn_system_start(of->system, y);
    pn_system_scene_write(of, y, name, error);
  }
  pn_system_scene_free(of);
  ck_assert_int_eq(remove(name) == 0, !error->code);
  return error->code;
}

static int read_balls(pn_error *error)
{
  char path[PN_TEXT_PATH];
  pn_balls_scene *made =
      pn_balls_scene_read(data_path(path, "contact/balls-50.cfg"), error);
  pn_balls_scene_free(made);
  return error->code;
}

static int read_world(pn_error *error)
{
  char path[PN_TEXT_PATH];
  pn_world_scene *made =
      pn_world_scene_read(data_path(path, "tuning/marbles.cfg"), error);
  pn_world_scene_free(made);
  return error->code;
}

/* Reads entries, solves with the methods that copy them, and makes the problem
   anew from its arrays. */
static int solve_lcp(pn_error *error)
{
  char path[PN_TEXT_PATH];
  const pn_lcp_method *const methods[] = {pn_lcp_bpp, pn_lcp_ipm};
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp *lcp = pn_lcp_read(data_path(path, "lcp/stack-5.lcp"), error);
  int code = error->code ? error->code : pn_lcp_assemble(lcp);
  for (int m = 0; m < 2 && !code; m++) {
    pn_lcp_solver *solver = pn_lcp_solver_alloc(methods[m], lcp);
    code =
        solver ? pn_lcp_solver_set(solver, &settings, NULL, error) : GSL_ENOMEM;
    pn_lcp_solver_free(solver);
  }
  if (!code) {
    const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
    pn_lcp_free(pn_lcp_from_csr(lcp->size, A->p, A->i, A->data, lcp->b, error));
    code = error->code;
  }
  pn_lcp_free(lcp);
  return code;
}

static int make_cmaes(pn_error *error)
{
  const double mean[] = {1, 2}, deviation[] = {0.5, 0.5};
  const pn_cmaes_settings settings = pn_cmaes_settings_default();
  pn_cmaes_free(pn_cmaes_alloc(2, &settings, mean, deviation, error));
  return error->code;
}

static int measure_condition(pn_error *error)
{
  char path[PN_TEXT_PATH];
  pn_condition condition;
  pn_lcp *lcp = pn_lcp_read(data_path(path, "lcp/stack-5.lcp"), error);
  const int code = lcp ? pn_lcp_condition(lcp, &condition) : error->code;
  pn_lcp_free(lcp);
  return code;
}

static int tune_orders(pn_error *error)
{
  char path[PN_TEXT_PATH];
  pn_tune_settings settings = pn_tune_settings_default();
  settings.tuned = PN_TUNE_ALPHA | PN_TUNE_ORDER;
  pn_lcp *lcp = pn_lcp_read(data_path(path, "lcp/stack-5.lcp"), error);
  pn_tune_free(lcp ? pn_tune_alloc(lcp, &settings, error) : NULL);
  pn_lcp_free(lcp);
  return error->code;
}

static const struct {
  const char *name;
  int (*make)(pn_error *error); /* 0 or GSL_ENOMEM */
  size_t least;                 /* calls of GSL's that it makes */
} made[] = {{"a dense factorisation", make_dense, 7},
            {"least squares", make_least_squares, 4},
            {"a random order", make_random_order, 1},
            {"a step of a chain", make_step, 5},
            {"a random start", start_at_random, 1},
            {"a parabola", start_by_parabola, 1},
            {"a spline", make_spline, 6},
            {"a simulation", simulate_in_steps, 1},
            {"an adaptive simulation", simulate_adaptively, 1},
            {"a robot's file", write_mjcf, 1},
            {"a scene of balls", read_balls, 2},
            {"a scene of bodies", read_world, 1},
            {"a contact problem", solve_lcp, 5},
            {"CMA-ES", make_cmaes, 5},
            {"a condition number", measure_condition, 2},
            {"orders of rows", tune_orders, 3}};

START_TEST(each_request_of_gsl_may_fail)
{
  enum { MOST = 100 };
  pn_error error = {0};
  calls = 0;
  ck_assert_int_eq(made[_i].make(&error), GSL_SUCCESS);
  const size_t needed = calls;
  ck_assert_msg(needed >= made[_i].least && needed < MOST, "%s: %zu calls",
                made[_i].name, needed);
  for (size_t k = 1; k <= needed; k++) {
    error = (pn_error){0};
    left = k;
    const int code = made[_i].make(&error);
    ck_assert_uint_eq(left, 0);
    ck_assert_msg(code == GSL_ENOMEM, "%s, call %zu of %zu: %d, '%s'",
                  made[_i].name, k, needed, code, error.text);
    ck_assert_msg(!error.code || strstr(error.text, "out of memory"),
                  "%s, call %zu of %zu: '%s'", made[_i].name, k, needed,
                  error.text);
  }
}
END_TEST

/* So may each of the library's own, on the same ways. */
START_TEST(each_request_of_its_own_may_fail)
{
  enum { MOST = 2000 };
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    code = made[_i].make(&error);
    pn_alloc_fail_at(0);
    ck_assert_uint_lt(k, MOST);
    ck_assert_msg(!code || code == GSL_ENOMEM, "%s, request %zu: %d, '%s'",
                  made[_i].name, k, code, error.text);
    ck_assert_msg(!error.code || strstr(error.text, "out of memory"),
                  "%s, request %zu: '%s'", made[_i].name, k, error.text);
  }
}
END_TEST

/* A solver that is set once more, as in each step of a world, takes no memory,
   neither GSL's nor its own, nor do the first steps from there; by the factors
   of A and by its entries, in both of the orders that are found anew. */
START_TEST(a_solver_keeps_its_memory)
{
  static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_HEIGHT};
  enum { STEPS = 40 };
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i / 4);
  char path[PN_TEXT_PATH];
  pn_error error = {0};
  pn_lcp *lcp = pn_lcp_read(data_path(path, "lcp/stack-5.lcp"), &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  if (_i % 2)
    ck_assert_int_eq(pn_lcp_assemble(lcp), GSL_SUCCESS);
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = orders[_i % 4 / 2];
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  for (int again = 0; again < 2; again++) {
    calls = 0;
    if (again)
      pn_alloc_fail_at(1);
    const int code = pn_lcp_solver_set(solver, &settings, NULL, &error);
    for (int k = 0; k < STEPS && !code && !pn_lcp_solver_iterate(solver); k++)
      continue;
    if (again) {
      void *probe = pn_alloc(1, 1);
      ck_assert_msg(!probe && !calls, "%s takes memory again", method->name);
      pn_alloc_fail_at(0);
    }
    if (code) /* the method does not take this problem, or order */
      break;
  }
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  const int count = sizeof made / sizeof *made;
  int methods = 0;
  while (pn_lcp_method_get((size_t)methods))
    methods++;
  Suite *suite = suite_create("gsl_memory");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 60);
  tcase_add_loop_test(all, each_request_of_gsl_may_fail, 0, count);
  tcase_add_loop_test(all, each_request_of_its_own_may_fail, 0, count);
  tcase_add_loop_test(all, a_solver_keeps_its_memory, 0, 4 * methods);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
