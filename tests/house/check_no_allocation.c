/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* No step takes memory, but the first sweep of an LCP method: every LCP method,
   multiplier solver, integrator, chain method and CMA-ES runs on the shipped
   scenes with the first request for memory refused in each step, must not
   notice, and must not have made one. */
#include "pantin/base/alloc.h"
#include "pantin/base/data.h"
#include "pantin/base/text.h"
#include "pantin/body/scene.h"
#include "pantin/chain/case.h"
#include "pantin/dynamics/simulation.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/solver.h"
#include "pantin/tuning/cmaes.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Enough steps that `face` factorises, and line searches meet every case; or
   enough products for those that take many of them in a step. */
enum {
  LCP_STEPS = 300,
  LCP_PRODUCTS = 3000,
  CHAIN_STEPS = 10,
  TIME_STEPS = 3,
  GENERATIONS = 50
};

/* Scenes of more joints, and chains of more bars, tell nothing new. */
enum { JOINTS_MAX = 60, BARS_MAX = 100 };

static const char *const lcps[] = {"art-50",  "exact-50",  "mid-50",
                                   "mid-350", "exact-350", "heavy-on-light",
                                   "stack-5", "stack-7"};
enum { LCPS = sizeof lcps / sizeof lcps[0] };

/* The steps that were taken without a request for memory. */
static size_t steps;

static void refuse_memory(void)
{
  pn_alloc_fail_at(1);
}

/* Checks after a step that none was taken: the request that is refused must be
   this one. */
static void check_none_was_taken(const char *family, const char *member,
                                 const char *scene)
{
  void *probe = pn_alloc(1, 1);
  const int untouched = probe == NULL;
  pn_free(probe);
  pn_alloc_fail_at(0);
  ck_assert_msg(untouched, "%s %s on %s takes memory in a step", family, member,
                scene);
  steps++;
}

static char *data_path(char *path, const char *topic, const char *file)
{
  const char *folder = getenv("PANTIN_DATA");
  ck_assert_ptr_nonnull(folder);
  snprintf(path, PN_TEXT_PATH, "%s/%s/%s", folder, topic, file);
  return path;
}

/* Calls `run` with each scene of a topic. */
static void each_scene(const char *topic, void (*run)(const char *path))
{
  const char *const folders[] = {getenv("PANTIN_DATA"), NULL};
  pn_data_entry *entry = NULL;
  size_t count = 0;
  pn_error error = {0};
  ck_assert_int_eq(pn_data_list(folders, topic, &entry, &count, &error), 0);
  ck_assert_uint_gt(count, 0);
  for (size_t k = 0; k < count; k++) {
    char file[sizeof entry->name + 4], path[PN_TEXT_PATH];
    snprintf(file, sizeof file, "%s.cfg", entry[k].name);
    run(data_path(path, topic, file));
  }
  pn_free(entry);
}

/* Finds the iteration with the first sweep, which packs the rows; check_packed
   refuses it the memory. SIZE_MAX: there is none. */
static size_t first_sweep(const pn_lcp_method *method, const pn_lcp *lcp)
{
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  size_t found = SIZE_MAX;
  if (!pn_lcp_solver_set(solver, &settings, NULL, NULL))
    while (solver->sweeps == 0 && solver->iteration < LCP_STEPS &&
           solver->products < LCP_PRODUCTS)
      if (pn_lcp_solver_iterate(solver))
        break;
  if (solver->sweeps > 0)
    found = solver->iteration - 1;
  pn_lcp_solver_free(solver);
  return found;
}

/* By its factors, and by its entries. */
START_TEST(no_lcp_method_takes_memory)
{
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i / 2);
  for (size_t k = 0; k < LCPS; k++) {
    char file[40], path[PN_TEXT_PATH];
    pn_error error = {0};
    snprintf(file, sizeof file, "%s.lcp", lcps[k]);
    pn_lcp *lcp = pn_lcp_read(data_path(path, "lcp", file), &error);
    ck_assert_msg(lcp != NULL, "%s", error.text);
    if (_i % 2)
      ck_assert_int_eq(pn_lcp_assemble(lcp), 0);
    /* Friction in every second row, of the row before. */
    if (method->needs & PN_LCP_NEEDS_FRICTION)
      ck_assert_int_eq(pn_lcp_add_friction(lcp), 0);
    for (size_t i = 1; lcp->mu && i < lcp->size; i += 2) {
      lcp->normal[i] = i - 1;
      lcp->mu[i] = 0.5;
    }
    const pn_lcp_settings settings = pn_lcp_settings_default();
    pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
    ck_assert_ptr_nonnull(solver);
    int code = pn_lcp_solver_set(solver, &settings, NULL, NULL);
    const size_t packs = first_sweep(method, lcp);
    while (!code && solver->iteration < LCP_STEPS &&
           solver->products < LCP_PRODUCTS) {
      const int may = solver->iteration == packs;
      if (!may)
        refuse_memory();
      code = pn_lcp_solver_iterate(solver);
      if (!may)
        check_none_was_taken("LCP method", method->name, lcps[k]);
    }
    pn_lcp_solver_free(solver);
    pn_lcp_free(lcp);
  }
  ck_assert_uint_gt(steps, 0);
}
END_TEST

