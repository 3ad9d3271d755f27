/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "measure.h"

#include "bench.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 101, RUNS_QUICK = 5 };

static double seconds(clockid_t clock)
{
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double median(double *values, size_t count)
{
  gsl_sort(values, 1, count);
  return gsl_stats_median_from_sorted_data(values, 1, count);
}

/* Makes all runs, in the child, and keeps the last one's result. Returns 0 if
   well. */
static int run_all(const measure_work *work, void *task, void *result,
                   size_t runs, double limit, measurement *m)
{
  double wall[RUNS_MAX], cpu[RUNS_MAX];
  if (work->prepare(task))
    return -1;
  const double start = seconds(CLOCK_MONOTONIC);
  if (runs > 1 && work->run(task, result))
    return -1;
  for (m->runs = 0; m->runs < runs; m->runs++) {
    const double w = seconds(CLOCK_MONOTONIC);
    const double c = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (m->runs > 0 && w - start > limit / 2)
      break;
    if (work->run(task, result))
      return -1;
    wall[m->runs] = seconds(CLOCK_MONOTONIC) - w;
    cpu[m->runs] = seconds(CLOCK_PROCESS_CPUTIME_ID) - c;
  }
  m->wall = median(wall, m->runs);
  m->cpu = median(cpu, m->runs);
  m->least = gsl_stats_min(cpu, 1, m->runs);
  return 0;
}

/* Lives the child's whole life. */
static void run_child(const measure_work *work, void *task, void *result,
                      size_t runs, unsigned limit, int out)
{
  measurement m = {.end = MEASURE_DONE};
  alarm(limit);
  const int good =
      run_all(work, task, result, runs, limit, &m) == 0 &&
      write(out, &m, sizeof m) == sizeof m &&
      write(out, result, work->result_size) == (ssize_t)work->result_size;
  _exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Starts a child; its messages come from *in. */
static pid_t start_child(const measure_work *work, void *task, void *result,
                         size_t runs, unsigned limit, int *in)
{
  int ends[2];
  fflush(NULL);
  if (pipe(ends))
    return -1;
  const pid_t child = fork();
  if (child == 0)
    run_child(work, task, result, runs, limit, ends[1]);
  close(ends[1]);
  *in = ends[0];
  return child;
}

/* Waits for a child that has been started. */
static measurement end_child(const measure_work *work, pid_t child, int in,
                             void *result)
{
  measurement m = {.end = MEASURE_FAILED};
  struct rusage usage;
  int status = 0;
  const int heard =
      read(in, &m, sizeof m) == sizeof m &&
      read(in, result, work->result_size) == (ssize_t)work->result_size;
  close(in);
  if (wait4(child, &status, 0, &usage) != child || status != 0 || !heard)
    m.end = MEASURE_FAILED;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    m.end = MEASURE_TOO_LONG;
  if (m.end != MEASURE_DONE)
    m.wall = m.cpu = m.least = NAN;
  m.memory = (double)usage.ru_maxrss / 1024; /* from KiB */
  return m;
}

static int do_nothing(void *task)
{
  (void)task;
  return 0;
}

static int do_no_work(void *task, void *result)
{
  (void)task;
  (void)result;
  return 0;
}

static measurement measure_plain(const measure_work *work, void *task,
                                 void *result, size_t runs, unsigned limit)
{
  int in;
  const pid_t child = start_child(work, task, result, runs, limit, &in);
  if (child < 0)
    return (measurement){.end = MEASURE_FAILED};
  return end_child(work, child, in, result);
}

measurement measure(const measure_work *work, void *task, void *result,
                    size_t runs, unsigned limit)
{
  static const measure_work idle = {do_nothing, do_no_work, 0};
  const size_t most = bench_is_quick() ? RUNS_QUICK : RUNS_MAX;
  runs = runs < most ? runs : most;
  const double memory = measure_plain(&idle, task, result, 1, limit).memory;
  measurement m = measure_plain(work, task, result, runs, limit);
  m.memory -= memory;
  return m;
}
