/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests mixed problems (equations of joints, normals, frozen friction in boxes)
   with the methods that take them: against the enumeration where there are few
   rows, against Lemke's method where there are more, on random problems and on
   small frames of the four scenes.

   Lemke's method takes 0 <= lambda only. So free rows are eliminated first, and
   with y = lambda - lo and an s for each upper bound, u = hi - lo, the rest is

     0 <= y  perp  A y + s + (b + A lo) >= 0,    0 <= s  perp  u - y >= 0,

   done here by dense matrices, apart from the library. */
#include "pantin/lcp/solver.h"
#include "pantin/contact/world_scene.h"
#include "pantin/lcp/operator_rigid.h"

#include "test.h"
#include "tuning/piles.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tolerance of the methods, and the error that it leaves in w [m/s], which
   is unique. */
static const double tolerance = 1e-11, w_error = 1e-7;

enum { ITERATIONS = 100000, LOOK = 20 };

/* The methods compared. The first two end on any problem. Sweeps take too long
   for the frames, whose tangents have next to no compliance; block pivoting
   fails there, because it needs faces that are not singular. */
static const pn_lcp_method *const *const methods[] = {
    &pn_lcp_face,  &pn_lcp_pgs_sm,      &pn_lcp_psor,
    &pn_lcp_bpp,   &pn_lcp_pgs_block,   &pn_lcp_staggered,
    &pn_lcp_shock, &pn_lcp_cheb_jacobi, &pn_lcp_cheb_gs};
enum { SAFE = 2, METHODS = sizeof methods / sizeof methods[0] };

/* Runs a method; returns 1 if it found an answer, and its w. */
static int solve(const pn_lcp *lcp, const pn_lcp_method *method, double *w)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.omega = 1.3;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_ptr_nonnull(solver);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  for (size_t k = 0; k < ITERATIONS; k++)
    if ((k % LOOK == 0 &&
         pn_lcp_solver_measure(solver)->scaled.inf <= tolerance) ||
        pn_lcp_solver_iterate(solver))
      break;
  const int good = pn_lcp_solver_measure(solver)->scaled.inf <= tolerance;
  memcpy(w, solver->w, lcp->size * sizeof *w);
  pn_lcp_solver_free(solver);
  return good;
}

/* Compares the first `count` methods with w. */
static void check_methods(const pn_lcp *lcp, const double *want, int count)
{
  double *w = calloc(lcp->size, sizeof *w);
  for (int m = 0; m < count; m++) {
    ck_assert_msg(solve(lcp, *methods[m], w), "%s does not converge",
                  (*methods[m])->name);
    for (size_t i = 0; i < lcp->size; i++)
      test_close(w[i], want[i], w_error, "%s: w(%zu)", (*methods[m])->name, i);
  }
  free(w);
}

/* The problem as dense matrices, with its free rows eliminated and the rest in
   y and s. */
typedef struct {
  size_t n, free, boxed, bounded; /* rows: all, free, not free, of s */
  size_t *order;                  /* the free rows first, (n) */
  gsl_matrix *A;                  /* in that order; Schur's complement below */
  gsl_vector *b;                  /* the same */
} dense;

static dense make_dense(const pn_lcp *lcp)
{
  dense of = {.n = lcp->size, .order = calloc(lcp->size, sizeof(size_t))};
  /* Order the rows: the free ones in the first turn, the others in the
     second. */
  for (int turn = 0; turn < 2; turn++)
    for (size_t i = 0, k = turn ? of.free : 0; i < of.n; i++) {
      const int is_free = isinf(lcp->lo[i]) && isinf(lcp->hi[i]);
      if (is_free == !turn) {
        of.order[k++] = i;
        of.free += (size_t)is_free;
        of.bounded += !is_free && isfinite(lcp->hi[i]);
      }
    }
  /* Copy the matrix in that order. */
  of.boxed = of.n - of.free;
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  of.A = gsl_matrix_alloc(of.n, of.n);
  of.b = gsl_vector_alloc(of.n);
  for (size_t i = 0; i < of.n; i++) {
    gsl_vector_set(of.b, i, lcp->b[of.order[i]]);
    for (size_t j = 0; j < of.n; j++)
      gsl_matrix_set(of.A, i, j,
                     pn_rigid_delassus_entry(R, of.order[i], of.order[j]));
  }
  /* Eliminate the free rows. */
  for (size_t p = 0; p < of.free; p++)
    for (size_t i = p + 1; i < of.n; i++) {
      const double f = gsl_matrix_get(of.A, i, p) / gsl_matrix_get(of.A, p, p);
      for (size_t j = p; j < of.n; j++)
        *gsl_matrix_ptr(of.A, i, j) -= f * gsl_matrix_get(of.A, p, j);
      *gsl_vector_ptr(of.b, i) -= f * gsl_vector_get(of.b, p);
    }
  return of;
}

