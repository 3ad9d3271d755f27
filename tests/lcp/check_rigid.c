/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests problems of rigid bodies: velocities against J and W multiplied out,
   the rows of contacts, and frozen and coupled friction. */
#include "pantin/lcp/solver.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/rigid_private.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

/* The rounding of sums of some hundred products of numbers near 1. */
static const double rounding = 1e-12;

/* The residual to which the solvers are run. */
static const double accurate = 1e-11;

enum { CONTACTS = 15, ROWS = 3 * CONTACTS, BODIES = 5, COLUMNS = 6 * BODIES };

static gsl_rng *random_numbers;
static pn_lcp *lcp;
static pn_rigid_delassus *R;
static double J[ROWS][COLUMNS], W[COLUMNS][COLUMNS], C[ROWS];
static double A[ROWS][ROWS];

static double within(double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random_numbers);
}

/* Sets a body with a full inertia tensor, and keeps its W. */
static void draw_body(size_t k)
{
  const double inverse_mass = within(0.3, 2);
  pn_mat3 root, inverse = {{{0}}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      root.m[i][j] = within(-1, 1) + (i == j);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int l = 0; l < 3; l++)
        inverse.m[i][j] += root.m[i][l] * root.m[j][l];
  pn_rigid_delassus_set_body(R, k, inverse_mass, inverse);
  for (size_t i = 0; i < 3; i++) {
    W[6 * k + i][6 * k + i] = inverse_mass;
    for (size_t j = 0; j < 3; j++)
      W[6 * k + 3 + i][6 * k + 3 + j] = inverse.m[i][j];
  }
}

/* Sets row c between bodies of which one may be the world. */
static void draw_row(size_t c, pn_pair pair)
{
  double block[2][6];
  const size_t body[2] = {pair.i, pair.j};
  for (size_t s = 0; s < 2; s++)
    for (size_t k = 0; k < 6; k++) {
      block[s][k] = within(-1, 1);
      if (body[s] < BODIES)
        J[c][6 * body[s] + k] = block[s][k];
    }
  C[c] = c % 2 ? 0 : within(0, 0.1);
  pn_rigid_delassus_set_row(R, c, pair, block[0], block[1], C[c]);
  lcp->b[c] = within(-1, 1);
}

static void multiply_out(void)
{
  for (size_t c = 0; c < ROWS; c++)
    for (size_t d = 0; d < ROWS; d++) {
      A[c][d] = c == d ? C[c] : 0;
      for (size_t k = 0; k < COLUMNS; k++)
        for (size_t l = 0; l < COLUMNS; l++)
          A[c][d] += J[c][k] * W[k][l] * J[d][l];
    }
}

/* Makes contacts of three rows each, a normal and two tangents. */
static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 20220614);
  memset(J, 0, sizeof J);
  memset(W, 0, sizeof W);
  lcp = pn_lcp_alloc(ROWS);
  R = pn_rigid_delassus_alloc(ROWS, BODIES);
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  for (size_t k = 0; k < BODIES; k++)
    draw_body(k);
  for (size_t c = 0; c < CONTACTS; c++) {
    const size_t i = gsl_rng_uniform_int(random_numbers, BODIES);
    const pn_pair pair = {(uint32_t)(c % 2 ? i : BODIES),
                          (uint32_t)((i + 1 + c % 3) % BODIES)};
    for (size_t k = 3 * c; k < 3 * c + 3; k++) {
      draw_row(k, pair);
      lcp->normal[k] = 3 * c;
      lcp->mu[k] = k % 3 ? 0.6 : 0;
      lcp->lo[k] = k % 3 ? -0.2 : 0;
      lcp->hi[k] = k % 3 ? 0.3 : INFINITY;
    }
  }
  R->rows = ROWS;
  pn_lcp_set_operator(lcp, &R->base);
  multiply_out();
}

static void finish(void)
{
  pn_lcp_free(lcp);
  gsl_rng_free(random_numbers);
}

static void draw(double *x)
{
  for (size_t i = 0; i < ROWS; i++)
    x[i] = within(-0.7, 1.3);
}

