/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Time and memory of a piece of work, measured in a process of its own, so
   that its peak memory is its own and that it can be stopped. */
#ifndef PANTIN_BENCH_MEASURE_H
#define PANTIN_BENCH_MEASURE_H

#include <stddef.h>

/* The work: it may read all of `task` and write to `result`, which is handed
   to the caller's process byte by byte (no pointers). */
typedef struct {
  int (*prepare)(void *task);           /* once, not timed; 0 if well */
  int (*run)(void *task, void *result); /* timed; 0 if well */
  size_t result_size;
} measure_work;

typedef enum { MEASURE_DONE, MEASURE_TOO_LONG, MEASURE_FAILED } measure_end;

typedef struct {
  measure_end end;
  size_t runs;      /* that were timed */
  double wall, cpu; /* medians over the runs [s]; NaN if not done */
  double least;     /* processor time of the quickest run [s], or NaN */
  double memory;    /* peak, above that of an idle process [MiB] */
} measurement;

/* Runs the work: once to warm up, if there is to be more than one run, then
   `runs` times, or as often as fits in half the limit but at least once. After
   `limit` seconds it is stopped: MEASURE_TOO_LONG. With QUICK five runs are
   the most. */
measurement measure(const measure_work *work, void *task, void *result,
                    size_t runs, unsigned limit);

#endif