static void free_dense(dense *of)
{
  gsl_matrix_free(of->A);
  gsl_vector_free(of->b);
  free(of->order);
}

/* Makes the plain problem of y and s. */
static pn_lcp *make_plain(const dense *of, const pn_lcp *lcp)
{
  const size_t size = of->boxed + of->bounded;
  pn_lcp *plain = pn_lcp_alloc(size);
  gsl_spmatrix *triplets = gsl_spmatrix_alloc(size, size);
  for (size_t i = 0, s = of->boxed; i < of->boxed; i++) {
    const size_t row = of->free + i, own = of->order[row];
    plain->b[i] = gsl_vector_get(of->b, row);
    for (size_t j = 0; j < of->boxed; j++) {
      const double a = gsl_matrix_get(of->A, row, of->free + j);
      gsl_spmatrix_set(triplets, i, j, a);
      plain->b[i] += a * lcp->lo[of->order[of->free + j]];
    }
    if (isfinite(lcp->hi[own])) {
      gsl_spmatrix_set(triplets, i, s, 1);
      gsl_spmatrix_set(triplets, s, i, -1);
      plain->b[s++] = lcp->hi[own] - lcp->lo[own];
    }
  }
  ck_assert(!pn_lcp_set_entries(
      plain, gsl_spmatrix_compress(triplets, GSL_SPMATRIX_CSR)));
  gsl_spmatrix_free(triplets);
  return plain;
}

/* Computes w by Lemke's method, which must end: 0 in the free rows, A lo + A y
   + b in the others. */
static void solve_by_lemke(const pn_lcp *lcp, double *w)
{
  dense of = make_dense(lcp);
  pn_lcp *plain = make_plain(&of, lcp);
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *lemke = pn_lcp_solver_alloc(pn_lcp_lemke, plain);
  ck_assert(!pn_lcp_solver_set(lemke, &settings, NULL, NULL));
  while (!pn_lcp_solver_iterate(lemke))
    ;
  for (size_t i = 0; i < of.n; i++)
    w[of.order[i]] = 0;
  for (size_t i = 0; i < of.boxed; i++) {
    const size_t row = of.free + i;
    double *at = &w[of.order[row]];
    *at = gsl_vector_get(of.b, row);
    for (size_t j = 0; j < of.boxed; j++)
      *at += gsl_matrix_get(of.A, row, of.free + j) *
             (lemke->lambda[j] + lcp->lo[of.order[of.free + j]]);
  }
  pn_lcp_solver_free(lemke);
  pn_lcp_free(plain);
  free_dense(&of);
}

/* Makes a random pile whose first contacts become joints of three equations
   each. */
static pn_lcp *mixed(gsl_rng *random, size_t joints, size_t contacts,
                     size_t bodies)
{
  static const double C = 1e-2;
  pn_lcp *lcp = pile(random, joints + contacts, bodies, C);
  for (size_t i = 0; i < 3 * joints; i++) {
    lcp->lo[i] = -INFINITY;
    lcp->hi[i] = INFINITY;
    lcp->normal[i] = i;
    lcp->mu[i] = 0;
  }
  return lcp;
}

