/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --dump: the equations of one state as MatrixMarket files. */
#include "programs/joints/run.h"
#include "programs/market.h"

#include "pantin/body/side.h"
#include "pantin/multipliers/matrix.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

/* Prints the entries of J that are not 0, block by block. */
static size_t print_J(FILE *stream, const void *of)
{
  const pn_assembly *a = of;
  size_t count = 0;
  for (size_t block = 0; block < JOINT_SIDES_MAX * a->system->joints; block++) {
    const size_t j = block / JOINT_SIDES_MAX, side = block % JOINT_SIDES_MAX;
    const pn_joint *joint = &a->system->joint[j];
    if (side >= joint_sides(joint))
      continue;
    const size_t body = joint_body(joint, side);
    const double *J = pn_assembly_block(a, j, side);
    const size_t rows = a->first[j + 1] - a->first[j];
    for (size_t i = 0; body != PN_WORLD && i < 6 * rows; i++)
      if (J[i] != 0)
        count += market_entry(stream, a->first[j] + i / 6,
                              PN_BODY_VELOCITIES * body + i % 6, J[i]);
  }
  return count;
}

/* Prints the lower triangle of A, block by block. */
static size_t print_A(FILE *stream, const void *of)
{
  const pn_block_matrix *A = of;
  size_t count = 0;
  for (size_t bj = 0; bj < A->blocks; bj++)
    for (size_t s = A->column[bj]; s < A->column[bj + 1]; s++) {
      const size_t bi = A->row[s], n = A->order[bj];
      for (size_t k = 0; k < A->order[bi] * n; k++) {
        const size_t row = A->first[bi] + k / n, column = A->first[bj] + k % n;
        if (row >= column)
          count += market_entry(stream, row, column, A->value[A->entry[s] + k]);
      }
    }
  return count;
}

/* Prints the lower triangle of W: 1 / m, and the inverse inertia of each body
   in the world's frame. */
static size_t print_W(FILE *stream, const void *of)
{
  const pn_assembly *a = of;
  size_t count = 0;
  for (size_t b = 0; b < a->system->bodies; b++) {
    const size_t v = PN_BODY_VELOCITIES * b, omega = v + 3;
    for (size_t i = 0; i < 3; i++)
      count += market_entry(stream, v + i, v + i, a->weight[b]);
    for (size_t i = 0; i < 3; i++)
      for (size_t j = 0; j <= i; j++)
        count +=
            market_entry(stream, omega + i, omega + j, a->inverse[b].m[i][j]);
  }
  return count;
}

typedef struct {
  const double *x;
  size_t n;
} vector;

static size_t print_vector(FILE *stream, const void *of)
{
  const vector *v = of;
  for (size_t i = 0; i < v->n; i++)
    fprintf(stream, "%.17g\n", v->x[i]);
  return v->n;
}

/* Writes matrices and vectors of the equations at the present state: all files
   or none. */
static void write_all(const char *prefix, pn_simulation *s, pn_error *error)
{
  const pn_dynamics *d = s->dynamics;
  const pn_assembly *a = d->assembly;
  const vector bias = {a->bias, a->rows}, lambda = {d->lambda, a->rows};
  const vector C = {a->C, a->rows}, F = {a->F, a->velocities};
  const vector u = {s->y + pn_system_positions(s->system), a->velocities};
  pn_measure measure;
  if (pn_simulation_measure(s, &measure)) {
    pn_error_set(error, GSL_EFAILED, NULL, 0,
                 "there are no accelerations at t = %g s", s->t);
    return;
  }
  pn_matrix *matrix = pn_matrix_alloc(a, NULL, NULL);
  if (!matrix) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return;
  }
  pn_matrix_set(matrix);
  static const char general[] = "coordinate real general";
  static const char symmetric[] = "coordinate real symmetric";
  static const char array[] = "array real general";
  const size_t m = a->rows, n = a->velocities;
  const market_matrix parts[] = {
      {"J", general,
       "J: rows of the joints x (v, omega) of the bodies, world frame", m, n,
       print_J, a},
      {"A", symmetric, "A = J W J^T, lower triangle", m, m, print_A, matrix->A},
      {"W", symmetric, "W: inverse masses and inertias, lower triangle", n, n,
       print_W, a},
      {"F", array, "F: forces and torques, with -omega x (I omega)", n, 1,
       print_vector, &F},
      {"u", array, "u: (v, omega) of the bodies", n, 1, print_vector, &u},
      {"C", array, "C: the constraint functions", m, 1, print_vector, &C},
      {"bias", array, "Jdot u", m, 1, print_vector, &bias},
      {"lambda", array,
       "lambda: A lambda = -(J W F + Jdot u); of a ball joint the force on the "
       "parent",
       m, 1, print_vector, &lambda},
  };
  market_write(parts, sizeof parts / sizeof parts[0], prefix, NULL, error);
  pn_matrix_free(matrix);
}

/* What is told of a dump that is all there is to do. */
typedef struct {
  const char *scene, *prefix;
  const pn_simulation *simulation;
} dump;

static void print_place(FILE *stream, const void *result)
{
  const dump *d = result;
  fprintf(stream,
          "The equations at t = %g s are in %s-J.mtx, -A.mtx, -W.mtx, -F.mtx, "
          "-u.mtx, -C.mtx, -bias.mtx and -lambda.mtx.\n",
          d->simulation->t, d->prefix);
}

/* Writes the sizes of the equations, and the names of the files. */
static void write_json(pn_json *json, const void *result)
{
  static const char *const names[] = {"J", "A", "W",    "F",
                                      "u", "C", "bias", "lambda"};
  const dump *d = result;
  char path[PN_TEXT_PATH];
  pn_json_string(json, "scene", d->scene);
  pn_json_real(json, "time", d->simulation->t);
  pn_json_count(json, "rows", d->simulation->dynamics->assembly->rows);
  pn_json_count(json, "velocities",
                d->simulation->dynamics->assembly->velocities);
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    snprintf(path, sizeof path, "%s-%s.mtx", d->prefix, names[k]);
    pn_json_string(json, names[k], path);
  }
}

void joints_dump(const joints_task *task, int is_alone)
{
  static const program_outputs outputs = {print_place, write_json, NULL, NULL,
                                          NULL};
  program *self = task->self;
  pn_simulation *s = joints_run_to(task, task->asked->time);
  const dump all = {self->scene_name, task->asked->dump, s};
  if (s)
    write_all(all.prefix, s, &self->error);
  if (s && !self->error.code && is_alone)
    program_write(self, &outputs, &all);
  pn_simulation_free(s);
}
