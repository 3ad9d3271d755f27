/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks the project: the residual is computed from A, entry by entry, which
   the answer does not see; its products and sweeps are counted. The heaps are
   real ones, simulated while they fall, and until they lie still. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"
#include "pantin/contact/balls_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double allowed = 1e-9; /* m/s */

/* When a heap falls, and when it lies still [s]. */
static const double falling = 0.3, resting = 4;

/* What an answer does not see. */
typedef struct {
  const double *A;
  size_t work; /* the true count */
} hidden;

static void product(my_pile *pile, const double *x, double *y)
{
  const my_problem problem = {pile->n, ((hidden *)pile->its)->A, pile->b};
  my_times(&problem, x, y);
  pile->work = ++((hidden *)pile->its)->work;
}

static void sweep(my_pile *pile, double *lambda)
{
  const double *A = ((hidden *)pile->its)->A;
  for (size_t i = 0; i < pile->n; i++) {
    double w = pile->b[i];
    for (size_t j = 0; j < pile->n; j++)
      w += A[i * pile->n + j] * lambda[j];
    lambda[i] =
        fmin(fmax(lambda[i] - w / pile->D[i], pile->lo[i]), pile->hi[i]);
  }
  pile->work = ++((hidden *)pile->its)->work;
}

/* Computes the largest distance of a lambda from where the row's exact step,
   cut off at the bounds, leads, times D; infinite where it is no number. */
static double residual(const my_pile *pile, const double *lambda)
{
  const my_problem problem = {pile->n, ((hidden *)pile->its)->A, pile->b};
  double w[MY_ROWS_MAX], most = 0;
  my_times(&problem, lambda, w);
  for (size_t i = 0; i < pile->n; i++) {
    double moved = lambda[i] - (w[i] + pile->b[i]) / pile->D[i];
    if (moved < pile->lo[i])
      moved = pile->lo[i];
    if (moved > pile->hi[i])
      moved = pile->hi[i];
    if (isnan(moved))
      return INFINITY;
    most = fmax(most, pile->D[i] * fabs(lambda[i] - moved));
  }
  return most;
}

/* The bounds of all contacts of a pile [N s]. */
typedef struct {
  const char *name;
  double lo, hi;
} kind;

static const kind kinds[] = {{"", 0, INFINITY},
                             {", sticky", -0.05, INFINITY},
                             {", soft", 0, 0.3},
                             {", sticky and soft", -0.05, 0.3}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Solves a problem with `solver`; returns the residual [m/s], and the work. */
static double run(const pn_lcp *lcp, kind of,
                  void (*solver)(my_pile *, double *), size_t *work)
{
  const size_t n = lcp->size;
  double *A = contact_matrix(pn_delassus_of(lcp->A)), D[MY_ROWS_MAX];
  double lambda[MY_ROWS_MAX] = {0}, lo[MY_ROWS_MAX], hi[MY_ROWS_MAX];
  hidden its = {A, 0};
  for (size_t i = 0; i < n; i++) {
    D[i] = A[i * n + i];
    lo[i] = of.lo;
    hi[i] = of.hi;
  }
  my_pile pile = {n, lcp->b, D, lo, hi, product, sweep, 0, &its};
  solver(&pile, lambda);
  const double most = residual(&pile, lambda);
  free(A);
  *work = its.work;
  return most;
}

static void check(exercise *e, const pn_lcp *lcp, kind of)
{
  size_t work;
  if (lcp->size <= 2) {
    double *A = contact_matrix(pn_delassus_of(lcp->A));
    exercise_given_matrix(e, "A", A, lcp->size, lcp->size);
    exercise_given(e, "b", lcp->b, lcp->size);
    free(A);
  }
  const double most = run(lcp, of, my_solver, &work);
  exercise_value(e, fmax(most, allowed), allowed, 0,
                 "the residual [m/s], if more than allowed");
  exercise_value(e, fmax((double)work, MY_WORK_MAX), MY_WORK_MAX, 0,
                 "products and sweeps, if more than allowed");
}

static void check_pair(exercise *e, double lower, double upper)
{
  pn_lcp *lcp = contact_pair(lower, upper);
  exercise_input(e, "%g kg on the ground, %g kg on top of it", lower, upper);
  check(e, lcp, kinds[0]);
  pn_lcp_free(lcp);
}

static void check_stack(exercise *e, size_t balls)
{
  pn_lcp *lcp = contact_stack(balls);
  exercise_input(e, "%zu balls on top of each other", balls);
  check(e, lcp, kinds[0]);
  pn_lcp_free(lcp);
}

/* A pile of balls in a disk. */
typedef struct {
  pn_balls_scene *scene;
  pn_stepper *stepper;
} heap;

static heap make_heap(int seed, double seconds)
{
  char text[256];
  snprintf(
      text, sizeof text,
      "container = \"disk\"; size = 0.9; balls = 25; radius = (0.07, 0.12);"
      "density = 300; damping = 2; seed = %d; solver = \"pcg\";"
      "iterations = 1000; tolerance = 1e-7;",
      seed);
  heap h;
  pn_error error = {0};
  h.scene = pn_balls_scene_read_string("heap", text, strlen(text), &error);
  exercise_require(h.scene != NULL);
  h.stepper = pn_stepper_alloc(h.scene->balls, &h.scene->settings, &error);
  exercise_require(h.stepper != NULL);
  while (h.stepper->info.time < seconds)
    exercise_require(!pn_stepper_advance(h.stepper, &error));
  exercise_require(h.stepper->lcp->size <= MY_ROWS_MAX);
  return h;
}

static void free_heap(heap h)
{
  pn_stepper_free(h.stepper);
  pn_balls_scene_free(h.scene);
}

static void check_heap(exercise *e, int seed, double seconds)
{
  const heap h = make_heap(seed, seconds);
  for (size_t k = 0; k < KINDS; k++) {
    exercise_input(e, "a heap of %zu contacts after %g s%s",
                   h.stepper->lcp->size, seconds, kinds[k].name);
    check(e, h.stepper->lcp, kinds[k]);
  }
  free_heap(h);
}

/* Sweeps until the pile is solved. */
static void only_sweep(my_pile *pile, double *lambda)
{
  enum { SWEEPS_MAX = 100000 };
  while (pile->work < SWEEPS_MAX && residual(pile, lambda) > allowed)
    pile->sweep(pile, lambda);
}

/* Compares the answer with sweeps alone. */
static void compare(const char *name, const pn_lcp *lcp)
{
  size_t sweeps, work;
  run(lcp, kinds[0], only_sweep, &sweeps);
  run(lcp, kinds[0], my_solver, &work);
  printf("%-30s %8zu %8zu\n", name, sweeps, work);
}

static void show(void)
{
  printf("\n%-30s %8s %8s\n", "to 1e-9 m/s", "sweeps", "yours");
  pn_lcp *lcp = contact_pair(1, 1000);
  compare("1000 kg on 1 kg", lcp);
  pn_lcp_free(lcp);
  lcp = contact_stack(30);
  compare("30 balls on top of each other", lcp);
  pn_lcp_free(lcp);
  const heap h = make_heap(4, resting);
  compare("a heap of 25 balls", h.stepper->lcp);
  free_heap(h);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/solver");
  check_pair(&e, 1000, 1);
  check_pair(&e, 1, 1000);
  check_stack(&e, 7);
  check_stack(&e, 30);
  for (int seed = 1; seed <= 3; seed++)
    check_heap(&e, seed, resting);
  for (int seed = 1; seed <= 4; seed++)
    check_heap(&e, seed, falling);
  exercise_reward(&e, show);
  return exercise_end(&e);
}