/* Without this the tests above would pass if `face` never factorised. */
START_TEST(face_and_bpp_factorise_here)
{
  const pn_lcp_method *const methods[] = {pn_lcp_face, pn_lcp_bpp};
  char path[PN_TEXT_PATH];
  pn_lcp *lcp = pn_lcp_read(data_path(path, "lcp", "mid-350.lcp"), NULL);
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(methods[_i], lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, NULL), 0);
  while (solver->iteration < LCP_STEPS && !pn_lcp_solver_iterate(solver))
    continue;
  ck_assert_uint_gt(solver->factorisations, 0);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

static void run_chain(const char *path)
{
  pn_error error = {0};
  pn_chain_case *of = pn_chain_case_read(path, NULL, 1, &error);
  ck_assert_msg(of != NULL, "%s: %s", path, error.text);
  const pn_chain_settings settings = pn_chain_settings_default();
  for (size_t k = 0; of->chain->bars <= BARS_MAX && pn_chain_method_get(k);
       k++) {
    const pn_chain_method *method = pn_chain_method_get(k);
    pn_chain_solver *solver = pn_chain_solver_alloc(method, of->chain);
    ck_assert_ptr_nonnull(solver);
    int code = pn_chain_solver_set(solver, &settings, of->start, NULL);
    while (!code && solver->info.iteration < CHAIN_STEPS) {
      refuse_memory();
      code = pn_chain_solver_iterate(solver);
      check_none_was_taken("chain method", method->name, path);
    }
    pn_chain_solver_free(solver);
  }
  pn_chain_case_free(of);
}

START_TEST(no_chain_method_takes_memory)
{
  each_scene("chain", run_chain);
  ck_assert_uint_gt(steps, 0);
}
END_TEST

static void simulate(const pn_system *system,
                     const pn_simulation_settings *settings, const char *path)
{
  pn_simulation *s = pn_simulation_alloc(system, settings, NULL);
  for (int k = 0; s && k < TIME_STEPS; k++) {
    refuse_memory();
    const int code = pn_simulation_step(s, NULL);
    check_none_was_taken(settings->integrator->name, settings->solver->name,
                         path);
    if (code)
      break;
  }
  pn_simulation_free(s);
}

static void run_system(const char *path)
{
  pn_error error = {0};
  pn_system_scene *of = pn_system_scene_read(path, 1, &error);
  ck_assert_msg(of != NULL, "%s: %s", path, error.text);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-3;
  if (of->system->joints <= JOINTS_MAX) {
    for (size_t k = 0; pn_integrator_get(k); k++) {
      settings.integrator = pn_integrator_get(k);
      simulate(of->system, &settings, path);
    }
    settings.integrator = pn_integrator_find("rk4");
    for (size_t k = 0; pn_multiplier_type_get(k); k++) {
      settings.solver = pn_multiplier_type_get(k);
      simulate(of->system, &settings, path);
    }
  }
  pn_system_scene_free(of);
}

START_TEST(no_integrator_or_multiplier_solver_takes_memory)
{
  each_scene("joints", run_system);
  ck_assert_uint_gt(steps, 0);
}
END_TEST

START_TEST(cmaes_takes_no_memory)
{
  enum { N = 5 };
  const double mean[N] = {1, 1, 1, 1, 1}, deviation[N] = {1, 1, 1, 1, 1};
  const pn_cmaes_settings settings = pn_cmaes_settings_default();
  pn_cmaes *es = pn_cmaes_alloc(N, &settings, mean, deviation, NULL);
  ck_assert_ptr_nonnull(es);
  double *value = pn_alloc(es->population, sizeof *value);
  for (int g = 0; g < GENERATIONS; g++) {
    refuse_memory();
    pn_cmaes_ask(es);
    for (size_t k = 0; k < es->population; k++) {
      value[k] = 0;
      for (size_t i = 0; i < N; i++)
        value[k] +=
            (double)(i + 1) * es->points[k * N + i] * es->points[k * N + i];
    }
    ck_assert_int_eq(pn_cmaes_tell(es, value), 0);
    check_none_was_taken("CMA-ES", "generation", "an ellipsoid");
  }
  pn_free(value);
  pn_cmaes_free(es);
}
END_TEST

/* The probe sees a request, so that the tests above can fail. */
START_TEST(a_request_is_noticed)
{
  refuse_memory();
  ck_assert_ptr_null(pn_alloc(1, 1)); /* as in a step that takes memory */
  void *probe = pn_alloc(1, 1);
  ck_assert_ptr_nonnull(probe);
  pn_free(probe);
}
END_TEST

int main(void)
{
  int methods = 0;
  while (pn_lcp_method_get((size_t)methods))
    methods++;
  Suite *suite = suite_create("no allocation");
  TCase *lcp = tcase_create("lcp");
  tcase_set_timeout(lcp, 60);
  tcase_add_loop_test(lcp, no_lcp_method_takes_memory, 0, 2 * methods);
  tcase_add_loop_test(lcp, face_and_bpp_factorise_here, 0, 2);
  suite_add_tcase(suite, lcp);
  TCase *others = tcase_create("others");
  tcase_set_timeout(others, 60);
  tcase_add_test(others, no_chain_method_takes_memory);
  tcase_add_test(others, no_integrator_or_multiplier_solver_takes_memory);
  tcase_add_test(others, cmaes_takes_no_memory);
  tcase_add_test(others, a_request_is_noticed);
  suite_add_tcase(suite, others);
  return test_run(suite);
}
