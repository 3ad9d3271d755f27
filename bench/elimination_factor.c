/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "elimination_factor.h"

#include "pantin/multipliers/elimination.h"

#include "bench.h"
#include "measure.h"
#include "mechanism.h"
#include "peer_cholmod.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum {
#ifdef HAVE_CHOLMOD
  BY_CHOLMOD_BLOCKS,
  BY_CHOLMOD_ENTRIES,
#endif
  BY_PANTIN,
  FACTORS
} worker;

static const char *const names[FACTORS] = {
#ifdef HAVE_CHOLMOD
    "CHOLMOD", "CHOLMOD simpl.",
#endif
    "Pantin"};

typedef struct {
  worker by;
  const pn_system *system;
  size_t times;
  pn_elimination *elimination;
#ifdef HAVE_CHOLMOD
  peer_cholmod *peer;
#endif
  double *b;
} task;

/* Bodies of more joints than this are kept, so that the star's matrix is not
   dense. */
enum { CROWD = 16 };

static pn_elimination *eliminate(const pn_assembly *a)
{
  const size_t bodies = a->system->bodies, joints = a->system->joints;
  size_t *degree = calloc(bodies, sizeof *degree), late, kept = 0;
  size_t *order = calloc(bodies + joints, sizeof *order);
  int *keep = calloc(bodies, sizeof *keep);
  pn_elimination *e = NULL;
  for (size_t j = 0; j < joints; j++) {
    degree[a->system->joint[j].parent]++;
    degree[a->system->joint[j].child]++;
  }
  for (size_t b = 0; b < bodies; b++)
    kept += (size_t)(keep[b] = degree[b] > CROWD);
  if (kept == 0)
    e = pn_elimination_alloc(a, NULL, NULL);
  else if (pn_elimination_tree_order(a, keep, order, &late) == GSL_SUCCESS)
    e = pn_elimination_alloc(a, keep, order);
  free(degree);
  free(order);
  free(keep);
  return e;
}

static int prepare(void *vtask)
{
  task *of = vtask;
  pn_assembly *a = pn_assembly_alloc(of->system);
  double *y = calloc(pn_system_dimension(of->system), sizeof *y);
  if (!a || !y)
    return -1;
  pn_system_start(of->system, y);
  of->elimination = eliminate(a);
  if (!of->elimination || pn_assembly_set(a, y))
    return -1;
  pn_matrix *matrix = of->elimination->matrix;
  if (pn_matrix_redirect(matrix, matrix->A)) /* A is wanted, not only L */
    return -1;
  pn_matrix_set(matrix);
  of->b = calloc(of->elimination->matrix->A->rows, sizeof *of->b);
#ifdef HAVE_CHOLMOD
  if (of->by != BY_PANTIN) {
    of->peer = peer_cholmod_start(of->elimination->matrix->A,
                                  of->by == BY_CHOLMOD_ENTRIES);
    return of->peer ? 0 : -1;
  }
#endif
  return of->b ? 0 : -1;
}

static int run(void *vtask, void *nothing)
{
  task *of = vtask;
  pn_elimination *e = of->elimination;
  int code = 0;
  (void)nothing;
  for (size_t k = 0; k < of->times && !code; k++) {
#ifdef HAVE_CHOLMOD
    if (of->by != BY_PANTIN) {
      code = peer_cholmod_run(of->peer);
      continue;
    }
#endif
    code = pn_block_factor_set(e->factor, e->matrix->A);
    for (size_t i = 0; i < e->matrix->A->rows; i++)
      of->b[i] = 1;
    pn_block_factor_solve(e->factor, 1, of->b, of->b);
  }
  return code;
}

void elimination_factor(void)
{
  static const measure_work work = {prepare, run, 0};
  enum { BODIES = 20000, RUNS = 31, LIMIT = 20 };
  double best[MECHANISMS], own[MECHANISMS];
  printf("Factoring the matrix and solving once [us]\n\n%-14s", "");
  for (size_t c = 0; c < MECHANISMS; c++) {
    printf(" %10s", mechanisms[c].name);
    best[c] = own[c] = NAN;
  }
  for (int by = 0; by < FACTORS; by++) {
    printf("\n%-14s", names[by]);
    for (size_t c = 0; c < MECHANISMS; c++) {
      pn_system_scene *scene = mechanism_read(&mechanisms[c]);
      task of = {.by = (worker)by, .system = scene ? scene->system : NULL};
      of.times = scene ? 1 + BODIES / scene->system->bodies : 0;
      const measurement m = measure(&work, &of, NULL, RUNS, LIMIT);
      const double us =
          m.end == MEASURE_DONE ? 1e6 * m.least / (double)of.times : NAN;
      bench_print(us, 2);
      own[c] = us;
      if (by != BY_PANTIN)
        best[c] = fmin(best[c], us);
      pn_system_scene_free(scene);
    }
  }
  printf("\n%-14s", "share");
  for (size_t c = 0; c < MECHANISMS; c++)
    bench_print(own[c] / best[c], 2);
  printf("\n(of the faster CHOLMOD's time; wanted: at most 0.5)\n\n");
}
