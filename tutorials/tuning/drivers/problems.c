/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "tuning/drivers/problems.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

/* What a step of gravity adds to a speed [m/s], and the compliance of a contact
   [1/kg]. */
static const double fall = 0.1635, compliance = 5e-4;

enum { FLOOR = -1, TOUCHES_MOST = 5 };

/* Contacts: each between the disks i and j, along the unit vector (x, y) from i
   to j. */
typedef struct {
  size_t count;
  struct {
    int i, j;
    double x, y;
  } * at;
} contact_list;

static void add(contact_list *list, int i, int j, double x, double y)
{
  list->at[list->count].i = i;
  list->at[list->count].j = j;
  list->at[list->count].x = x;
  list->at[list->count++].y = y;
}

/* Lists the contacts of a heap: of each disk with those below, and with the one
   on its left. */
static contact_list list_contacts(size_t across, size_t high, int stacked)
{
  const double half = 0.5, height = sqrt(0.75); /* of a triangle of disks */
  contact_list list = {0};
  list.at = malloc(across * high * TOUCHES_MOST * sizeof *list.at);
  exercise_require(list.at != NULL);
  for (size_t row = 0; row < high; row++)
    for (size_t column = 0; column < across; column++) {
      const int disk = (int)(row * across + column), below = disk - (int)across;
      const int odd = row % 2 == 1;
      if (row == 0)
        add(&list, FLOOR, disk, 0, 1);
      else if (stacked)
        add(&list, below, disk, 0, 1);
      else {
        add(&list, below, disk, odd ? half : -half, height);
        if (odd ? column + 1 < across : column > 0)
          add(&list, below + (odd ? 1 : -1), disk, odd ? -half : half, height);
      }
      if (!stacked && column > 0)
        add(&list, disk - 1, disk, 1, 0);
    }
  return list;
}

/* Returns the share of a disk in the entry of A for the contacts c and d. */
static double share(const contact_list *list, size_t c, size_t d, int disk,
                    double inverse_mass)
{
  const int of_c = list->at[c].j == disk ? 1 : list->at[c].i == disk ? -1 : 0;
  const int of_d = list->at[d].j == disk ? 1 : list->at[d].i == disk ? -1 : 0;
  return of_c * of_d * inverse_mass *
         (list->at[c].x * list->at[d].x + list->at[c].y * list->at[d].y);
}

problem_owned *problem_alloc(gsl_rng *random, size_t across, size_t high,
                             int stacked, size_t sweeps)
{
  const size_t disks = across * high;
  contact_list list = list_contacts(across, high, stacked);
  const size_t n = list.count;
  problem_owned *p = malloc(sizeof *p);
  double *inverse_mass = malloc(disks * sizeof *inverse_mass);
  exercise_require(p && inverse_mass);
  p->b = calloc(n, sizeof *p->b);
  p->lo = calloc(n, sizeof *p->lo);
  p->hi = malloc(n * sizeof *p->hi);
  gsl_spmatrix *triplets = gsl_spmatrix_alloc(n, n);
  exercise_require(p->b && p->lo && p->hi && triplets);
  for (size_t k = 0; k < disks; k++)
    inverse_mass[k] = 1 / exercise_uniform(random, 0.5, 2);
  for (size_t c = 0; c < n; c++) {
    const int pair[] = {list.at[c].i, list.at[c].j};
    p->hi[c] = INFINITY;
    p->b[c] = (pair[0] == FLOOR ? -fall : 0) +
              exercise_uniform(random, -0.1, 0.1) * fall;
    for (size_t d = 0; d < n; d++) {
      double a = c == d ? compliance : 0;
      for (int end = 0; end < 2; end++)
        if (pair[end] != FLOOR)
          a += share(&list, c, d, pair[end], inverse_mass[pair[end]]);
      if (a != 0)
        gsl_spmatrix_set(triplets, c, d, a);
    }
  }
  p->A = gsl_spmatrix_compress(triplets, GSL_SPMATRIX_CSR);
  gsl_spmatrix_free(triplets);
  free(inverse_mass);
  free(list.at);
  p->left = sweeps;
  p->problem = (my_problem){p->A, p->b, p->lo, p->hi, sweeps, &p->left};
  return p;
}

void problem_free(problem_owned *p)
{
  gsl_spmatrix_free(p->A);
  free(p->b);
  free(p->lo);
  free(p->hi);
  free(p);
}

/* Computes w_i, and the entry on the diagonal. */
static double velocity(const my_problem *p, const double *x, size_t i,
                       double *diagonal)
{
  double w = p->b[i];
  for (int k = p->A->p[i]; k < p->A->p[i + 1]; k++) {
    w += p->A->data[k] * x[p->A->i[k]];
    if ((size_t)p->A->i[k] == i)
      *diagonal = p->A->data[k];
  }
  return w;
}

static double clip(const my_problem *p, size_t i, double x)
{
  return fmin(fmax(x, p->lo[i]), p->hi[i]);
}

double problem_error(const my_problem *p, double alpha, size_t sweeps)
{
  const size_t n = p->A->size1;
  double *x = calloc(n, sizeof *x), error = 0, diagonal = 1;
  exercise_require(x != NULL);
  for (size_t k = 0; k < sweeps; k++)
    for (size_t i = 0; i < n; i++) {
      const double w = velocity(p, x, i, &diagonal);
      x[i] = clip(p, i, x[i] - alpha * w / diagonal);
    }
  for (size_t i = 0; i < n; i++)
    error += fabs(x[i] - clip(p, i, x[i] - velocity(p, x, i, &diagonal)));
  free(x);
  return error;
}

double my_try(const my_problem *problem, double alpha, size_t sweeps)
{
  if (sweeps > *problem->left)
    return NAN;
  *problem->left -= sweeps;
  return problem_error(problem, alpha, sweeps);
}
