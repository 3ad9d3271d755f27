/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Simulates fifty balls in an upright disk, with one idea of the text after the
   other. A little damping lets them come to rest. The table shows, for the
   seconds 8 to 10, the deepest overlap, and the means of the kinetic energy, of
   the number of contacts that are pushed apart though they open, and of the
   residual. */
#include "pantin/contact/balls_scene.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scene[] =
    "container = \"disk\"; size = 1; balls = 50; radius = 0.1; mass = 1;"
    "damping = 1;";

/* [s] */
static const double from = 8, to = 10;

typedef struct {
  const char *name;
  int position_correction, anticipation;
  const char *solver;
  size_t iterations;
  double tolerance; /* 0: all iterations */
} idea;

static const idea ideas[] = {
    {"impulses", 0, 0, "naive", 20, 0},
    {"+ position correction", 1, 0, "naive", 20, 0},
    {"+ anticipation", 1, 1, "naive", 20, 0},
    {"  with 1000 sweeps", 1, 1, "naive", 1000, 0},
    {"PGS", 1, 1, "pgs", 20, 0},
    {"  with 1000 sweeps", 1, 1, "pgs", 1000, 0},
    {"PSOR", 1, 1, "psor", 20, 0},
    {"PCG, to 1e-9 m/s", 1, 1, "pcg", 5000, 1e-9},
};

/* Impulses and openings smaller than this do not count [N s], [m/s]. */
static const double small = 1e-3;

/* Sums over steps. */
typedef struct {
  size_t steps;
  double overlap, kinetic, thrown, residual;
} measure;

/* Adds a step to the sums. */
static void add(measure *m, const pn_stepper *stepper)
{
  const pn_balls *balls = stepper->balls;
  const pn_lcp_solver *solver = stepper->solver;
  m->steps++;
  m->residual += stepper->info.residual.scaled.inf;
  if (stepper->info.penetration > m->overlap)
    m->overlap = stepper->info.penetration;
  for (size_t k = 0; k < balls->count; k++)
    m->kinetic += balls->mass[k] * pn_vec3_dot(balls->v[k], balls->v[k]) / 2;
  for (size_t c = 0; c < stepper->lcp->size; c++)
    m->thrown += solver->lambda[c] > small && solver->w[c] > small;
}

/* Simulates the pile with one idea. */
static int run(const idea *with, measure *m, pn_error *error)
{
  pn_balls_scene *of =
      pn_balls_scene_read_string("pile", scene, strlen(scene), error);
  if (!of)
    return error->code;
  of->settings.position_correction = with->position_correction;
  of->settings.anticipation = with->anticipation;
  of->settings.method = pn_lcp_method_find(with->solver);
  of->settings.iterations = with->iterations;
  of->settings.tolerance = with->tolerance;
  pn_stepper *stepper = pn_stepper_alloc(of->balls, &of->settings, error);
  while (!error->code && stepper->info.time < to)
    if (!pn_stepper_advance(stepper, error) && stepper->info.time > from)
      add(m, stepper);
  pn_stepper_free(stepper);
  pn_balls_scene_free(of);
  return error->code;
}

int main(void)
{
  gsl_set_error_handler_off();
  printf("%-22s %13s %13s %7s %14s\n", "", "overlap [cm]", "kinetic [J]",
         "thrown", "residual [m/s]");
  for (size_t k = 0; k < sizeof ideas / sizeof ideas[0]; k++) {
    measure m = {.steps = 0};
    pn_error error = {0};
    if (run(&ideas[k], &m, &error)) {
      fprintf(stderr, "pile: %s\n", error.text);
      return EXIT_FAILURE;
    }
    const double n = (double)m.steps;
    printf("%-22s %13.1e %13.1e %7.0f %14.1e\n", ideas[k].name, 1e2 * m.overlap,
           m.kinetic / n, m.thrown / n, m.residual / n);
  }
  return EXIT_SUCCESS;
}
