/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tuning of frames of the scenes in data/tuning: seconds and quality of the
   methods beside a scan of 381 alphas; what a sweep costs by a full matrix, by
   its entries and by its factors (Kraiem 2022, figure 2.1); frames, and the
   points of one frame, shared out to two threads; and the step of the wall
   beside ODE's. */
#include "config.h"

#include "pantin/contact/world_scene.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/tuning/tune.h"

#include "bench.h"
#include "measure.h"
#include "tuning_condition.h"
#include "tuning_step.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A frame: the problem of a step of a scene. */
typedef struct {
  pn_world_scene *of;
  pn_world *world;
  pn_lcp *lcp; /* the world's */
} frame;

static int frame_make(frame *f, const char *scene, size_t steps)
{
  char path[1000];
  pn_error error = {0};
  *f = (frame){0};
  snprintf(path, sizeof path, BENCH_DATA "/tuning/%s.cfg", scene);
  f->of = pn_world_scene_read(path, &error);
  if (f->of)
    f->world = pn_world_alloc(f->of->system, f->of->geom, f->of->geoms,
                              &f->of->settings, &error);
  for (size_t k = 0; k < steps && !error.code; k++)
    pn_world_advance(f->world, &error);
  f->lcp = f->world ? f->world->lcp : NULL;
  if (error.code)
    fprintf(stderr, "bench: %s: %s\n", path, error.text);
  return error.code ? -1 : 0;
}

static void frame_free(frame *f)
{
  pn_world_free(f->world);
  pn_world_scene_free(f->of);
}

static int no_preparation(void *nothing)
{
  (void)nothing;
  return 0;
}

/* Methods ---------------------------------------------------------------------
 */

typedef struct {
  const pn_lcp *lcp;
  const pn_tune_method *method; /* NULL: the fine scan */
  size_t evaluations; /* CMA-ES ends after so many; of the fine scan so many go
                         side by side */
} tuning;

typedef struct {
  double f, alpha;
  size_t solves;
} tuned;

/* Scans all alphas from 0.1 to 2 in steps of 0.005, `lanes` of them side by
   side. */
static int fine_scan(const pn_lcp *lcp, int lanes, tuned *out)
{
  enum { FINE = 381 };
  const pn_fitness_settings settings = pn_fitness_settings_default();
  pn_pgs *p = pn_pgs_alloc(lcp, settings.pgs.sweeps, NULL);
  *out = (tuned){.f = INFINITY, .solves = FINE};
  for (int k = 0; k < FINE && p; k += lanes) {
    pn_fitness point[PN_PGS_MOST];
    const int count = FINE - k < lanes ? FINE - k : lanes;
    for (int l = 0; l < count; l++)
      point[l] =
          (pn_fitness){.alpha = fmin(2, 0.1 + 0.005 * (k + l)), .order = -16};
    if (pn_fitness_evaluate(p, &settings, INFINITY, (size_t)count, point))
      return -1;
    for (int l = 0; l < count; l++)
      if (point[l].f < out->f) {
        out->f = point[l].f;
        out->alpha = point[l].alpha;
      }
  }
  pn_pgs_free(p);
  return isfinite(out->f) ? 0 : -1;
}

static int tune_run(void *vtuning, void *vtuned)
{
  const tuning *how = vtuning;
  tuned *out = vtuned;
  if (!how->method)
    return fine_scan(how->lcp, (int)how->evaluations, out);
  pn_tune_settings settings = pn_tune_settings_default();
  if (how->evaluations > 0)
    settings.cmaes.evaluations = how->evaluations;
  pn_tune *tune = pn_tune_alloc(how->lcp, &settings, NULL);
  if (!tune || pn_tune_run(tune, how->method))
    return -1;
  *out = (tuned){tune->best.f, tune->best.alpha, tune->solves};
  pn_tune_free(tune);
  return 0;
}

static const struct {
  const char *scene;
  size_t step;
} tuned_frames[] = {{"wall", 30},    {"wall", 60},     {"marbles", 60},
                    {"marbles", 90}, {"marbles", 120}, {"tripods", 120}};

/* The ways to tune a frame, and how often each runs in a round. */
static const struct {
  const char *name;
  const pn_tune_method *const *method; /* NULL: a fine scan */
  size_t evaluations; /* or alphas side by side; 0: as many as set */
  size_t runs;
} contenders[] = {
    {"381 alphas, 4 at a time", NULL, PN_PGS_LANES, 1},
    {"381 alphas, 16 at a time", NULL, PN_PGS_MOST, 1},
    {"scan", &pn_tune_scan, 0, 3},
    {"cmaes, 192 evaluations", &pn_tune_cmaes, 192, 1},
    {"cmaes to its end", &pn_tune_cmaes, 0, 1},
};
enum {
  FINE_SCAN,
  SCAN = 2,
  CONTENDERS = sizeof contenders / sizeof contenders[0]
};

/* Tunes a frame in all ways, in turns; takes the least time of each. QUICK
   leaves out those that its summary does not show. */
