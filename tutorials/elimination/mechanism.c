/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "mechanism.h"

#include "pantin/body/scene.h"
#include "pantin/linear/cg.h"
#include "pantin/linear/order.h"
#include "pantin/multipliers/elimination.h"

#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between two bodies [m]. */
static const double spacing = 0.5;

void mechanism_require(int well, const char *text)
{
  if (well)
    return;
  fprintf(stderr, "%s\n", text);
  exit(EXIT_FAILURE);
}

/* Adds a box at x. */
static void add(pn_system *system, pn_vec3 x)
{
  static const double side[] = {0.5, 0.1, 0.06};
  pn_body body = pn_body_make(pn_shape_box, side, 1);
  body.pose.x = x;
  mechanism_require(!pn_system_add_body(system, &body), "out of memory");
}

/* Joins two bodies by a ball joint half way between them. */
static void join(pn_system *system, size_t parent, size_t child)
{
  const pn_vec3 a = system->body[parent].pose.x;
  const pn_vec3 b = system->body[child].pose.x;
  const pn_joint_place place = {.point = pn_vec3_scale(0.5, pn_vec3_add(a, b))};
  mechanism_require(
      pn_system_join(system, pn_joint_ball, parent, child, &place) != NULL,
      "out of memory");
}

static void chain(pn_system *system, size_t n)
{
  for (size_t b = 0; b < n; b++) {
    add(system, pn_vec3_make(spacing * (double)b, 0, 0));
    if (b > 0)
      join(system, b - 1, b);
  }
}

/* Finds the k-th of n points on a circle. */
static pn_vec3 on_circle(size_t k, size_t n, double radius)
{
  const double angle = 2 * M_PI * (double)k / (double)n;
  return pn_vec3_make(radius * cos(angle), radius * sin(angle), 0);
}

static void ring(pn_system *system, size_t n)
{
  for (size_t b = 0; b < n; b++) {
    add(system, on_circle(b, n, spacing * (double)n / (2 * M_PI)));
    if (b > 0)
      join(system, b - 1, b);
  }
  join(system, n - 1, 0);
}

static void tree(pn_system *system, size_t n)
{
  add(system, pn_vec3_make(0, 0, 0));
  for (size_t b = 1; b < n; b++) {
    const size_t parent = (b - 1) / 2;
    const double side = b % 2 ? spacing : -spacing;
    add(system, pn_vec3_add(system->body[parent].pose.x,
                            pn_vec3_make(spacing, side / 3, side / 5)));
    join(system, parent, b);
  }
}

static void star(pn_system *system, size_t n)
{
  add(system, pn_vec3_make(0, 0, 0));
  for (size_t b = 1; b < n; b++) {
    add(system, on_circle(b - 1, n - 1, 2 * spacing));
    join(system, 0, b);
  }
}

/* Computes the height of a node of the net. The net must not be flat: a flat
   one could not be bent in its plane, and would have redundant joints. */
static double height(size_t i, size_t j)
{
  return spacing * sin(1.3 * (double)i + 0.3) * cos(1.1 * (double)j);
}

static void net(pn_system *system, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      add(system,
          pn_vec3_make(spacing * (double)i, spacing * (double)j, height(i, j)));
      if (i > 0)
        join(system, n * (i - 1) + j, n * i + j);
      if (j > 0)
        join(system, n * i + j - 1, n * i + j);
    }
}

static void block(pn_system *system, size_t n)
{
  for (size_t b = 0; b < n * n * n; b++) {
    const size_t i = b / (n * n), j = b / n % n, k = b % n;
    add(system,
        pn_vec3_scale(spacing, pn_vec3_make((double)i, (double)j, (double)k)));
    if (i > 0)
      join(system, b - n * n, b);
    if (j > 0)
      join(system, b - n, b);
    if (k > 0)
      join(system, b - 1, b);
  }
}

/* Reads the shipped puppet. */
static pn_system *puppet(void)
{
  pn_error error = {0};
  pn_system_scene *scene = pn_system_scene_read(TUTORIAL_PUPPET, 0, &error);
  mechanism_require(scene != NULL, error.text);
  pn_system *system = scene->system;
  scene->system = NULL;
  pn_system_scene_free(scene);
  return system;
}

