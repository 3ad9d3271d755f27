/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What auto chooses where thin rods close loops: heavy plates on struts of thin
   rods, whose moments about themselves are a millionth of those across, and
   windows of thin rods with redundant rows. */
#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/multipliers/elimination.h"
#include "pantin/multipliers/multipliers.h"

#include "judge.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of b - J W J^T lambda beside b: rounding of W's large entries, and of what is
   left of them where they cancel. */
static const double solved = 1e-10;

/* Relative to the largest acceleration: kg of rods beside tons of plate. */
static const double agreed = 1e-9;

static const double degree = 0.017453292519943295;

enum { LENGTH = 20000 };

/* Adds to a text. */
static void say(char *text, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, LENGTH - used, format, list);
  va_end(list);
}

static pn_system_scene *read_scene(const char *text)
{
  pn_error error;
  pn_system_scene *of =
      pn_system_scene_read_string("auto.cfg", text, strlen(text), 1, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  return of;
}

/* The two ends of strut k of a hexapod, from the ground to the plate. */
static void strut_ends(int k, pn_vec3 *foot, pn_vec3 *head)
{
  static const double turn[] = {-10, 10, 110, 130, 230, 250},
                      turned[] = {-50, 50, 70, 170, 190, 290};
  const double a = turn[k] * degree, b = turned[k] * degree;
  *foot = pn_vec3_make(cos(a), sin(a), 0);
  *head = pn_vec3_make(0.6 * cos(b), 0.6 * sin(b), 1.2);
}

/* Writes a hexapod: a plate of this mass [kg] on six telescopes of thin rods of
   1 kg. */
static void write_hexapod(char *text, double mass)
{
  char joints[LENGTH] = "";
  say(text,
      "gravity = (0, 0, -9.81); bodies = ( { name = \"plate\"; mass = "
      "%.17g; shape = \"box\"; size = (0.8, 0.7, 0.1); position = (0, 0, "
      "1.2); omega = (0, 0, 0); }",
      mass);
  for (int k = 0; k < 6; k++) {
    pn_vec3 foot, head;
    strut_ends(k, &foot, &head);
    const pn_vec3 d = pn_vec3_sub(head, foot);
    const pn_vec3 low = pn_vec3_add_scaled(foot, 0.6, d),
                  up = pn_vec3_add_scaled(foot, 0.4, d);
    say(text,
        ", { name = \"low%d\"; mass = 1; shape = \"rod\"; size = %.17g; ends "
        "= ((%.17g, %.17g, %.17g), (%.17g, %.17g, %.17g)); }, { name = "
        "\"up%d\"; mass = 1; shape = \"rod\"; size = %.17g; ends = ((%.17g, "
        "%.17g, %.17g), (%.17g, %.17g, %.17g)); }",
        k, 0.6 * pn_vec3_norm(d), foot.x, foot.y, foot.z, low.x, low.y, low.z,
        k, 0.6 * pn_vec3_norm(d), up.x, up.y, up.z, head.x, head.y, head.z);
    say(joints,
        "%s{ type = \"universal\"; parent = \"world\"; child = \"low%d\"; "
        "point = (%.17g, %.17g, %.17g); axis = (%.17g, %.17g, 0); second = "
        "(%.17g, %.17g, %.17g); }, { type = \"prismatic\"; parent = \"low%d\"; "
        "child = \"up%d\"; point = (%.17g, %.17g, %.17g); axis = (%.17g, "
        "%.17g, %.17g); }, { type = \"ball\"; parent = \"up%d\"; child = "
        "\"plate\"; point = (%.17g, %.17g, %.17g); }",
        k > 0 ? ", " : "", k, foot.x, foot.y, foot.z, -d.y, d.x, -d.x * d.z,
        -d.y * d.z, d.x * d.x + d.y * d.y, k, k, head.x, head.y, head.z, d.x,
        d.y, d.z, k, head.x, head.y, head.z);
  }
  say(text, " ); joints = ( %s );", joints);
}

/* Writes so many windows of thin rods in a row, with a ball for each freedom
   that the redundant rows take away in the count. */
static void write_windows(char *text, int windows, int balls)
{
  char joints[LENGTH] = "";
  say(text, "gravity = (0, -9.81, 0); bodies = ( ");
  for (int k = 0; k <= windows; k++) {
    say(text,
        "%s{ name = \"p%d\"; mass = 1; shape = \"rod\"; size = 1; ends = ((%d, "
        "0, 0), (%d, 1, 0)); omega = (0, 0, -1); pivot = (%d, 0, 0); }",
        k > 0 ? ", " : "", k, k, k, k);
    say(joints,
        "%s{ type = \"revolute\"; parent = \"world\"; child = \"p%d\"; point = "
        "(%d, 0, 0); axis = (0, 0, 1); }",
        k > 0 ? ", " : "", k, k);
  }
  for (int k = 0; k < windows; k++) {
    say(text,
        ", { name = \"c%d\"; mass = 1; shape = \"rod\"; size = 1; ends = ((%d, "
        "1, 0), (%d, 1, 0)); velocity = (1, 0, 0); }",
        k, k, k + 1);
    for (int end = 0; end < 2; end++)
      say(joints,
          ", { type = \"revolute\"; parent = \"p%d\"; child = \"c%d\"; point = "
          "(%d, 1, 0); axis = (0, 0, 1); }",
          k + end, k, k + end);
  }
  for (int k = 0; k < balls; k++)
    say(text,
        ", { name = \"b%d\"; mass = 1; shape = \"sphere\"; size = 0.1; "
        "position = (%d, 5, 0); }",
        k, k);
  say(text, " ); joints = ( %s );", joints);
}

/* Sets u = W f in long double. */
static void accelerate(const pn_assembly *a, const long double *f,
                       long double *u)
{
  for (size_t b = 0; b < a->system->bodies; b++)
    for (size_t i = 0; i < 3; i++) {
      const size_t k = 6 * b;
      u[k + i] = f[k + i] * a->weight[b];
      u[k + 3 + i] = 0;
      for (size_t j = 0; j < 3; j++)
        u[k + 3 + i] += a->inverse[b].m[i][j] * f[k + 3 + j];
    }
}

/* Sets r = b - J W J^T lambda, in long double but for its entries; returns its
   largest share of the largest b. */
static double residual(const pn_assembly *a, const double *b,
                       const double *lambda)
{
  const size_t n = a->velocities, m = a->rows;
  long double *f = calloc(n, sizeof *f), *u = calloc(n, sizeof *u);
  long double *r = calloc(m, sizeof *r);
  double most = 0, size = 0;
  for (int back = 0; back < 2; back++) { /* f = J^T lambda; r = J u */
    for (size_t j = 0; j < a->system->joints; j++)
      for (size_t i = a->first[j]; i < a->first[j + 1]; i++)
        for (size_t side = 0; side < 2; side++) {
          const pn_joint *joint = &a->system->joint[j];
          const size_t body = side ? joint->child : joint->parent;
          const double *J =
              pn_assembly_block(a, j, side) + 6 * (i - a->first[j]);
          for (size_t k = 0; k < 6 && body != PN_WORLD; k++)
            if (back)
              r[i] += J[k] * u[6 * body + k];
            else
              f[6 * body + k] += (long double)lambda[i] * J[k];
        }
    accelerate(a, f, u);
  }
  for (size_t i = 0; i < m; i++) {
    most = fmax(most, fabs((double)(b[i] - r[i])));
    size = fmax(size, fabs(b[i]));
  }
  free(f);
  free(u);
  free(r);
  return most / size;
}

/* Solves for what forces of all sizes on the bodies make of the rows. */
static void solve(pn_multipliers *m, double *b, double *lambda)
{
  const pn_assembly *a = m->assembly;
  double *f = calloc(a->velocities, sizeof *f);
  for (size_t k = 0; k < a->velocities; k++)
    f[k] = sin(2.385 * (double)k + 1);
  pn_assembly_accelerate(a, f, f);
  pn_assembly_velocity(a, f, b);
  ck_assert_int_eq(pn_multipliers_renew_and_solve(m, b, lambda), GSL_SUCCESS);
  free(f);
}

/* Sets the assembly of a scene to its start. */
static pn_assembly *at_start(const pn_system_scene *of)
{
  double *y = calloc(pn_system_dimension(of->system), sizeof *y);
  pn_assembly *a = pn_assembly_alloc(of->system);
  pn_system_start(of->system, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  pn_assembly_load(a, 0);
  free(y);
  return a;
}

static const double masses[] = {1, 20, 1e3, 1e4, 1e5};
enum { MASSES = sizeof masses / sizeof masses[0] };

START_TEST(heavy_plates_keep_their_digits)
{
  char text[LENGTH] = "";
  write_hexapod(text, masses[_i]);
  pn_system_scene *of = read_scene(text);
  pn_assembly *a = at_start(of);
  pn_multipliers *m = pn_multipliers_alloc(pn_multipliers_auto, a);
  double *b = calloc(a->rows, sizeof *b), *x = calloc(a->rows, sizeof *x);
  solve(m, b, x);
  ck_assert_uint_eq(m->dropped, 0);
  const double left = residual(a, b, x);
  ck_assert_msg(left < solved, "%g kg: %g of b is left", masses[_i], left);
  x[3] *= 1 + 1e-5; /* a wrong lambda is seen */
  ck_assert(residual(a, b, x) > solved);
  free(b);
  free(x);
  pn_multipliers_free(m);
  pn_assembly_free(a);
  pn_system_scene_free(of);
}
END_TEST

/* Returns the largest error of the accelerations beside the largest one. */
static double acceleration_error(const pn_system_scene *of,
                                 const pn_assembly *judged, size_t redundant)
{
  const size_t n = judged->velocities;
  double *want = calloc(n, sizeof *want), most = 0, size = 0;
  double *y = calloc(pn_system_dimension(of->system), sizeof *y);
  ck_assert_uint_eq(judge_accelerations(judged, want), redundant);
  pn_dynamics *d = pn_dynamics_alloc(of->system, pn_multipliers_auto);
  pn_system_start(of->system, y);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  ck_assert_uint_eq(d->multipliers->dropped, redundant);
  for (size_t k = 0; k < n; k++) {
    most = fmax(most, fabs(d->acceleration[k] - want[k]));
    size = fmax(size, fabs(want[k]));
  }
  pn_dynamics_free(d);
  free(want);
  free(y);
  return most / size;
}

START_TEST(heavy_plates_fall_as_the_judge_says)
{
  char text[LENGTH] = "";
  write_hexapod(text, masses[_i]);
  pn_system_scene *of = read_scene(text);
  pn_assembly *a = at_start(of);
  const double error = acceleration_error(of, a, 0);
  ck_assert_msg(error < agreed, "%g kg: %g", masses[_i], error);
  pn_assembly_free(a);
  pn_system_scene_free(of);
}
END_TEST

/* Windows alone have more rows than velocities; with balls beside them, only
   the pivots tell. */
static const struct {
  int windows, balls;
} rows_of_windows[] = {{1, 0}, {1, 2}, {4, 6}, {12, 30}};
enum { ROWS = sizeof rows_of_windows / sizeof rows_of_windows[0] };

START_TEST(redundant_rows_are_told_from_rounding)
{
  char text[LENGTH] = "";
  const int windows = rows_of_windows[_i].windows;
  write_windows(text, windows, rows_of_windows[_i].balls);
  pn_system_scene *of = read_scene(text);
  pn_assembly *a = at_start(of);
  ck_assert(_i == 0 || a->rows < a->velocities);
  const double error = acceleration_error(of, a, 3 * (size_t)windows);
  ck_assert_msg(error < agreed, "%d windows: %g", windows, error);
  pn_assembly_free(a);
  pn_system_scene_free(of);
}
END_TEST

/* With rows that may be redundant all bodies are kept, as soon as they are
   seen, for which no memory is asked; and then for good. */
START_TEST(bodies_are_kept_where_rows_are_redundant)
{
  char text[LENGTH] = "";
  write_windows(text, 4, 6);
  pn_system_scene *of = read_scene(text);
  pn_assembly *a = at_start(of);
  pn_multipliers *m = pn_multipliers_alloc(pn_multipliers_auto, a);
  pn_multipliers *kkt = pn_multipliers_alloc(pn_multipliers_kkt, a);
  double *b = calloc(a->rows, sizeof *b);
  double *x = calloc(a->rows, sizeof *x), *z = calloc(a->rows, sizeof *z);
  ck_assert(m->elimination->matrix->kept < of->system->bodies);
  ck_assert_ptr_null(m->remark);
  pn_alloc_fail_at(1);
  ck_assert_int_eq(pn_multipliers_set(m), GSL_SUCCESS);
  pn_alloc_fail_at(0);
  ck_assert_uint_eq(m->elimination->matrix->kept, of->system->bodies);
  ck_assert_ptr_nonnull(m->remark);
  ck_assert_uint_eq(m->operations, kkt->operations);
  solve(m, b, x);
  solve(kkt, b, z);
  ck_assert(memcmp(x, z, a->rows * sizeof *x) == 0);
  pn_multipliers *at_once = pn_multipliers_alloc(pn_multipliers_auto, a);
  solve(at_once, b, x); /* which sets it, too */
  ck_assert(memcmp(x, z, a->rows * sizeof *x) == 0);
  ck_assert_uint_eq(at_once->dropped, 12);
  pn_multipliers_free(at_once);
  pn_multipliers_free(m);
  pn_multipliers_free(kkt);
  free(b);
  free(x);
  free(z);
  pn_assembly_free(a);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("auto");
  TCase *thin = tcase_create("thin rods");
  tcase_add_loop_test(thin, heavy_plates_keep_their_digits, 0, MASSES);
  tcase_add_loop_test(thin, heavy_plates_fall_as_the_judge_says, 0, MASSES);
  tcase_add_loop_test(thin, redundant_rows_are_told_from_rounding, 0, ROWS);
  tcase_add_test(thin, bodies_are_kept_where_rows_are_redundant);
  suite_add_tcase(suite, thin);
  return test_run(suite);
}
