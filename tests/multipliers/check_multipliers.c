/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All multiplier solvers on mechanisms of all shapes, with joints of all kinds.
   The judge forms J W J^T anew from J and the masses, and eliminates it densely
   in long double, rows exchanged for the largest pivot. */
#include "dynamics/models.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/multipliers/elimination.h"

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"
#include "pantin/body/scene.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Relative to the largest acceleration; of solvers that iterate to 1e-13 of the
   right-hand side, and where small pivots stand before dropped ones. */
static const double agreed = 1e-9;

static gsl_rng *source;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_random(void)
{
  gsl_rng_free(source);
}

static double uniform(void)
{
  return 2 * gsl_rng_uniform(source) - 1;
}

static size_t below(size_t n)
{
  return gsl_rng_uniform_int(source, n);
}

static pn_vec3 anywhere(double size)
{
  return pn_vec3_make(size * uniform(), size * uniform(), size * uniform());
}

/* Mechanisms ------------------------------------------------------------- */

static pn_system *new_system(void)
{
  pn_system *system = pn_system_alloc();
  ck_assert_ptr_nonnull(system);
  system->gravity = pn_vec3_make(0, 0, -9.81);
  return system;
}

static size_t add_box(pn_system *system, pn_vec3 x)
{
  const double size[] = {0.4 + 0.2 * uniform(), 0.3 + 0.1 * uniform(), 0.2};
  pn_body body = pn_body_make(pn_shape_box, size, 2 + uniform());
  body.pose.x = x;
  body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(anywhere(1)), uniform());
  ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
  return system->bodies - 1;
}

/* All types in turn but those that a placement alone does not satisfy. */
static const pn_joint_type *some_type(void)
{
  const pn_joint_type *const types[] = {
      pn_joint_ball,      pn_joint_revolute,       pn_joint_prismatic,
      pn_joint_universal, pn_joint_cylindrical,    pn_joint_fixed,
      pn_joint_distance,  pn_joint_point_on_plane, pn_joint_point_on_line,
  };
  return types[below(sizeof types / sizeof types[0])];
}

static pn_vec3 between(const pn_system *system, size_t parent, size_t child)
{
  return pn_vec3_scale(0.5, pn_vec3_add(pn_system_pose(system, parent).x,
                                        pn_system_pose(system, child).x));
}

static void join(pn_system *system, const pn_joint_type *type, size_t parent,
                 size_t child)
{
  const pn_vec3 point =
      pn_vec3_add(between(system, parent, child), anywhere(0.1));
  const pn_joint_place place = {
      .point = point,
      .child_point = pn_vec3_add(point, anywhere(0.3)),
      .axis = anywhere(1),
      .second = anywhere(1),
  };
  ck_assert_ptr_nonnull(pn_system_join(system, type, parent, child, &place));
}

/* All turn together, so that loops keep closed. */
static void spin(pn_system *system)
{
  const pn_vec3 W = {1, 2, 0.5};
  for (size_t b = 0; b < system->bodies; b++) {
    system->body[b].omega = W;
    system->body[b].v = pn_vec3_cross(W, system->body[b].pose.x);
  }
}

static pn_system *chain(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    add_box(system, pn_vec3_make(0.5 * (double)i, 0.2 * uniform(), 0));
    if (i > 0)
      join(system, pn_joint_ball, i - 1, i);
  }
  spin(system);
  return system;
}

static pn_system *ring(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    const double angle = 6.283185307179586 * (double)i / (double)n;
    add_box(system, pn_vec3_make(cos(angle) * (double)n / 10,
                                 sin(angle) * (double)n / 10, 0.1 * uniform()));
  }
  for (size_t i = 0; i < n; i++)
    join(system, pn_joint_ball, i, (i + 1) % n);
  spin(system);
  return system;
}

static pn_system *star(size_t n)
{
  pn_system *system = new_system();
  add_box(system, pn_vec3_make(0, 0, 0));
  for (size_t i = 1; i < n; i++) {
    add_box(system, anywhere(1));
    join(system, some_type(), i % 2 ? 0 : i, i % 2 ? i : 0);
  }
  spin(system);
  return system;
}

static pn_system *random_tree(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    add_box(system, anywhere(2));
    if (i > 0)
      join(system, some_type(), i % 3 ? below(i) : i, i % 3 ? i : below(i));
  }
  spin(system);
  return system;
}