static void tune_in_turns(const pn_lcp *lcp, tuned out[CONTENDERS],
                          double seconds[CONTENDERS])
{
  enum { ROUNDS = 3, LIMIT = 120 };
  static const measure_work work = {no_preparation, tune_run, sizeof(tuned)};
  for (size_t m = 0; m < CONTENDERS; m++)
    seconds[m] = NAN;
  for (int round = 0; round < ROUNDS; round++)
    for (size_t m = 0; m < CONTENDERS; m++) {
      if (bench_is_quick() && contenders[m].method == &pn_tune_cmaes)
        continue;
      tuning how = {lcp, contenders[m].method ? *contenders[m].method : NULL,
                    contenders[m].evaluations};
      const measurement cost =
          measure(&work, &how, &out[m], contenders[m].runs, LIMIT);
      seconds[m] = fmin(seconds[m], cost.least);
    }
}

static void show_methods(void)
{
  enum { FRAMES = sizeof tuned_frames / sizeof tuned_frames[0] };
  static const double wanted_scan = 7.5; /* times as fast as 381 alphas */
  printf("Tuning a frame: processor time of one thread, and the fitness beside "
         "a scan of\n381 alphas\n\n%-10s %5s %6s  %-24s %7s %9s %9s %8s\n",
         "scene", "step", "rows", "method", "solves", "seconds", "f", "worse");
  for (size_t k = 0; k < FRAMES; k++) {
    frame f;
    tuned out[CONTENDERS] = {{0}};
    double seconds[CONTENDERS];
    if (bench_is_quick() && k > 0)
      break;
    if (frame_make(&f, tuned_frames[k].scene, tuned_frames[k].step))
      return;
    tune_in_turns(f.lcp, out, seconds);
    if (k == 0)
      bench_note("tuning a wall frame", "ms", 1e3 * seconds[SCAN], "381 alphas",
                 1e3 * seconds[FINE_SCAN], wanted_scan);
    for (size_t m = 0; m < CONTENDERS; m++)
      if (isfinite(seconds[m]))
        printf("%-10s %5zu %6zu  %-24s %7zu %9.3f %9.4f %8.4f\n",
               tuned_frames[k].scene, tuned_frames[k].step, f.lcp->size,
               contenders[m].name, out[m].solves, seconds[m], out[m].f,
               out[m].f - out[FINE_SCAN].f);
    fflush(stdout);
    frame_free(&f);
  }
  printf("(wanted of scan and of cmaes with its earlier stop, on wall and "
         "marbles: at most\n1 s, and at most 0.01 worse)\n\n");
}

/* Sweeps ----------------------------------------------------------------------
 */

enum { SWEEPS = 200 };

typedef struct {
  const pn_lcp *lcp;
  const pn_lcp_operator *A;
  pn_pgs *p;
} sweeping;

static int sweep_prepare(void *vsweeping)
{
  sweeping *of = vsweeping;
  of->p = pn_pgs_alloc(of->lcp, SWEEPS, of->A);
  return of->p ? 0 : -1;
}

/* Sweeps all lanes, with the error after each sweep. */
static int sweep_run(void *vsweeping, void *nothing)
{
  static const pn_pgs_choice choice[PN_PGS_LANES] = {
      {.alpha = 1}, {.alpha = 1.2}, {.alpha = 1.4}, {.alpha = 1.6}};
  sweeping *of = vsweeping;
  pn_pgs_run run[PN_PGS_LANES];
  pn_pgs_settings settings = pn_pgs_settings_default();
  settings.sweeps = SWEEPS;
  settings.error = settings.change = 0;
  (void)nothing;
  return pn_pgs_solve(of->p, &settings, PN_PGS_LANES, choice, run);
}

/* Measures one sweep of one run [us]. */
static double sweep_cost(const pn_lcp *lcp, const pn_lcp_operator *A,
                         size_t runs)
{
  enum { LIMIT = 120 };
  static const measure_work work = {sweep_prepare, sweep_run, 0};
  sweeping of = {lcp, A, NULL};
  const measurement m = measure(&work, &of, NULL, runs, LIMIT);
  return m.end == MEASURE_DONE ? 1e6 * m.least / SWEEPS / PN_PGS_LANES : NAN;
}

static const struct {
  const char *scene;
  size_t step;
} swept[] = {{"tripods", 45},        {"tripods", 60}, {"marbles", 27},
             {"falling-chain", 30},  {"marbles", 60}, {"marbles", 120},
             {"falling-chain", 180}, {"wall", 30}};

