/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the accelerations cost on mechanisms of several shapes, by each solver
   of the multipliers and by engines: all of it, from positions and velocities
   to accelerations, with gravity. Then how the cost grows with the number of
   bodies. */
#include "config.h"

#include "pantin/dynamics/dynamics.h"

#include "bench.h"
#include "elimination_factor.h"
#include "engine.h"
#include "measure.h"
#include "mechanism.h"
#include "windows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Those who compute ----------------------------------------------------------
 */

typedef struct {
  const char *name;
  const pn_multiplier_type *const *solver; /* of Pantin; or: */
  const engine *const *engine;
  const char *method; /* of the engine */
  double wanted;      /* Bullet's time to its own; 0: not in the summary */
} contender;

static const contender contenders[] = {
#ifdef HAVE_MUJOCO
    {"MuJoCo", NULL, &engine_mujoco, "euler", 0},
#endif
#ifdef HAVE_ODE
    {"ODE", NULL, &engine_ode, "step", 0},
#endif
#ifdef HAVE_BULLET
    {"Bullet", NULL, &engine_bullet, "euler", 1},
#endif
#ifdef HAVE_RBDL
    {"RBDL", NULL, &engine_rbdl, "", 0.75},
#endif
#ifdef HAVE_PINOCCHIO
    {"Pinocchio", NULL, &engine_pinocchio, "", NAN},
#endif
    {"Pantin auto", &pn_multipliers_auto, NULL, NULL, 1},
    {"Pantin sparse", &pn_multipliers_sparse, NULL, NULL, 0},
    {"Pantin kkt", &pn_multipliers_kkt, NULL, NULL, 0},
    {"Pantin aba", &pn_multipliers_aba, NULL, NULL, 0},
    {"Pantin schur", &pn_multipliers_schur, NULL, NULL, 0},
    {"Pantin cg", &pn_multipliers_cg, NULL, NULL, 0},
    {"Pantin dense", &pn_multipliers_dense, NULL, NULL, 0},
};
enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };

/* A piece of work, and what a child process makes to do it. */
typedef struct {
  const contender *by;
  const pn_system *system;
  size_t times; /* evaluations in a run */
  engine_tree tree;
  void *run;
  pn_dynamics *dynamics;
  double *y;
} task;

/* Of engines that can do nothing but steps: too short to get away [s]. */
static const double short_step = 1e-7;

static int prepare(void *vtask)
{
  task *of = vtask;
  if (of->by->engine) {
    if (engine_tree_make_with_loops(&of->tree, of->system))
      return -1;
    of->run = (*of->by->engine)->start(&of->tree, of->by->method, short_step);
    return of->run ? 0 : -1;
  }
  of->dynamics = pn_dynamics_alloc(of->system, *of->by->solver);
  of->y = malloc(pn_system_dimension(of->system) * sizeof *of->y);
  if (!of->dynamics || !of->y)
    return -1;
  pn_system_start(of->system, of->y);
  return 0;
}

static int evaluate(void *vtask, void *nothing)
{
  task *of = vtask;
  (void)nothing;
  for (size_t k = 0; k < of->times; k++) {
    int code;
    if (of->dynamics) {
      of->dynamics->assembly->place = 0; /* all of it, each time */
      code = pn_dynamics_evaluate(of->dynamics, 0, of->y, NULL);
    } else if ((*of->by->engine)->evaluate)
      code = (*of->by->engine)->evaluate(of->run);
    else
      code = (*of->by->engine)->step(of->run);
    if (code)
      return -1;
  }
  return 0;
}

/* Microseconds of one evaluation, the least of some runs; NaN if there is
   none. */
static double cost(const contender *by, const pn_system *system)
{
  static const measure_work work = {prepare, evaluate, 0};
  enum { BODIES = 20000, RUNS = 31, LIMIT = 20 };
  const size_t fast = BODIES / system->bodies;
  /* Those that are not linear would take too long for as many. */
  const size_t slow = 1 + fast / system->bodies;
  task of = {.by = by,
             .system = system,
             .times = by->engine || by->solver == &pn_multipliers_dense ||
                              by->solver == &pn_multipliers_schur ||
                              by->solver == &pn_multipliers_cg
                          ? slow
                          : 1 + fast};
  const measurement m = measure(&work, &of, NULL, RUNS, LIMIT);
  return m.end == MEASURE_DONE ? 1e6 * m.least / (double)of.times : NAN;
}

/* Tables ----------------------------------------------------------------------
 */

enum { COLUMN_ROUNDS = 3 };

/* Tells whether QUICK leaves a mechanism or a contender out. */
static int is_late(double wanted)
{
  return bench_is_quick() && wanted == 0;
}

/* Takes the least of some rounds, in which all contenders take turns. */
static void measure_column(const mechanism *of, double us[CONTENDERS])
{
  pn_system_scene *scene = mechanism_read(of);
  for (size_t k = 0; k < CONTENDERS; k++)
    us[k] = NAN;
  for (int round = 0; scene && round < COLUMN_ROUNDS; round++)
    for (size_t k = 0; k < CONTENDERS; k++)
      if (!is_late(contenders[k].wanted))
        us[k] = fmin(us[k], cost(&contenders[k], scene->system));
  pn_system_scene_free(scene);
}

/* Finds the fastest engine and the time of Pantin's auto; leaves them for the
   summary. */