/* Two hubs with their arms, joined by a body, one of them held by the world. */
static pn_system *hubs(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++)
    add_box(system, anywhere(1.5));
  join(system, pn_joint_ball, PN_WORLD, 0);
  join(system, pn_joint_revolute, 0, 1);
  join(system, pn_joint_universal, 2, 1);
  for (size_t i = 3; i < n; i++)
    join(system, i % 4 ? pn_joint_ball : pn_joint_revolute, i % 2 ? 0 : 2, i);
  return system; /* at rest */
}

static pn_system *grid(size_t n)
{
  const size_t side = (size_t)sqrt((double)n);
  pn_system *system = new_system();
  for (size_t i = 0; i < side * side; i++) {
    add_box(system, pn_vec3_make(0.5 * (double)(i / side),
                                 0.5 * (double)(i % side), 0.1 * uniform()));
    if (i >= side)
      join(system, pn_joint_ball, i - side, i);
    if (i % side > 0)
      join(system, pn_joint_ball, i - 1, i);
  }
  spin(system);
  return system;
}

/* A tree with some loops, redundant ones among them. */
static pn_system *random_loops(size_t n)
{
  pn_system *system = random_tree(n);
  for (size_t k = 0; k < n / 4; k++) {
    const size_t i = below(n);
    join(system, some_type(), i, (i + 1 + below(n - 1)) % n);
  }
  return system;
}

/* Points on massless rods and on a body. */
static pn_system *points(size_t n)
{
  pn_system *system = new_system();
  for (size_t i = 0; i < n; i++) {
    if (i % 3 == 0)
      add_box(system, anywhere(2));
    else {
      pn_body body = pn_body_make(pn_shape_point, NULL, 1 + 0.3 * uniform());
      body.pose.x = anywhere(2);
      ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
    }
    if (i == 0)
      continue;
    const size_t above = below(i);
    const pn_joint_place place = {.point = system->body[above].pose.x,
                                  .child_point = system->body[i].pose.x};
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_distance, above, i, &place));
  }
  return system;
}

typedef struct {
  const char *name;
  pn_system *(*make)(size_t n);
  size_t bodies[4];
} shape;

static const shape shapes[] = {
    {"chain", chain, {1, 12, 60, 200}},
    {"ring", ring, {4, 12, 50, 200}},
    {"star", star, {6, 20, 40, 200}},
    {"random tree", random_tree, {2, 25, 60, 200}},
    {"hubs", hubs, {8, 20, 40, 200}},
    {"grid", grid, {4, 16, 36, 196}},
    {"random loops", random_loops, {6, 20, 40, 200}},
    {"points", points, {4, 15, 30, 200}},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], SIZES = 4 };

static pn_system *make_number(int k)
{
  gsl_rng_set(source, 1000 + (unsigned long)k);
  return shapes[k / SIZES].make(shapes[k / SIZES].bodies[k % SIZES]);
}

/* The judge -------------------------------------------------------------- */

/* u = W f in long double. */
static void accelerate(const pn_assembly *a, const long double *f,
                       long double *u)
{
  for (size_t b = 0; b < a->system->bodies; b++)
    for (size_t i = 0; i < 3; i++) {
      const size_t k = 6 * b;
      u[k + i] = f[k + i] / a->system->body[b].mass;
      u[k + 3 + i] = 0;
      for (size_t j = 0; j < 3; j++)
        u[k + 3 + i] += a->inverse[b].m[i][j] * f[k + 3 + j];
    }
}

/* A row of J: its joint's bodies, perhaps the world, and what it has on each.
 */
typedef struct {
  size_t body[2];
  const double *J[2];
} row;

static void list_rows(const pn_assembly *a, row *rows)
{
  for (size_t j = 0; j < a->system->joints; j++)
    for (size_t i = a->first[j]; i < a->first[j + 1]; i++) {
      const size_t at = 6 * (i - a->first[j]);
      rows[i] =
          (row){{a->system->joint[j].parent, a->system->joint[j].child},
                {pn_assembly_parent(a, j) + at, pn_assembly_child(a, j) + at}};
    }
}

/* u += s J_i^T */
static void add_row(const row *i, long double s, long double *u)
{
  for (int side = 0; side < 2; side++)
    for (size_t k = 0; k < 6 && i->body[side] != PN_WORLD; k++)
      u[6 * i->body[side] + k] += s * i->J[side][k];
}

/* J_i u */
static long double row_times(const row *i, const long double *u)
{
  long double sum = 0;
  for (int side = 0; side < 2; side++)
    for (size_t k = 0; k < 6 && i->body[side] != PN_WORLD; k++)
      sum += i->J[side][k] * u[6 * i->body[side] + k];
  return sum;
}

/* Solves A x = b, A (n x n) positive semidefinite, both overwritten, by
   elimination with the largest diagonal entry first; x = 0 where nothing is
   left. Returns how many entries that is. */
