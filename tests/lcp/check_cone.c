/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests friction by contacts: one contact against the enumeration of its boxes
   and against a search for the direction in which it slides; many contacts
   against Coulomb's law, written down from the full matrix. */
#include "pantin/lcp/solver.h"

#include "problems.h"
#include "test.h"
#include "tuning/piles.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACT = 3, ITERATIONS = 20000 };

/* To which the methods are run [m/s], and what that leaves of impulses and
   velocities. */
static const double tolerance = 1e-12, rest = 1e-9;

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 23850817);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

static double within(double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random_numbers);
}

/* Makes one contact with a random regular matrix and friction mu. */
static pn_lcp *one_contact(double mu)
{
  pn_lcp *lcp = problem_dense(random_numbers, CONTACT, CONTACT, 0.1);
  ck_assert(!pn_lcp_add_friction(lcp));
  lcp->b[0] = within(-1, 0.3);
  for (size_t k = 1; k < CONTACT; k++) {
    lcp->normal[k] = 0;
    lcp->mu[k] = mu;
    lcp->hi[k] = within(0, 0.5);
    lcp->lo[k] = -lcp->hi[k];
  }
  return lcp;
}

/* The friction that is asked for. */
typedef enum { FROZEN, COUPLED, CONE } friction;

static pn_lcp_solver *run(const pn_lcp_method *method, const pn_lcp *lcp,
                          friction kind, size_t iterations)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = tolerance;
  settings.coupled = kind == COUPLED;
  settings.cone = kind == CONE;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  pn_error error = {0};
  ck_assert_ptr_nonnull(solver);
  ck_assert_msg(!pn_lcp_solver_set(solver, &settings, NULL, &error), "%s",
                error.text);
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE &&
         solver->iteration < iterations)
    ck_assert(!pn_lcp_solver_iterate(solver));
  ck_assert_msg(solver->residual.scaled.inf <= tolerance,
                "%s, friction %d: %g after %zu", method->name, (int)kind,
                solver->residual.scaled.inf, solver->iteration);
  return solver;
}