static void judge_column(const mechanism *of, const double us[CONTENDERS],
                         double *best, double *own)
{
  char job[60];
  *best = *own = NAN;
  snprintf(job, sizeof job, "%s: accelerations", of->name);
  for (size_t k = 0; k < CONTENDERS; k++)
    if (contenders[k].engine)
      *best = fmin(*best, us[k]);
    else if (contenders[k].solver == &pn_multipliers_auto)
      *own = us[k];
  for (size_t k = 0; k < CONTENDERS; k++)
    if (contenders[k].engine && of->wanted != 0 && contenders[k].wanted != 0)
      bench_note(job, "us", *own, contenders[k].name, us[k],
                 of->wanted / contenders[k].wanted);
}

static void show_columns(void)
{
  double us[MECHANISMS][CONTENDERS], best[MECHANISMS], own[MECHANISMS];
  printf("The accelerations, once; of ODE, a whole step. Least processor time "
         "[us];\n-: does not take it, or not done after 20 s\n\n%-14s",
         "");
  for (size_t c = 0; c < MECHANISMS; c++) {
    if (is_late(mechanisms[c].wanted))
      continue;
    printf(" %10s", mechanisms[c].name);
    fflush(stdout);
    measure_column(&mechanisms[c], us[c]);
    judge_column(&mechanisms[c], us[c], &best[c], &own[c]);
  }
  for (size_t k = 0; k < CONTENDERS; k++) {
    if (is_late(contenders[k].wanted))
      continue;
    printf("\n%-14s", contenders[k].name);
    for (size_t c = 0; c < MECHANISMS; c++)
      if (!is_late(mechanisms[c].wanted))
        bench_print(us[c][k], 2);
  }
  printf("\n%-14s", "times faster");
  for (size_t c = 0; c < MECHANISMS; c++)
    if (!is_late(mechanisms[c].wanted))
      bench_print(best[c] / own[c], 1);
  printf("\n(auto beside the fastest engine; wanted: at least 2.5)\n\n");
}

/* Growth ----------------------------------------------------------------------
 */

enum { SIZES = 5, ROUNDS = 5 };
static const size_t sizes[SIZES] = {100, 316, 1000, 3162, 10000};

/* Takes the least cost of each size in several rounds over all of them, so that
   what else the machine does is not taken for growth. */
static void measure_growth(mechanism of, double us[SIZES])
{
  static const contender automatic = {"", &pn_multipliers_auto, NULL, NULL, 0};
  pn_system_scene *scene[SIZES];
  for (size_t s = 0; s < SIZES; s++) {
    of.count = sizes[s];
    scene[s] = mechanism_read(&of);
    us[s] = scene[s] ? INFINITY : NAN;
  }
  for (int round = 0; round < ROUNDS; round++)
    for (size_t s = 0; s < SIZES; s++)
      if (scene[s])
        us[s] = fmin(us[s], cost(&automatic, scene[s]->system));
  for (size_t s = 0; s < SIZES; s++)
    pn_system_scene_free(scene[s]);
}

static void show_growth(void)
{
  static const mechanism kinds[] = {{"chain", CHAIN, 0, 0},
                                    {"ring", RING, 0, 0},
                                    {"tree", TREE, 0, 0},
                                    {"star", STAR, 0, 0}};
  printf("Pantin's auto, growing [us]\n\n%-14s", "");
  for (size_t s = 0; s < SIZES; s++)
    printf(" %10zu", sizes[s]);
  printf(" %10s\n", "exponent");
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    double n[SIZES], us[SIZES];
    measure_growth(kinds[k], us);
    printf("%-14s", kinds[k].name);
    for (size_t s = 0; s < SIZES; s++) {
      bench_print(us[s], 1);
      n[s] = (double)sizes[s];
    }
    bench_print(bench_exponent(SIZES, n, us), 3);
    printf("\n");
  }
  printf("(least of %d rounds; wanted: at most 1.05)\n\n", ROUNDS);
}

/* Loops that lean on each other -----------------------------------------------
 */

static void show_windows(void)
{
  static const contender both[] = {
      {"auto", &pn_multipliers_auto, NULL, NULL, 0},
      {"schur", &pn_multipliers_schur, NULL, NULL, 0},
  };
  static const double wanted = 1. / 3; /* of auto's speed */
  enum { WINDOWS = 40, TIMES = 3 };
  double us[2] = {NAN, NAN};
  pn_system_scene *scene = windows_make(WINDOWS);
  for (int round = 0; scene && round < TIMES; round++)
    for (int k = 0; k < 2; k++)
      us[k] = fmin(us[k], cost(&both[k], scene->system));
  pn_system_scene_free(scene);
  printf("%d windows of thin rods in a row, the accelerations [us]\n\n",
         WINDOWS);
  for (int k = 0; k < 2; k++) {
    printf("%-14s", both[k].name);
    bench_print(us[k], 1);
    printf("\n");
  }
  printf("(-: refuses them; wanted of schur: at most three times auto's)\n\n");
  bench_note("40 windows: schur", "us", us[1], "auto", us[0], wanted);
}

/* Shows all tables that are due, or those that are named. */
int main(int argc, char **argv)
{
  static const bench_table tables[] = {
      {"solvers", show_columns, BENCH_ALWAYS},
      {"factor", elimination_factor, BENCH_AT_LENGTH},
      {"growth", show_growth, BENCH_AT_LENGTH},
      {"windows", show_windows, BENCH_ALWAYS},
  };
  return bench_main(tables, sizeof tables / sizeof tables[0], argc, argv);
}
