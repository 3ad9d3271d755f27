/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "judge.h"

#include "pantin/body/side.h"

#include <math.h>
#include <stdlib.h>

/* Sets u = W f in long double. */
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
  size_t body[JOINT_SIDES_MAX];
  const double *J[JOINT_SIDES_MAX];
} row;

static void list_rows(const pn_assembly *a, row *rows)
{
  for (size_t j = 0; j < a->system->joints; j++)
    for (size_t i = a->first[j]; i < a->first[j + 1]; i++)
      for (size_t side = 0; side < JOINT_SIDES_MAX; side++) {
        const pn_joint *joint = &a->system->joint[j];
        const int is_there = side < joint_sides(joint);
        rows[i].body[side] = is_there ? joint_body(joint, side) : PN_WORLD;
        rows[i].J[side] =
            is_there ? pn_assembly_block(a, j, side) + 6 * (i - a->first[j])
                     : NULL;
      }
}

/* Adds u += s J_i^T. */
static void add_row(const row *i, long double s, long double *u)
{
  for (int side = 0; side < JOINT_SIDES_MAX; side++)
    for (size_t k = 0; k < 6 && i->body[side] != PN_WORLD; k++)
      u[6 * i->body[side] + k] += s * i->J[side][k];
}

/* Returns J_i u. */
static long double row_times(const row *i, const long double *u)
{
  long double sum = 0;
  for (int side = 0; side < JOINT_SIDES_MAX; side++)
    for (size_t k = 0; k < 6 && i->body[side] != PN_WORLD; k++)
      sum += i->J[side][k] * u[6 * i->body[side] + k];
  return sum;
}

/* Returns the entry (i, j) of a symmetric A, of which the upper triangle is
   kept. */
static long double *entry(long double *A, size_t n, size_t i, size_t j)
{
  return i < j ? &A[i * n + j] : &A[j * n + i];
}

static void swap(long double *x, long double *y)
{
  const long double kept = *x;
  *x = *y;
  *y = kept;
}

/* Exchanges rows i and k of A x = b, and columns. */
static void exchange(size_t n, long double *A, long double *b, size_t i,
                     size_t k)
{
  swap(&A[i * n + i], &A[k * n + k]);
  swap(&b[i], &b[k]);
  for (size_t j = 0; j < n; j++)
    if (j != i && j != k)
      swap(entry(A, n, i, j), entry(A, n, k, j));
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
    size_t most = rank;
    for (size_t i = rank + 1; i < n; i++)
      if (A[i * n + i] > A[most * n + most])
        most = i;
    if (A[most * n + most] <= 1e-13L * largest)
      break;
    if (most != rank) {
      const size_t kept = order[rank];
      order[rank] = order[most];
      order[most] = kept;
      exchange(n, A, b, rank, most);
    }
    const long double *pivot = &A[rank * n];
    for (size_t i = rank + 1; i < n; i++) {
      const long double factor = pivot[i] / pivot[rank];
      for (size_t j = i; j < n && factor != 0; j++)
        A[i * n + j] -= factor * pivot[j];
      b[i] -= factor * b[rank];
    }
  }
  for (size_t i = rank; i-- > 0;) {
    long double sum = b[i];
    for (size_t j = i + 1; j < rank; j++)
      sum -= A[i * n + j] * x[order[j]];
    x[order[i]] = sum / A[i * n + i];
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

size_t judge_accelerations(const pn_assembly *a, double *acceleration)
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