START_TEST(one_contact_in_a_box_is_solved_at_once)
{
  for (int k = 0; k < 1000; k++) {
    pn_lcp *lcp = one_contact(0.8);
    if (k % 2)
      problem_draw_bounds(random_numbers, lcp);
    pn_lcp_solver *oracle = run(pn_lcp_enumerate, lcp, FROZEN, ITERATIONS);
    pn_lcp_solver *block = run(pn_lcp_pgs_block, lcp, FROZEN, 1);
    for (size_t i = 0; i < CONTACT; i++)
      test_close(block->lambda[i], oracle->lambda[i], rest,
                 "problem %d, lambda(%zu)", k, i + 1);
    pn_lcp_solver_free(block);
    pn_lcp_solver_free(oracle);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Tells how far u_T is from being opposite to the direction of this angle, when
   the contact slides in it: r is what u_N = 0 asks for. */
static double turn(const double *A, const double *b, double mu, double angle,
                   double *r, double *u)
{
  const double d[2] = {cos(angle), sin(angle)};
  r[0] = -b[0] / (A[0] + mu * (A[1] * d[0] + A[2] * d[1]));
  for (size_t k = 0; k < 2; k++)
    r[1 + k] = mu * r[0] * d[k];
  for (size_t i = 0; i < CONTACT; i++) {
    u[i] = b[i];
    for (size_t j = 0; j < CONTACT; j++)
      u[i] += A[CONTACT * i + j] * r[j];
  }
  return u[1] * d[1] - u[2] * d[0];
}

/* Finds the impulses of a sliding contact nearest to r, by all directions in
   turn; returns their distance. */
static double nearest_sliding(const double *A, const double *b, double mu,
                              const double *r)
{
  enum { DIRECTIONS = 2000, HALVINGS = 60 };
  const double step = 8 * atan(1) / DIRECTIONS;
  double nearest = INFINITY, at[CONTACT], u[CONTACT];
  for (int k = 0; k < DIRECTIONS; k++) {
    double low = k * step, high = low + step;
    const double first = turn(A, b, mu, low, at, u);
    if (first * turn(A, b, mu, high, at, u) > 0)
      continue;
    for (int h = 0; h < HALVINGS; h++) {
      const double middle = (low + high) / 2;
      if (first * turn(A, b, mu, middle, at, u) > 0)
        low = middle;
      else
        high = middle;
    }
    if (at[0] >= 0 && u[1] * at[1] + u[2] * at[2] <= 0)
      nearest =
          fmin(nearest, hypot(hypot(at[0] - r[0], at[1] - r[1]), at[2] - r[2]));
  }
  return nearest;
}

/* Opens, sticks or slides, each of them many times. */
START_TEST(one_contact_in_its_cone_is_solved_at_once)
{
  size_t slid = 0, stuck = 0;
  for (int k = 0; k < 1000; k++) {
    const double mu = k % 4 == 0 ? 0 : within(0, 1.5);
    pn_lcp *lcp = one_contact(mu);
    double *A = problem_matrix(lcp);
    pn_lcp_solver *block = run(pn_lcp_pgs_block, lcp, CONE, 1);
    const double *r = block->lambda, *u = block->w;
    const double slip = hypot(u[1], u[2]);
    if (lcp->b[0] >= 0) {
      ck_assert(r[0] == 0 && r[1] == 0 && r[2] == 0);
    } else if (slip > rest) {
      ck_assert_msg(nearest_sliding(A, lcp->b, mu, r) < rest, "problem %d", k);
      slid++;
    } else {
      test_close(u[0], 0, rest, "problem %d, u_N", k);
      ck_assert(hypot(r[1], r[2]) <= mu * r[0]);
      stuck++;
    }
    free(A);
    pn_lcp_solver_free(block);
    pn_lcp_free(lcp);
  }
  ck_assert_uint_gt(slid, 200);
  ck_assert_uint_gt(stuck, 50);
}
END_TEST

/* Returns how much the answer violates Coulomb's law, contact by contact, with
   velocities from the full matrix. */
static double violation(const pn_lcp *lcp, const double *lambda)
{
  double worst = 0, *A = pile_matrix(lcp);
  for (size_t c = 0; c < lcp->size; c += CONTACT) {
    const double *r = &lambda[c], mu = lcp->mu[c + 1];
    double u[CONTACT];
    for (size_t i = 0; i < CONTACT; i++) {
      u[i] = lcp->b[c + i];
      for (size_t j = 0; j < lcp->size; j++)
        u[i] += A[(c + i) * lcp->size + j] * lambda[j];
    }
    const double push = hypot(r[1], r[2]), slip = hypot(u[1], u[2]);
    worst = fmax(worst, fmax(-u[0], -r[0]));
    worst = fmax(worst, fabs(u[0] * r[0]));
    worst = fmax(worst, push - mu * r[0]);
    /* Where it slips, friction is full and opposite: |u_T| r_T = -mu r_N u_T.
     */
    for (size_t k = 1; k < CONTACT; k++)
      worst = fmax(worst, fabs(slip * r[k] + mu * r[0] * u[k]));
  }
  free(A);
  return worst;
}

START_TEST(many_contacts_obey_the_law_of_coulomb)
{
  for (int k = 0; k < 30; k++) {
    pn_lcp *lcp = pile(random_numbers, 2 + (size_t)k, 8, 1e-2);
    pn_lcp_solver *block = run(pn_lcp_pgs_block, lcp, CONE, ITERATIONS);
    ck_assert_msg(violation(lcp, block->lambda) < rest, "problem %d: %g", k,
                  violation(lcp, block->lambda));
    /* Both the law and the residual see an impulse that is a little wrong. */
    for (size_t i = 0; i < lcp->size; i++) {
      if (!(block->lambda[i] > 1e-3))
        continue;
      block->lambda[i] *= 1 + 1e-4;
      ck_assert(violation(lcp, block->lambda) > 10 * rest);
      ck_assert(pn_lcp_solver_measure(block)->scaled.inf > 1e3 * tolerance);
      block->lambda[i] /= 1 + 1e-4;
    }
    pn_lcp_solver_free(block);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Row by row, contact by contact and with friction apart, sweeps come to rest
   at the same impulses, which are also those of the box frozen there. */
START_TEST(coupled_boxes_agree_with_rows)
{
  size_t sweeps_by_rows = 0, sweeps_by_contacts = 0;
  for (int k = 0; k < 30; k++) {
    pn_lcp *lcp = pile(random_numbers, 2 + (size_t)k, 8, 1e-1);
    for (size_t i = 0; i < lcp->size; i++)
      lcp->mu[i] *= 0.5;
    pn_lcp_solver *rows = run(pn_lcp_pgs, lcp, COUPLED, ITERATIONS);
    pn_lcp_solver *block = run(pn_lcp_pgs_block, lcp, COUPLED, ITERATIONS);
    sweeps_by_rows += rows->iteration;
    sweeps_by_contacts += block->iteration;
    pn_lcp_solver *staggered = run(pn_lcp_staggered, lcp, COUPLED, ITERATIONS);
    pn_lcp_friction_bounds(lcp, block->lambda, lcp->lo, lcp->hi);
    pn_lcp_solver *frozen = run(pn_lcp_face, lcp, FROZEN, ITERATIONS);
    for (size_t i = 0; i < lcp->size; i++) {
      test_close(block->lambda[i], rows->lambda[i], rest,
                 "problem %d, lambda(%zu)", k, i + 1);
      test_close(staggered->lambda[i], rows->lambda[i], rest,
                 "problem %d, staggered, lambda(%zu)", k, i + 1);
      test_close(frozen->lambda[i], rows->lambda[i], rest,
                 "problem %d, frozen, lambda(%zu)", k, i + 1);
    }
    pn_lcp_solver_free(frozen);
    pn_lcp_solver_free(staggered);
    pn_lcp_solver_free(block);
    pn_lcp_solver_free(rows);
    pn_lcp_free(lcp);
  }
  ck_assert_uint_lt(sweeps_by_contacts, sweeps_by_rows);
}
END_TEST

/* A contact with one tangent has the same cone and box. */
START_TEST(in_the_plane_the_cone_is_the_box)
{
  enum { ROWS = 2 };
  for (int k = 0; k < 100; k++) {
    pn_lcp *lcp = problem_dense(random_numbers, ROWS, ROWS, 0.1);
    ck_assert(!pn_lcp_add_friction(lcp));
    lcp->normal[1] = 0;
    lcp->mu[1] = 0.3;
    pn_lcp_solver *cone = run(pn_lcp_pgs_block, lcp, CONE, 1);
    pn_lcp_solver *box = run(pn_lcp_pgs_block, lcp, COUPLED, 1);
    for (size_t i = 0; i < ROWS; i++)
      test_close(cone->lambda[i], box->lambda[i], rest, "problem %d, (%zu)", k,
                 i + 1);
    pn_lcp_solver_free(box);
    pn_lcp_solver_free(cone);
    pn_lcp_free(lcp);
  }
}
END_TEST

static void check_refusal(const pn_lcp_method *method, const pn_lcp *lcp,
                          double kappa, const char *reason)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  settings.cone = 1;
  settings.kappa = kappa;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, reason);
  pn_lcp_solver_free(solver);
}

START_TEST(cones_that_are_none_are_refused)
{
  pn_lcp *lcp = one_contact(0.5);
  check_refusal(pn_lcp_pgs, lcp, 0,
                "method pgs knows friction in a box only; pgs-block takes the "
                "cone");
  check_refusal(pn_lcp_pgs_block, lcp, 1,
                "method pgs-block knows no regularisation: leave kappa 0");
  lcp->mu[2] = 0.4;
  check_refusal(pn_lcp_pgs_block, lcp, 0,
                "rows 2 and 3 are tangents of one contact with friction 0.5 "
                "and 0.4; a cone has one");
  lcp->mu[2] = 0.5;
  lcp->hi[0] = 2;
  check_refusal(pn_lcp_pgs_block, lcp, 0,
                "row 1, a normal, has the bounds 0 and 2; a cone has 0 and "
                "infinity");
  lcp->normal[0] = lcp->normal[1] = lcp->normal[2] = 2;
  check_refusal(pn_lcp_pgs_block, lcp, 0,
                "row 1 has friction: one or two such rows must follow the row "
                "of their normal");
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cone");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_test(tests, one_contact_in_a_box_is_solved_at_once);
  tcase_add_test(tests, one_contact_in_its_cone_is_solved_at_once);
  tcase_add_test(tests, many_contacts_obey_the_law_of_coulomb);
  tcase_add_test(tests, coupled_boxes_agree_with_rows);
  tcase_add_test(tests, in_the_plane_the_cone_is_the_box);
  tcase_add_test(tests, cones_that_are_none_are_refused);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
