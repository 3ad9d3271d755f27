/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joints given by an equation: the derivatives that are found by differences
   against those by hand, and what is told of bad ones. Without muParser the
   reader says so. */
#include "config.h"

#include "pantin/body/assembly.h"
#include "pantin/body/scene.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of differences of order 4 with steps of 1e-3, and of twice that. */
static const double first = 1e-10, second = 1e-7;

/* Reads a scene with a bead at (cos 0.8, 0.8, 0.3) on a cart, whose frame is
   the world's, shifted; both move. */
static pn_system_scene *bead(const char *equation, pn_error *error)
{
  char text[101024];
  snprintf(text, sizeof text,
           "bodies = ( { name = \"cart\"; mass = 1; shape = \"sphere\"; size = "
           "1; position = (1, 2, 3); velocity = (0.5, 0, 0); },\n"
           "{ name = \"bead\"; mass = 1; shape = \"sphere\"; size = 1;"
           " position = (%.17g, 2.8, 3.3); velocity = (%.17g, 3, 0); } );\n"
           "joints = ( { type = \"custom\"; parent = \"cart\"; child = "
           "\"bead\"; point = (%.17g, 2.8, 3.3);\nequation = \"%s\"; } );",
           1 + cos(0.8), 0.5 - 3 * sin(0.8), 1 + cos(0.8), equation);
  return pn_system_scene_read_string("x.cfg", text, strlen(text), 1, error);
}

#ifdef HAVE_MUPARSER
typedef struct {
  const char *text;
  double C, gradient[3], curvature[3]; /* the second derivatives, no mixed */
} equation;

START_TEST(derivatives_are_those_by_hand)
{
  const double x = cos(0.8), y = 0.8, z = 0.3;
  const equation list[] = {
      {"x - cos(y)", 0, {1, sin(y), 0}, {0, cos(y), 0}},
      {"x^2 + y^2 - z*2", x * x + y * y - 2 * z, {2 * x, 2 * y, -2}, {2, 2, 0}},
      {"sqrt(x) + exp(-y) - pi",
       sqrt(x) + exp(-y) - acos(-1),
       {0.5 / sqrt(x), -exp(-y), 0},
       {-0.25 / (x * sqrt(x)), exp(-y), 0}},
  };
  const equation *e = &list[_i];
  pn_error error = {0};
  pn_system_scene *of = bead(e->text, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  pn_assembly *a = pn_assembly_alloc(of->system);
  double y0[26];
  pn_system_start(of->system, y0);
  ck_assert_int_eq(pn_assembly_set(a, y0), GSL_SUCCESS);
  ck_assert_uint_eq(a->rows, 1);
  test_close(a->C[0], e->C, 1e-14, "C");
  const double rate[3] = {-3 * sin(0.8), 3, 0}; /* relative to the cart */
  double bias = 0;
  for (int k = 0; k < 3; k++) {
    test_close(pn_assembly_child(a, 0)[k], e->gradient[k], first, "Jc[%d]", k);
    test_close(pn_assembly_parent(a, 0)[k], -e->gradient[k], first, "Jp[%d]",
               k);
    bias += e->curvature[k] * rate[k] * rate[k];
  }
  test_close(a->bias[0], bias, second, "Jdot u");
  pn_assembly_free(a);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(bad_equations_are_told)
{
  static const char *const list[] = {"x - cos(y", "x - w",   "x +",
                                     "",          "x = y ?", "1/(z - z)"};
  pn_error error = {0};
  ck_assert_ptr_null(bead(list[_i], &error));
  ck_assert_msg(strstr(error.text, "the equation cannot be read: ") ==
                    error.text,
                "%s", error.text);
  ck_assert_int_eq(error.line, 4);
}
END_TEST

/* Words that muParser does not know, of 1000, 1001 and 100000 characters: the
   first is read, and muParser complains of it; the others are too long. */
START_TEST(a_long_equation_harms_nothing)
{
  static const size_t lengths[] = {1000, 1001, 100000};
  pn_error error = {0};
  char *text = malloc(lengths[_i] + 1);
  memset(text, 'q', lengths[_i]);
  text[lengths[_i]] = '\0';
  ck_assert_ptr_null(bead(text, &error));
  ck_assert_msg((strstr(error.text, "more than 1000 characters") != NULL) ==
                    (_i > 0),
                "%s", error.text);
  free(text);
}
END_TEST
#else
START_TEST(it_says_what_is_missing)
{
  pn_error error = {0};
  ck_assert_ptr_null(bead("x - cos(y)", &error));
  ck_assert_ptr_nonnull(strstr(error.text, "muParser"));
}
END_TEST
#endif

int main(void)
{
  Suite *suite = suite_create("equation");
  TCase *all = tcase_create("all");
#ifdef HAVE_MUPARSER
  tcase_add_loop_test(all, derivatives_are_those_by_hand, 0, 3);
  tcase_add_loop_test(all, bad_equations_are_told, 0, 6);
  tcase_add_loop_test(all, a_long_equation_harms_nothing, 0, 3);
#else
  tcase_add_test(all, it_says_what_is_missing);
#endif
  suite_add_tcase(suite, all);
  return test_run(suite);
}
