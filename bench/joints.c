/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The puppet beside engines: how exactly each follows the reference motion of
   15 bodies in free fall, and what a step costs; then what the accelerations
   cost alone, on the puppet and on chains. accuracy.h says what is measured. */
#include "config.h"

#include "pantin/body/scene.h"

#include "accuracy.h"
#include "bench.h"
#include "engine.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One more is one more line. */
typedef struct {
  const char *name;
  const engine *const *engine;
  const char *method;
  int evaluates; /* stands in the table of accelerations, too */
} contender;

static const contender contenders[] = {
    {"Pantin rk4", &engine_pantin, "rk4", 1},
    {"reduced rk4", &engine_reduced, "rk4", 1},
    {"Pantin ab4", &engine_pantin, "ab4", 0},
    {"Pantin rk2", &engine_pantin, "rk2", 0},
    {"Pantin leapfrog", &engine_pantin, "leapfrog", 0},
#ifdef HAVE_MUJOCO
    {"MuJoCo RK4", &engine_mujoco, "rk4", 1},
    {"MuJoCo Euler", &engine_mujoco, "euler", 0},
#endif
#ifdef HAVE_BULLET
    {"Bullet RK4", &engine_bullet, "rk4", 1},
    {"Bullet Euler", &engine_bullet, "euler", 0},
#endif
#ifdef HAVE_ODE
    {"ODE step", &engine_ode, "step", 1},
    {"ODE quickstep", &engine_ode, "quick", 0},
#endif
};
enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };

/* The puppet, read by main. */
static engine_tree puppet;

/* A piece of work for one engine. */
typedef struct {
  const contender *by;
  const engine_tree *tree;
  double dt;    /* [s] */
  size_t times; /* steps, or evaluations */
  void *run;    /* made by prepare, in the child that ends with it */
} task;

static int prepare(void *vtask)
{
  task *of = vtask;
  of->run = (*of->by->engine)->start(of->tree, of->by->method, of->dt);
  return of->run ? 0 : -1;
}

/* Makes so many steps more. */
static int step(void *vtask, void *nothing)
{
  (void)nothing;
  const task *of = vtask;
  for (size_t k = 0; k < of->times; k++)
    if ((*of->by->engine)->step(of->run))
      return -1;
  return 0;
}

/* Evaluates the accelerations at the start, again and again. */
static int evaluate(void *vtask, void *nothing)
{
  (void)nothing;
  const task *of = vtask;
  for (size_t k = 0; k < of->times; k++)
    if ((*of->by->engine)->evaluate(of->run))
      return -1;
  return 0;
}

/* Motions ------------------------------------------------------------------ */

/* Makes a run and looks at it after each step. */
static int examine(void *vtask, void *vresult)
{
  const task *of = vtask;
  return accuracy_measure(vresult, *of->by->engine, of->run, of->tree, of->dt,
                          of->times);
}

enum { MOTION_RUNS = 5, MOTION_LIMIT = 60 };

/* Prints how engines follow a motion, each in a process of its own, so that all
   start where they should. */
static void print_motion(const task *of)
{
  static const measure_work looking = {prepare, examine, sizeof(accuracy)};
  static const measure_work timing = {prepare, step, 0};
  accuracy error = {0};
  task work = *of;
  printf("%-16s ", of->by->name);
  if (measure(&looking, &work, &error, 1, MOTION_LIMIT).end != MEASURE_DONE) {
    printf(" failed\n");
    return;
  }
  if (error.time < (double)of->times * of->dt) {
    printf(" ends at %.1f s\n", error.time);
    return;
  }
  double wall = INFINITY, cpu = INFINITY;
  for (int k = 0; k < MOTION_RUNS; k++) {
    const measurement m = measure(&timing, &work, NULL, 1, MOTION_LIMIT);
    if (m.end == MEASURE_DONE) {
      wall = fmin(wall, m.wall);
      cpu = fmin(cpu, m.cpu);
    }
  }
  const double us = 1e6 / (double)of->times;
  printf("%8.1e  %8.1e  %8.1e  %8.1e  %7.2f  %7.2f\n", error.gap, error.energy,
         error.at_2_s, error.at_10_s, us * wall, us * cpu);
}

static void show_motion(size_t steps_per_second, const char *wanted)
{
  static const size_t seconds = 10;
  printf("The puppet, 10 s in steps of 1/%zu s.\n\n"
         "                  gap [m]    energy   2 s [m]  10 s [m]     wall"
         "      cpu\n",
         steps_per_second);
  for (size_t k = 0; k < CONTENDERS; k++) {
    const task of = {&contenders[k], &puppet, 1. / (double)steps_per_second,
                     seconds * steps_per_second, NULL};
    print_motion(&of);
    fflush(stdout);
  }
  printf("%-16s %s\n\n", "wanted of rk4", wanted);
}

static void show_motions(void)
{
  printf("gap: of a joint, energy: relative error, both the largest of all "
         "steps;\n2 s, 10 s: distance of a body from the reference motion;\n"
         "wall, cpu: times of a step, the least of %d runs [us]\n\n",
         MOTION_RUNS);
  show_motion(60, " 1.0e-10   1.0e-05   1.0e-06");
  show_motion(1000, " 1.0e-14   1.0e-10             1.0e-08");
}

/* Accelerations ------------------------------------------------------------ */

enum { CHAINS = 3 };