START_TEST(velocities_match_the_impulses)
{
  double x[ROWS], u[6 * (BODIES + 1)];
  draw(x);
  pn_rigid_delassus_velocities(R, x, u);
  for (size_t k = 0; k < COLUMNS; k++) {
    double want = 0;
    for (size_t l = 0; l < COLUMNS; l++)
      for (size_t c = 0; c < ROWS; c++)
        want += W[k][l] * J[c][l] * x[c];
    test_close(u[k], want, rounding, "u(%zu)", k);
  }
}
END_TEST

/* Computes the residual by the definition of the problem, from the dense
   matrix, with the friction bounds of lambda itself. */
static double coupled_error(const double *lambda)
{
  double worst = 0;
  for (size_t i = 0; i < ROWS; i++) {
    const double most = lcp->mu[i] * lambda[i - i % 3];
    const double lo = i % 3 ? -most : 0, hi = i % 3 ? most : INFINITY;
    double w = lcp->b[i];
    for (size_t j = 0; j < ROWS; j++)
      w += A[i][j] * lambda[j];
    const double clipped = fmin(fmax(lambda[i] - w, lo), hi);
    worst = fmax(worst, fabs(lambda[i] - clipped));
  }
  return worst;
}

static pn_lcp_solver *run(const pn_lcp_method *method, int coupled)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.coupled = coupled;
  settings.omega = 1.3;
  settings.tolerance = accurate / 10;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  pn_error error = {0};
  ck_assert_msg(!pn_lcp_solver_set(solver, &settings, NULL, &error), "%s",
                error.text);
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(solver))
      break;
  return solver;
}

/* Products taken four numbers at a time have the bits of those row by row, also
   where a row has one body twice. */
START_TEST(products_are_those_of_rows)
{
  enum { SIZE = 6 * (BODIES + 1) };
  double x[ROWS], y[ROWS], D[ROWS], u[SIZE] = {0}, pushed[SIZE] = {0},
                                    scratch[SIZE];
  R->pair[7].j = R->pair[7].i = 2;
  for (size_t c = 0; c < ROWS; c++) {
    const double *G = R->G + PN_RIGID_ROW * c;
    x[c] = within(-1, 1);
    pni_rigid_add(u + 6 * R->pair[c].i, x[c], G);
    pni_rigid_add(u + 6 * R->pair[c].j, x[c], G + 6);
  }
  pni_rigid_push(R, x, pushed);
  ck_assert_mem_eq(pushed, u, sizeof u);
  R->base.type->multiply(&R->base, x, y, scratch);
  R->base.type->diagonal(&R->base, D);
  for (size_t c = 0; c < ROWS; c++) {
    const pni_two dots = pni_rigid_dots(
        R->G + PN_RIGID_ROW * c, u + 6 * R->pair[c].i, u + 6 * R->pair[c].j);
    ck_assert_double_eq(y[c], R->C[c] * x[c] + dots[0] + dots[1]);
    ck_assert_double_eq(D[c], pn_rigid_delassus_entry(R, c, c));
  }
}
END_TEST

static pn_vec3 draw_vec3(void)
{
  return pn_vec3_make(within(-1, 1), within(-1, 1), within(-1, 1));
}

/* The rows of a contact have the same bits, set side by side or one by one; the
   first or second body may be the world. */
