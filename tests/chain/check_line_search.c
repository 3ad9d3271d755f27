/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Armijo's rule on merit functions in closed form, for which the accepted
   alpha is found by hand. */
#include "pantin/chain/line_search.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { HALVINGS = 20 };

/* The merit functions ---------------------------------------------------- */

static int calls;
static double last_alpha;

static double note(double alpha, double phi)
{
  calls++;
  last_alpha = alpha;
  return phi;
}

/* Returns phi = (1 - c alpha)^2: phi(0) = 1, phi'(0) = -2 c. Armijo's rule asks
   that alpha <= 2 (1 - omega) / c. */
static double parabola(void *context, double alpha)
{
  const double c = *(const double *)context;
  return note(alpha, (1 - c * alpha) * (1 - c * alpha));
}

/* Returns phi = |1 - c alpha|, with a kink at 1 / c: phi'(0) = -c. Armijo's
   rule asks that alpha <= 2 / (c (1 + omega)). */
static double kink(void *context, double alpha)
{
  const double c = *(const double *)context;
  return note(alpha, fabs(1 - c * alpha));
}

/* Returns phi = 1 - alpha below the bound, and undefined above it. */
static double cliff(void *context, double alpha)
{
  const double bound = *(const double *)context;
  return note(alpha, alpha > bound ? NAN : 1 - alpha);
}

/* Returns phi = 1 + rise, whatever alpha. */
static double plateau(void *context, double alpha)
{
  return note(alpha, 1 + *(const double *)context);
}

static pn_line_search search(double (*merit)(void *, double), double *c,
                             double slope)
{
  calls = 0;
  return (pn_line_search){.merit = merit,
                          .context = c,
                          .start = 1,
                          .slope = slope,
                          .omega = 0.3,
                          .first = 1,
                          .halvings = HALVINGS};
}

/* Returns the greatest of first, first / 2, first / 4, ... that is at most
   `limit`. */
static double first_below(double first, double limit)
{
  while (first > limit)
    first /= 2;
  return first;
}

/* The rule --------------------------------------------------------------- */

static const double steepness[] = {0.7, 1.39, 1.41, 2.385, 17, 12345.6};

START_TEST(a_parabola_is_cut_where_the_formula_says)
{
  double c = steepness[_i], alpha = NAN;
  pn_line_search s = search(parabola, &c, -2 * c);
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_SUCCESS);
  const double want = first_below(1, 2 * (1 - s.omega) / c);
  test_close(alpha, want, 0, "alpha for c = %g", c);
  test_close(last_alpha, alpha, 0, "the last trial");
  ck_assert_int_eq(calls, 1 + (int)lround(-log2(want)));
}
END_TEST

START_TEST(a_kink_is_cut_where_the_formula_says)
{
  double c = steepness[_i], alpha = NAN;
  pn_line_search s = search(kink, &c, -c);
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_SUCCESS);
  test_close(alpha, first_below(1, 2 / (c * (1 + s.omega))), 0,
             "alpha for c = %g", c);
}
END_TEST

/* With c = 1.5 the parabola allows alpha <= 4/3 (1 - omega): all of a full
   step for omega = 0.2, half of one for 0.3. */
START_TEST(omega_decides_how_much_is_asked)
{
  double c = 1.5, alpha;
  pn_line_search s = search(parabola, &c, -2 * c);
  s.omega = 0.2;
  pn_line_search_armijo(&s, &alpha);
  test_close(alpha, 1, 0, "omega = 0.2");
  s.omega = 0.3;
  pn_line_search_armijo(&s, &alpha);
  test_close(alpha, 0.5, 0, "omega = 0.3");
}
END_TEST

START_TEST(the_first_alpha_is_the_callers)
{
  double c = 2.385, alpha;
  pn_line_search s = search(parabola, &c, -2 * c);
  s.first = 0.9;
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_SUCCESS);
  test_close(alpha, 0.45, 0, "half of 0.9"); /* 2 (1 - 0.3) / c = 0.587 */
}
END_TEST

START_TEST(a_merit_that_is_not_a_number_is_too_large)
{
  double bound = 0.3, alpha;
  pn_line_search s = search(cliff, &bound, -1);
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_SUCCESS);
  test_close(alpha, 0.25, 0, "the first alpha below the cliff");
}
END_TEST

/* Refusals --------------------------------------------------------------- */

START_TEST(an_ascent_is_refused_unseen)
{
  double c = -1, alpha;
  const double slopes[] = {2, 1e-300, NAN, INFINITY};
  for (int k = 0; k < 4; k++) {
    pn_line_search s = search(parabola, &c, slopes[k]);
    ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_ENOPROG);
    ck_assert_int_eq(calls, 0);
  }
}
END_TEST

START_TEST(a_slope_within_its_error_is_no_ascent)
{
  double c = 0.5, alpha;
  pn_line_search s = search(parabola, &c, 1e-8);
  s.slope_error = 1e-8;
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_SUCCESS);
  test_close(alpha, 1, 0, "alpha");
  s.slope = 2e-8;
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_ENOPROG);
}
END_TEST

START_TEST(a_plateau_is_accepted_within_rounding_only)
{
  double rise = 1e-12, alpha;
  pn_line_search s = search(plateau, &rise, -1e-20);
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_ENOPROG);
  ck_assert_int_eq(calls, HALVINGS + 1);
  test_close(last_alpha, ldexp(1, -HALVINGS), 0, "the last alpha");
  s.rounding = 2e-12;
  ck_assert_int_eq(pn_line_search_armijo(&s, &alpha), GSL_SUCCESS);
  test_close(alpha, 1, 0, "alpha");
}
END_TEST

int main(void)
{
  enum { STEEPNESS = sizeof steepness / sizeof steepness[0] };
  Suite *suite = suite_create("line_search");
  TCase *rule = tcase_create("rule");
  tcase_add_loop_test(rule, a_parabola_is_cut_where_the_formula_says, 0,
                      STEEPNESS);
  tcase_add_loop_test(rule, a_kink_is_cut_where_the_formula_says, 0, STEEPNESS);
  tcase_add_test(rule, omega_decides_how_much_is_asked);
  tcase_add_test(rule, the_first_alpha_is_the_callers);
  tcase_add_test(rule, a_merit_that_is_not_a_number_is_too_large);
  suite_add_tcase(suite, rule);
  TCase *refusals = tcase_create("refusals");
  tcase_add_test(refusals, an_ascent_is_refused_unseen);
  tcase_add_test(refusals, a_slope_within_its_error_is_no_ascent);
  tcase_add_test(refusals, a_plateau_is_accepted_within_rounding_only);
  suite_add_tcase(suite, refusals);
  return test_run(suite);
}