static void show_sweeps(void)
{
  enum { FRAMES = sizeof swept / sizeof swept[0], RUNS = 5 };
  printf("One sweep with its error [us], %d runs side by side (figure 2.1)\n\n"
         "%-14s %5s %6s %8s %9s %9s %9s %9s %9s\n",
         PN_PGS_LANES, "scene", "step", "rows", "entries", "full", "entries",
         "factors", "full/", "entries/");
  printf("%-14s %5s %6s %8s %9s %9s %9s %9s %9s\n", "", "", "", "per row", "",
         "", "", "entries", "factors");
  for (size_t k = 0; k < FRAMES; k++) {
    frame f;
    if (frame_make(&f, swept[k].scene, swept[k].step))
      return;
    pn_lcp_csr *csr = pn_lcp_csr_assemble(f.lcp->A);
    pn_lcp_dense *dense = pn_lcp_dense_assemble(f.lcp->A);
    if (csr && dense) {
      const double full = sweep_cost(f.lcp, &dense->base, 1);
      const double entries = sweep_cost(f.lcp, &csr->base, RUNS);
      const double factors = sweep_cost(f.lcp, f.lcp->A, RUNS);
      printf("%-14s %5zu %6zu %8.1f %9.1f %9.1f %9.1f %9.1f %9.2f\n",
             swept[k].scene, swept[k].step, f.lcp->size,
             (double)csr->A->nz / (double)f.lcp->size, full, entries, factors,
             full / entries, entries / factors);
      fflush(stdout);
    }
    pn_lcp_csr_free(csr);
    pn_lcp_dense_free(dense);
    frame_free(&f);
  }
  printf(
      "(factors are taken; wanted: 6 times as fast on the wall. Runs side by "
      "side read\nthe entries once, which helps those more)\n\n");
}

/* Threads ---------------------------------------------------------------------
 */

enum { FRAMES_SHARED = 8, POINTS_SHARED = 960 };

typedef struct {
  const pn_lcp *lcp;
  size_t count;
} share;

static void *tune_share(void *vshare)
{
  const share *of = vshare;
  tuning how = {of->lcp, pn_tune_scan, 0};
  tuned out;
  for (size_t k = 0; k < of->count; k++)
    tune_run(&how, &out);
  return NULL;
}

/* Tunes as many frames by one thread or two. */
static int share_frames(const pn_lcp *lcp, size_t threads)
{
  pthread_t thread[2];
  share part = {lcp, FRAMES_SHARED / threads};
  for (size_t t = 1; t < threads; t++)
    if (pthread_create(&thread[t], NULL, tune_share, &part))
      return -1;
  tune_share(&part);
  for (size_t t = 1; t < threads; t++)
    pthread_join(thread[t], NULL);
  return 0;
}

/* Tunes one frame whose points are shared out, generation by generation. */
static int share_points(const pn_lcp *lcp, size_t threads)
{
  pn_tune_settings settings = pn_tune_settings_default();
  settings.threads = threads;
  settings.cmaes.evaluations = POINTS_SHARED;
  pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
  const int code = tune ? pn_tune_run(tune, pn_tune_cmaes) : -1;
  pn_tune_free(tune);
  return code;
}

/* Measures wall-clock time [s]. */
static double clocked(int (*work)(const pn_lcp *, size_t), const pn_lcp *lcp,
                      size_t threads)
{
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  if (work(lcp, threads))
    return NAN;
  clock_gettime(CLOCK_MONOTONIC, &end);
  return (double)(end.tv_sec - begin.tv_sec) +
         1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

static void show_threads(void)
{
  enum { ROUNDS = 3 };
  static const struct {
    const char *name;
    int (*work)(const pn_lcp *lcp, size_t threads);
  } shared[] = {{"8 frames, by scan", share_frames},
                {"1 frame, by 960 points of cmaes", share_points}};
  frame f;
  if (frame_make(&f, "wall", 30))
    return;
  printf("The wall in one thread and in two [s], the least of %d rounds\n\n"
         "%-34s %7s %7s %7s\n",
         ROUNDS, "", "one", "two", "times");
  for (size_t k = 0; k < sizeof shared / sizeof shared[0]; k++) {
    double one = INFINITY, two = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      one = fmin(one, clocked(shared[k].work, f.lcp, 1));
      two = fmin(two, clocked(shared[k].work, f.lcp, 2));
    }
    printf("%-34s %7.2f %7.2f %7.2f\n", shared[k].name, one, two, one / two);
    fflush(stdout);
  }
  printf("(wanted: 1.8, on two processors that do nothing else)\n\n");
  frame_free(&f);
}

/* Condition -------------------------------------------------------------------
 */

static void show_condition(void)
{
  frame f;
  if (frame_make(&f, "wall", 30))
    return;
  condition_show(f.lcp);
  frame_free(&f);
}

/* Shows all tables that are due, or those that are named. */
int main(int argc, char **argv)
{
  static const bench_table tables[] = {
      {"methods", show_methods, BENCH_ALWAYS},
      {"sweeps", show_sweeps, BENCH_AT_LENGTH},
      {"threads", show_threads, BENCH_AT_LENGTH},
      {"step", show_tuning_step, BENCH_ALWAYS},
      {"condition", show_condition, BENCH_ALWAYS},
  };
  return bench_main(tables, sizeof tables / sizeof tables[0], argc, argv);
}