START_TEST(three_rows_at_once_are_as_one_by_one)
{
  enum { WAYS = 3, RATES = 3 * CONTACTS };
  const uint32_t world = BODIES;
  const pn_pair pairs[WAYS] = {{0, 3}, {world, 1}, {2, world}};
  double u[6 * (BODIES + 1)] = {0}, rate[RATES], plain_rate[RATES];
  pn_rigid_delassus *plain = (pn_rigid_delassus *)R->base.type->copy(&R->base);
  ck_assert_ptr_nonnull(plain);
  for (size_t k = 0; k < COLUMNS; k++)
    u[k] = within(-1, 1);
  for (size_t c = 0; c < CONTACTS; c++) {
    pni_rigid_contact at = {.pair = pairs[c % WAYS]};
    for (size_t k = 0; k < 3; k++) {
      at.d[k] = draw_vec3();
      at.C[k] = within(0, 1);
    }
    at.arm[0] = draw_vec3();
    at.arm[1] = draw_vec3();
    pni_rigid_set_rows(plain, 3 * c, 3, &at, u, plain_rate + 3 * c);
    pni_rigid_set_three(R, 3 * c, &at, u, rate + 3 * c);
  }
  ck_assert_mem_eq(rate, plain_rate, sizeof rate);
  ck_assert_mem_eq(R->G, plain->G, ROWS * PN_RIGID_ROW * sizeof *R->G);
  ck_assert_mem_eq(R->C, plain->C, ROWS * sizeof *R->C);
  ck_assert_mem_eq(R->pair, plain->pair, ROWS * sizeof *R->pair);
  pn_rigid_delassus_free(plain);
}
END_TEST

/* With the bounds frozen at the solution of the coupled sweep, every exact
   method finds that solution. */
START_TEST(coupled_friction_is_frozen_friction_at_its_solution)
{
  const pn_lcp_method *const exact[] = {pn_lcp_bpp, pn_lcp_face};
  pn_lcp_solver *coupled = run(_i ? pn_lcp_psor : pn_lcp_pgs, 1);
  double lambda[ROWS];
  memcpy(lambda, coupled->lambda, sizeof lambda);
  ck_assert(coupled->residual.scaled.inf <= accurate);
  test_close(coupled_error(lambda), 0, accurate, "coupled residual");
  for (size_t i = 0; i < ROWS; i++) {
    const double step = 1e-4, held = lambda[i];
    lambda[i] = held + step;
    ck_assert_msg(coupled_error(lambda) > step / 100, "row %zu unseen", i);
    lambda[i] = held;
  }
  pn_lcp_friction_bounds(lcp, lambda, lcp->lo, lcp->hi);
  for (size_t m = 0; m < 2; m++) {
    pn_lcp_solver *frozen = run(exact[m], 0);
    for (size_t i = 0; i < ROWS; i++)
      test_close(frozen->w[i], coupled->w[i], 1e-8, "%s, w(%zu)",
                 exact[m]->name, i);
    pn_lcp_solver_free(frozen);
  }
  pn_lcp_solver_free(coupled);
}
END_TEST

START_TEST(methods_without_coupling_refuse_it)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.coupled = 1;
  pn_error error = {0};
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_mprgp, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(
      error.text,
      "method mprgp minimises an energy, and coupled friction has "
      "none: freeze its bounds (frozen = true in the scene), or take "
      "pgs, psor, pgs-block, staggered or shock");
  settings.coupled = 0;
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  pn_lcp_solver_free(solver);
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  pn_rigid_delassus *made = NULL;
  for (size_t k = 1; !made; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    made = pn_rigid_delassus_alloc(4, 3);
    pn_alloc_fail_at(0);
  }
  pn_rigid_delassus_free(made);
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    code = pn_lcp_assemble(lcp);
    pn_alloc_fail_at(0);
  }
  ck_assert_ptr_eq(pn_lcp_factors(lcp->A), &R->base);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("rigid");
  TCase *factors = tcase_create("factors");
  tcase_add_checked_fixture(factors, prepare, finish);
  tcase_add_test(factors, velocities_match_the_impulses);
  tcase_add_test(factors, products_are_those_of_rows);
  tcase_add_test(factors, three_rows_at_once_are_as_one_by_one);
  tcase_add_test(factors, failed_allocations_leak_nothing);
  suite_add_tcase(suite, factors);
  TCase *friction = tcase_create("friction");
  tcase_add_checked_fixture(friction, prepare, finish);
  tcase_add_loop_test(
      friction, coupled_friction_is_frozen_friction_at_its_solution, 0, 2);
  tcase_add_test(friction, methods_without_coupling_refuse_it);
  suite_add_tcase(suite, friction);
  return test_run(suite);
}