START_TEST(random_problems_agree_with_the_enumeration)
{
  enum { PROBLEMS = 100, JOINTS = 1, CONTACTS = 2, ROWS = 9 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  for (int problem = 0; problem < PROBLEMS; problem++) {
    double w[ROWS], lemke[ROWS];
    pn_lcp *lcp = mixed(random, JOINTS, CONTACTS, 3);
    ck_assert(solve(lcp, pn_lcp_enumerate, w));
    check_methods(lcp, w, METHODS);
    solve_by_lemke(lcp, lemke);
    for (size_t i = 0; i < ROWS; i++)
      test_close(lemke[i], w[i], w_error, "lemke: w(%zu)", i);
    pn_lcp_free(lcp);
  }
  gsl_rng_free(random);
}
END_TEST

START_TEST(random_problems_agree_with_lemke)
{
  enum { PROBLEMS = 20, JOINTS = 4, CONTACTS = 16, ROWS = 60 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  for (int problem = 0; problem < PROBLEMS; problem++) {
    double w[ROWS];
    pn_lcp *lcp = mixed(random, JOINTS, CONTACTS, 9);
    solve_by_lemke(lcp, w);
    check_methods(lcp, w, METHODS);
    pn_lcp_free(lcp);
  }
  gsl_rng_free(random);
}
END_TEST

#define GROUND "ground = ({ shape = \"plane\"; });"
#define FROZEN "solver = \"face\"; frozen = true; rounds = 3;"

/* The scenes of data/tuning with fewer bodies, at a time when these lie on each
   other. */
static const struct {
  const char *name, *text;
  double time;     /* [s] */
  size_t contacts; /* at least */
} scenes[] = {
    {"wall",
     GROUND FROZEN
     "grids = ({ count = (3, 1, 3); pitch = (0.2, 0, 0.2); mass = 1;"
     " shape = \"box\"; size = (0.2, 0.2, 0.2); position = (0, 0, 0.1); });",
     0.1, 60},
    {"tripods",
     GROUND FROZEN
     "grids = ({ count = (3, 1, 1); pitch = (0.4, 0, 0); turned = true;"
     " seed = 3; position = (0, 0, 1); scatter = (0, 0, 0.3); parts = ("
     "{ mass = 1; shape = \"sphere\"; size = 0.15; position = (0.6, 0, 0); },"
     "{ mass = 1; shape = \"sphere\"; size = 0.15; position = (0, 0.5, 0); },"
     "{ mass = 1; shape = \"capsule\"; size = (1, 0.05); }); });",
     1, 4},
    {"marbles",
     "ground = ({ }, { position = (-0.8, 0, 0); normal = (1, 0, 0); },"
     " { position = (0.8, 0, 0); normal = (-1, 0, 0); });" FROZEN
     "grids = ({ count = (3, 2, 2); pitch = (0.53, 0.5, 0.6); mass = 1;"
     " shape = \"sphere\"; size = 0.25; position = (-0.53, 0, 0.3);"
     " scatter = (0.01, 0.01, 0.1); });",
     0.7, 12},
    {"falling chain",
     GROUND FROZEN
     "generate = ({ kind = \"chain\"; count = 8; mass = 1;"
     " shape = \"capsule\"; size = (0.2, 0.05); position = (0, 0, 0.1);"
     " axis = (0, -1, 0); angle = 20; }); per_pair = 1;",
     0.5, 2},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

START_TEST(frames_of_the_scenes_agree_with_lemke)
{
  pn_error error = {0};
  const char *text = scenes[_i].text;
  pn_world_scene *of =
      pn_world_scene_read_string(scenes[_i].name, text, strlen(text), &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  pn_world *world =
      pn_world_alloc(of->system, of->geom, of->geoms, &of->settings, &error);
  if (!world && error.code == GSL_EUNSUP) { /* built without ODE */
    pn_world_scene_free(of);
    return;
  }
  while (world->info.time < scenes[_i].time)
    ck_assert_msg(!pn_world_advance(world, &error), "%s", error.text);
  ck_assert_msg(world->info.contacts >= scenes[_i].contacts, "%s: %zu contacts",
                scenes[_i].name, world->info.contacts);
  double *w = calloc(world->lcp->size, sizeof *w);
  solve_by_lemke(world->lcp, w);
  check_methods(world->lcp, w, SAFE);
  free(w);
  pn_world_free(world);
  pn_world_scene_free(of);
}
END_TEST

int main(void)
{
  enum { TIMEOUT = 240 };
  Suite *suite = suite_create("mixed");
  TCase *tests = tcase_create("mixed");
  tcase_set_timeout(tests, TIMEOUT);
  tcase_add_test(tests, random_problems_agree_with_the_enumeration);
  tcase_add_test(tests, random_problems_agree_with_lemke);
  tcase_add_loop_test(tests, frames_of_the_scenes_agree_with_lemke, 0, SCENES);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