static size_t eliminate(size_t n, long double *A, long double *b,
                        long double *x)
{
  size_t *order = calloc(n + 1, sizeof *order), rank = 0;
  long double largest = 0;
  for (size_t i = 0; i < n; i++) {
    order[i] = i;
    largest = fmaxl(largest, A[i * n + i]);
    x[i] = 0;
  }
  for (; rank < n; rank++) {
    for (size_t i = rank + 1; i < n; i++)
      if (A[order[i] * n + order[i]] > A[order[rank] * n + order[rank]]) {
        const size_t kept = order[i];
        order[i] = order[rank];
        order[rank] = kept;
      }
    const size_t k = order[rank];
    if (A[k * n + k] <= 1e-13L * largest)
      break;
    for (size_t p = rank + 1; p < n; p++) {
      const size_t i = order[p];
      const long double factor = A[i * n + k] / A[k * n + k];
      for (size_t q = rank + 1; q < n && factor != 0; q++)
        A[i * n + order[q]] -= factor * A[k * n + order[q]];
      b[i] -= factor * b[k];
    }
  }
  for (size_t p = rank; p-- > 0;) {
    const size_t k = order[p];
    long double sum = b[k];
    for (size_t q = p + 1; q < rank; q++)
      sum -= A[k * n + order[q]] * x[order[q]];
    x[k] = sum / A[k * n + k];
  }
  free(order);
  return n - rank;
}

/* A's columns: J W J_i^T. f and u: (velocities) of work, f zero. */
static void form_A(const pn_assembly *a, const row *rows, long double *A,
                   long double *f, long double *u)
{
  for (size_t i = 0; i < a->rows; i++) {
    add_row(&rows[i], 1, f);
    accelerate(a, f, u);
    for (size_t j = 0; j < a->rows; j++)
      A[i * a->rows + j] = row_times(&rows[j], u);
    for (size_t k = 0; k < a->velocities; k++)
      f[k] = 0;
  }
}

/* u' of an assembly that is set and loaded; returns the redundant rows. */
static size_t judge(const pn_assembly *a, double *acceleration)
{
  const size_t m = a->rows, n = a->velocities;
  long double *A = calloc(m * m + 1, sizeof *A), *b = calloc(m + 1, sizeof *b);
  long double *x = calloc(m + 1, sizeof *x), *f = calloc(n, sizeof *f);
  long double *u = calloc(n, sizeof *u);
  row *rows = calloc(m + 1, sizeof *rows);
  list_rows(a, rows);
  form_A(a, rows, A, f, u);
  for (size_t k = 0; k < n; k++)
    f[k] = a->F[k];
  accelerate(a, f, u);
  for (size_t i = 0; i < m; i++)
    b[i] = -a->bias[i] - row_times(&rows[i], u);
  const size_t redundant = eliminate(m, A, b, x);
  for (size_t i = 0; i < m; i++)
    add_row(&rows[i], x[i], f);
  accelerate(a, f, u);
  for (size_t k = 0; k < n; k++)
    acceleration[k] = (double)u[k];
  free(A);
  free(b);
  free(x);
  free(f);
  free(u);
  free(rows);
  return redundant;
}

static double largest(const double *x, size_t count)
{
  double most = 0;
  for (size_t k = 0; k < count; k++)
    most = fmax(most, fabs(x[k]));
  return most;
}

/* Tests ------------------------------------------------------------------ */

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

/* Elimination reports the redundant rows; so does the dense solver. */
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
  const size_t redundant = judge(a, want);
  const pn_multiplier_type *type;
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++)
    compare(system, name, type, y, want, redundant);
  pn_assembly_free(a);
  free(y);
  free(want);
}

START_TEST(all_solvers_agree_with_the_judge)
{
  pn_system *system = make_number(_i);
  compare_all(system, shapes[_i / SIZES].name);
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

START_TEST(all_solvers_agree_on_the_scenes)
{
  const char *folders[] = {getenv("PANTIN_DATA"), NULL};
  pn_data_entry *entries = NULL;
  size_t count = 0;
  ck_assert_int_eq(pn_data_list(folders, "joints", &entries, &count, NULL), 0);
  ck_assert_uint_ge(count, 17);
  for (size_t k = 0; k < count; k++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/joints/%s.cfg", folders[0],
             entries[k].name);
    pn_error error = {0};
    pn_system_scene *scene = pn_system_scene_read(path, 0, &error);
    ck_assert_msg(scene != NULL, "%s:%d: %s", path, error.line, error.text);
    compare_all(scene->system, entries[k].name);
    pn_system_scene_free(scene);
  }
  pn_free(entries);
}
END_TEST

