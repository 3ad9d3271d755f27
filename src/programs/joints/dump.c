/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --dump: the equations of one state as MatrixMarket files. */
#include "programs/joints/run.h"

#include "pantin/base/file.h"
#include "pantin/multipliers/matrix.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

/* Opens PREFIX-NAME.mtx and writes its first lines. */
static int open_matrix(pn_file *file, const char *prefix, const char *name,
                       const char *format, const char *comment, pn_error *error)
{
  char path[PN_TEXT_PATH];
  if (snprintf(path, sizeof path, "%s-%s.mtx", prefix, name) >=
      (int)sizeof path)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "the prefix is too long");
  const int code = pn_file_open(file, path, error);
  if (!code)
    fprintf(file->stream, "%%%%MatrixMarket matrix %s\n%% %s\n", format,
            comment);
  return code;
}

static int write_vector(const char *prefix, const char *name,
                        const char *comment, const double *x, size_t n,
                        pn_error *error)
{
  pn_file file;
  const int code =
      open_matrix(&file, prefix, name, "array real general", comment, error);
  if (code)
    return code;
  fprintf(file.stream, "%zu 1\n", n);
  for (size_t i = 0; i < n; i++)
    fprintf(file.stream, "%.17g\n", x[i]);
  return pn_file_commit(&file, error);
}

/* Counts the entries of a block of J that are not 0, and prints them if there
   is a stream. */
static size_t write_block(FILE *stream, const double *J, size_t first,
                          size_t rows, size_t body)
{
  size_t count = 0;
  if (body == PN_WORLD)
    return 0;
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < 6; k++) {
      const double value = J[6 * i + k];
      if (value == 0)
        continue;
      count++;
      if (stream)
        fprintf(stream, "%zu %zu %.17g\n", first + i + 1,
                PN_BODY_VELOCITIES * body + k + 1, value);
    }
  return count;
}

static size_t write_entries(FILE *stream, const pn_assembly *a)
{
  size_t count = 0;
  for (size_t j = 0; j < a->system->joints; j++) {
    const pn_joint *joint = &a->system->joint[j];
    const size_t first = a->first[j], rows = a->first[j + 1] - first;
    count += write_block(stream, pn_assembly_parent(a, j), first, rows,
                         joint->parent);
    count +=
        write_block(stream, pn_assembly_child(a, j), first, rows, joint->child);
  }
  return count;
}

static int write_J(const char *prefix, const pn_assembly *a, pn_error *error)
{
  pn_file file;
  const int code = open_matrix(
      &file, prefix, "J", "coordinate real general",
      "J: rows of the joints x (v, omega) of the bodies, world frame", error);
  if (code)
    return code;
  fprintf(file.stream, "%zu %zu %zu\n", a->rows, a->velocities,
          write_entries(NULL, a));
  write_entries(file.stream, a);
  return pn_file_commit(&file, error);
}

/* Counts the entries of the lower triangle of A, and prints them if there is a
   stream. */
static size_t write_triangle(FILE *stream, const pn_block_matrix *A)
{
  size_t count = 0;
  for (size_t bj = 0; bj < A->blocks; bj++)
    for (size_t s = A->column[bj]; s < A->column[bj + 1]; s++) {
      const size_t bi = A->row[s], n = A->order[bj];
      for (size_t i = 0; i < A->order[bi]; i++)
        for (size_t j = 0; j < n; j++) {
          const size_t row = A->first[bi] + i, column = A->first[bj] + j;
          if (row < column)
            continue;
          count++;
          if (stream)
            fprintf(stream, "%zu %zu %.17g\n", row + 1, column + 1,
                    A->value[A->entry[s] + n * i + j]);
        }
    }
  return count;
}

static int write_A(const char *prefix, const pn_assembly *a, pn_error *error)
{
  pn_matrix *matrix = pn_matrix_alloc(a, NULL, NULL);
  if (!matrix)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_matrix_set(matrix);
  pn_file file;
  int code = open_matrix(&file, prefix, "A", "coordinate real symmetric",
                         "A = J W J^T, lower triangle", error);
  if (!code) {
    fprintf(file.stream, "%zu %zu %zu\n", matrix->A->rows, matrix->A->rows,
            write_triangle(NULL, matrix->A));
    write_triangle(file.stream, matrix->A);
    code = pn_file_commit(&file, error);
  }
  pn_matrix_free(matrix);
  return code;
}

static void write_all(const char *prefix, pn_simulation *s, pn_error *error)
{
  const pn_dynamics *d = s->dynamics;
  const pn_assembly *a = d->assembly;
  pn_measure measure;
  if (pn_simulation_measure(s, &measure))
    pn_error_set(error, GSL_EFAILED, NULL, 0,
                 "there are no accelerations at t = %g s", s->t);
  else if (!write_J(prefix, a, error) && !write_A(prefix, a, error) &&
           !write_vector(prefix, "bias", "Jdot u", a->bias, a->rows, error))
    write_vector(prefix, "lambda",
                 "lambda: A lambda = -(J W F + Jdot u); of a ball joint the "
                 "force on the parent",
                 d->lambda, a->rows, error);
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
          "The equations at t = %g s are in %s-J.mtx, -A.mtx, -bias.mtx and "
          "-lambda.mtx.\n",
          d->simulation->t, d->prefix);
}

static void write_json(pn_json *json, const void *result)
{
  static const char *const names[] = {"J", "A", "bias", "lambda"};
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
  static const program_outputs outputs = {print_place, write_json, NULL, NULL};
  program *self = task->self;
  pn_simulation *s = joints_run_to(task, task->asked->time);
  const dump all = {self->scene_name, task->asked->dump, s};
  if (s)
    write_all(all.prefix, s, &self->error);
  if (s && !self->error.code && is_alone)
    program_write(self, &outputs, &all);
  pn_simulation_free(s);
}