pn_system *mechanism_alloc(const char *name)
{
  static const struct {
    const char *name;
    void (*make)(pn_system *system, size_t n);
    size_t least;
  } kinds[] = {{"chain", chain, 2}, {"ring", ring, 3}, {"tree", tree, 2},
               {"star", star, 2},   {"net", net, 2},   {"block", block, 2}};
  enum { KINDS = sizeof kinds / sizeof kinds[0] };
  if (strcmp(name, "puppet") == 0)
    return puppet();
  const char *colon = strchr(name, ':');
  const size_t n = colon ? strtoul(colon + 1, NULL, 10) : 0;
  pn_system *system = pn_system_alloc();
  mechanism_require(system != NULL, "out of memory");
  for (size_t k = 0; k < KINDS; k++)
    if (colon && strlen(kinds[k].name) == (size_t)(colon - name) &&
        strncmp(name, kinds[k].name, (size_t)(colon - name)) == 0 &&
        n >= kinds[k].least) {
      kinds[k].make(system, n);
      return system;
    }
  mechanism_require(0, "mechanisms: puppet, chain:N, ring:N, tree:N, star:N, "
                       "net:N, block:N");
  return NULL;
}

pn_assembly *mechanism_assemble(const pn_system *system)
{
  pn_assembly *assembly = pn_assembly_alloc(system);
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  mechanism_require(assembly && y, "out of memory");
  pn_system_start(system, y);
  mechanism_require(!pn_assembly_set(assembly, y), "no derivative");
  free(y);
  return assembly;
}

int mechanism_keeps(const char *name)
{
  return strcmp(name, "bodies") == 0 || strcmp(name, "tree") == 0;
}

pn_matrix *mechanism_matrix(const pn_assembly *assembly, const char *name,
                            const size_t *order)
{
  const size_t bodies = assembly->system->bodies;
  int *keep = calloc(bodies, sizeof *keep);
  mechanism_require(keep != NULL, "out of memory");
  for (size_t b = 0; b < bodies; b++)
    keep[b] = mechanism_keeps(name);
  pn_matrix *matrix = pn_matrix_alloc(assembly, keep, order);
  mechanism_require(matrix != NULL, "out of memory");
  free(keep);
  return matrix;
}

/* Sets an order of the matrix with all bodies, in which the joints have the
   block rows 0 .. joints - 1 and the bodies follow. */
static void order_with_bodies(const pn_assembly *assembly, int along_tree,
                              size_t *order)
{
  const size_t joints = assembly->system->joints;
  const size_t bodies = assembly->system->bodies;
  int *keep = calloc(bodies, sizeof *keep);
  mechanism_require(keep != NULL, "out of memory");
  for (size_t b = 0; b < bodies; b++)
    keep[b] = 1;
  for (size_t k = 0; k < joints + bodies; k++)
    order[k] = (joints + k) % (joints + bodies);
  size_t late;
  if (along_tree)
    mechanism_require(!pn_elimination_tree_order(assembly, keep, order, &late),
                      "out of memory");
  free(keep);
}

size_t *mechanism_order(const pn_assembly *assembly, const char *name)
{
  const pn_system *system = assembly->system;
  size_t *order = calloc(system->joints + system->bodies, sizeof *order);
  mechanism_require(order != NULL, "out of memory");
  if (mechanism_keeps(name)) {
    order_with_bodies(assembly, strcmp(name, "tree") == 0, order);
    return order;
  }
  const pn_order_type *type = pn_order_type_find(name);
  mechanism_require(type != NULL, "orders: given, leaves, degree, root, random "
                                  "of J W J^T; bodies, tree of all");
  pn_matrix *matrix = mechanism_matrix(assembly, name, NULL);
  mechanism_require(!type->set(matrix->A, order), "out of memory");
  pn_matrix_free(matrix);
  return order;
}

/* Sets y = A x, as conjugate gradients ask for it. */
static void apply(const double *x, double *y, void *params)
{
  pn_block_matrix_apply(params, x, y);
}

double mechanism_cg_iterations(pn_block_matrix *A, double factor)
{
  enum { ITERATIONS_PER_ROW = 10 };
  pn_cg *cg = pn_cg_alloc(A->rows);
  double *b = calloc(A->rows, sizeof *b), *x = calloc(A->rows, sizeof *x);
  mechanism_require(cg && b && x, "out of memory");
  for (size_t i = 0; i < A->rows; i++)
    b[i] = sin((double)(i * i));
  mechanism_require(!pn_cg_solve(cg, apply, NULL, A, b, factor, 0,
                                 ITERATIONS_PER_ROW * A->rows, x),
                    "no convergence");
  const double count = (double)cg->iterations;
  pn_cg_free(cg);
  free(b);
  free(x);
  return count;
}