START_TEST(the_judge_sees_a_wrong_acceleration)
{
  pn_system *system = make_number(SIZES); /* a ring */
  double y[13 * 4], want[6 * 4];
  pn_system_start(system, y);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_auto);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  ck_assert_uint_eq(judge(d->assembly, want), 0);
  d->assembly->bias[5] += 1e-7;
  double other[6 * 4], change = 0;
  judge(d->assembly, other);
  for (size_t k = 0; k < 6 * 4; k++)
    change = fmax(change, fabs(other[k] - want[k]));
  ck_assert(change > 10 * agreed * largest(want, 6 * 4));
  pn_dynamics_free(d);
  pn_system_free(system);
}
END_TEST

/* A request for memory would fail, and the evaluation with it. */
START_TEST(an_evaluation_asks_for_no_memory)
{
  pn_system *system = make_number(_i);
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  pn_system_start(system, y);
  const pn_multiplier_type *type;
  for (size_t k = 0; (type = pn_multiplier_type_get(k)); k++) {
    pn_dynamics *d = system->bodies > SWEPT_MAX && may_give_up(type)
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

/* keep[b] = 1 for bodies of more than `most` joints; their number. */
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
  pn_system *system = make_number(_i);
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

/* Bodies are kept only where that saves a third. */
START_TEST(auto_is_cheap)
{
  pn_system *system = make_number(_i);
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
  gsl_rng_set(source, 3);
  pn_system *system = star(3000);
  pn_assembly *a = pn_assembly_alloc(system);
  pn_multipliers *m = pn_multipliers_alloc(pn_multipliers_auto, a);
  ck_assert_uint_eq(m->fill, 0);
  ck_assert_uint_lt(m->operations, 1000 * system->bodies);
  pn_multipliers_free(m);
  pn_assembly_free(a);
  pn_system_free(system);
}
END_TEST

/* Masses of ratio 1e8, and sizes from 1e-4 m to 1e4 m, in a chain that hangs
   from the world. */
static pn_system *badly_scaled(int k)
{
  pn_system *system = new_system();
  double x = 0;
  for (size_t i = 0; i < 30; i++) {
    const double share = (double)i / 29;
    const double length = k < 3    ? 0.5
                          : k == 3 ? pow(10, -4 + 8 * share)
                                   : (i % 2 ? 1e4 : 1e-4);
    const double mass = k == 0   ? (i % 2 ? 1e8 : 1)
                        : k == 1 ? pow(10, 8 * share)
                        : k == 2 ? pow(10, -8 * share)
                                 : length;
    const double size[] = {length, 0.2 * length, 0.1 * length};
    pn_body body = pn_body_make(pn_shape_box, size, mass);
    body.pose.x = pn_vec3_make(x + length / 2, 0, 0);
    ck_assert_int_eq(pn_system_add_body(system, &body), GSL_SUCCESS);
    const pn_joint_place place = {.point = {x, 0, 0}, .axis = {0, 1, 0}};
    ck_assert_ptr_nonnull(
        pn_system_join(system, i % 3 ? pn_joint_ball : pn_joint_revolute,
                       i > 0 ? i - 1 : PN_WORLD, i, &place));
    x += length;
  }
  return system;
}

START_TEST(bad_scaling_is_survived)
{
  const pn_multiplier_type *const types[] = {
      pn_multipliers_auto, pn_multipliers_sparse, pn_multipliers_schur};
  pn_system *system = badly_scaled(_i);
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
  tcase_add_checked_fixture(solvers, open_random, close_random);
  tcase_set_timeout(solvers, 60);
  tcase_add_loop_test(solvers, all_solvers_agree_with_the_judge, 0,
                      SHAPES * SIZES);
  tcase_add_loop_test(solvers, on_the_models_too, 0, models);
  tcase_add_test(solvers, all_solvers_agree_on_the_scenes);
  tcase_add_test(solvers, the_judge_sees_a_wrong_acceleration);
  tcase_add_loop_test(solvers, an_evaluation_asks_for_no_memory, 0,
                      SHAPES * SIZES);
  tcase_add_loop_test(solvers, trees_do_not_fill_in, 0, SHAPES * SIZES);
  tcase_add_loop_test(solvers, auto_is_cheap, 0, SHAPES * SIZES);
  tcase_add_test(solvers, a_large_hub_is_kept);
  tcase_add_loop_test(solvers, bad_scaling_is_survived, 0, 5);
  suite_add_tcase(suite, solvers);
  return test_run(suite);
}