/* Makes a level chain that hangs at one end, of so many links; or NULL. */
static pn_system_scene *make_chain(size_t links)
{
  char text[500];
  const int length = snprintf(
      text, sizeof text,
      "title = \"chain\"; gravity = (0, -9.81, 0);"
      "generate = ( { kind = \"chain\"; count = %zu; root = true; mass = 1;"
      "shape = \"box\"; size = (0.5, 0.1, 0.06); } );",
      links);
  pn_error error = {0};
  return pn_system_scene_read_string("chain", text, (size_t)length, 0, &error);
}

enum { ACCELERATION_RUNS = 21, ACCELERATION_LIMIT = 20 };

/* Prints the cost of accelerations. An engine without such a function makes
   steps instead, which are too short to get away from the start. */
static void print_acceleration(const contender *by, const engine_tree *tree)
{
  static const measure_work evaluating = {prepare, evaluate, 0};
  static const measure_work stepping = {prepare, step, 0};
  static const double short_step = 1e-7;
  enum { WORK = 20000 }; /* bodies to be accelerated in a run */
  task of = {by, tree, short_step, 1 + WORK / (tree->bodies * tree->bodies),
             NULL};
  const measurement m =
      measure((*by->engine)->evaluate ? &evaluating : &stepping, &of, NULL,
              ACCELERATION_RUNS, ACCELERATION_LIMIT);
  if (m.end == MEASURE_DONE)
    printf(" %10.2f", 1e6 * m.least / (double)of.times);
  else
    printf(" %10s", "-");
  fflush(stdout);
}

static void show_accelerations(void)
{
  static const size_t links[CHAINS] = {10, 100, 1000};
  pn_system_scene *scenes[CHAINS];
  engine_tree trees[CHAINS] = {0};
  int good = 1;
  for (size_t k = 0; k < CHAINS; k++) {
    scenes[k] = make_chain(links[k]);
    good &= scenes[k] && engine_tree_make(&trees[k], scenes[k]->system) == 0;
  }
  printf("The accelerations, once; of ODE, a whole step. Least processor time "
         "of %d\nruns [us]; -: not loaded, or not done after %d s\n\n"
         "                     puppet   chain 10  chain 100 chain 1000\n",
         ACCELERATION_RUNS, ACCELERATION_LIMIT);
  for (size_t k = 0; good && k < CONTENDERS; k++) {
    if (!contenders[k].evaluates)
      continue;
    printf("%-16s", (*contenders[k].engine)->name);
    print_acceleration(&contenders[k], &puppet);
    for (size_t c = 0; c < CHAINS; c++)
      print_acceleration(&contenders[k], &trees[c]);
    printf("\n");
  }
  printf("\n");
  for (size_t k = 0; k < CHAINS; k++) {
    engine_tree_free(&trees[k]);
    pn_system_scene_free(scenes[k]);
  }
}

/* A step ------------------------------------------------------------------- */

/* Shows a step of rk4 with both corrections beside its four accelerations, in
   turn: the least processor times of some rounds. */
static void show_step(void)
{
  static const measure_work stepping = {prepare, step, 0};
  static const measure_work evaluating = {prepare, evaluate, 0};
  static const double wanted = 5.4 / 6.5; /* of the four in the step */
  enum { ROUNDS = 7, RUNS = 5, STEPS = 500, STAGES = 4, LIMIT = 20 };
  const task of = {&contenders[0], &puppet, 1. / 240, STEPS, NULL};
  double whole = INFINITY, four = INFINITY;
  for (int k = 0; k < ROUNDS; k++) {
    task work = of;
    whole = fmin(whole, measure(&stepping, &work, NULL, RUNS, LIMIT).least);
    four = fmin(four, measure(&evaluating, &work, NULL, RUNS, LIMIT).least);
  }
  whole *= 1e6 / STEPS;
  four *= 1e6 / STEPS * STAGES;
  printf("A step of rk4 with both corrections: %.2f us, its %d accelerations "
         "%.2f us\n\n",
         whole, STAGES, four);
  bench_note("puppet: a step of rk4", "us", whole, "accelerations", four,
             wanted);
}

/* Shows all tables that are due, or those that are named. */
int main(int argc, char **argv)
{
  static const bench_table tables[] = {
      {"motions", show_motions, BENCH_AT_LENGTH},
      {"accelerations", show_accelerations, BENCH_AT_LENGTH},
      {"step", show_step, BENCH_ALWAYS},
  };
#ifndef HAVE_MUJOCO
  printf("MuJoCo: not installed (Debian: libmujoco-dev)\n");
#endif
#ifndef HAVE_ODE
  printf("ODE: not installed (Debian: libode-dev)\n");
#endif
#ifndef HAVE_BULLET
  printf("Bullet: not installed in double precision, or no C++ compiler "
         "(Debian: libbullet-dev, g++)\n");
#endif
  pn_error error = {0};
  pn_system_scene *scene = pn_system_scene_read(BENCH_PUPPET, 0, &error);
  if (!scene || engine_tree_make(&puppet, scene->system)) {
    fprintf(stderr, "%s: %s\n", BENCH_PUPPET,
            scene ? "not a tree of ball joints" : error.text);
    pn_system_scene_free(scene);
    return EXIT_FAILURE;
  }
  const int status =
      bench_main(tables, sizeof tables / sizeof tables[0], argc, argv);
  engine_tree_free(&puppet);
  pn_system_scene_free(scene);
  return status;
}
