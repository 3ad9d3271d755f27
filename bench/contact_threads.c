/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps that threads share, by the clock on the wall; and two sweeps by one
   thread each at the same time, which show what the processors have to give. */
#include "config.h"

#include "contact_threads.h"

#include "bench.h"
#include "contact_pile.h"

#include "pantin/lcp/solver.h"

#include <math.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SWEEPS = 200, RUNS = 5 };

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns the least time of a contact in a sweep [ns]; the first sweep, which
   finds the colours, is not timed. NaN if it fails. */
static double contact_time(const pn_lcp *lcp, pn_lcp_order order,
                           size_t threads)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = order;
  settings.threads = threads;
  double least = INFINITY;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  int failed = !solver;
  for (int run = 0; !failed && run < RUNS; run++) {
    failed = pn_lcp_solver_set(solver, &settings, NULL, NULL) ||
             pn_lcp_solver_iterate(solver);
    const double begin = now();
    for (int k = 0; !failed && k < SWEEPS; k++)
      failed = pn_lcp_solver_iterate(solver);
    least = fmin(least, (now() - begin) / SWEEPS);
  }
  pn_lcp_solver_free(solver);
  return failed ? NAN : 1e9 * least / (double)lcp->size;
}

/* Returns the same of two processes with a thread each, half of the time of
   both. */
static double contact_time_of_two(const pn_lcp *lcp, pn_lcp_order order)
{
  const pid_t other = fork();
  if (other < 0)
    return NAN;
  const double time = contact_time(lcp, order, 1);
  if (other == 0)
    _exit(0);
  waitpid(other, NULL, 0);
  return time / 2;
}

void show_threads(void)
{
  static const size_t sizes[] = {10000, 100000};
  static const pn_lcp_order orders[] = {PN_LCP_FORWARD, PN_LCP_COLOURS};
  static const size_t threads[] = {1, 2, 4};
  enum { STEPS = 20 };
  printf("A sweep that threads share, by the clock on the wall [ns a "
         "contact]\n\n%-8s %-10s %10s %10s %10s %14s\n",
         "balls", "order", "1 thread", "2", "4", "2 processes");
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    pile of;
    if (pile_make(&of, sizes[k], 20, STEPS))
      return;
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
      printf("%-8zu %-10s", sizes[k], pn_lcp_order_name(orders[o]));
      for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++)
        bench_print(contact_time(of.stepper->lcp, orders[o], threads[t]), 2);
      printf("    ");
      bench_print(contact_time_of_two(of.stepper->lcp, orders[o]), 2);
      printf("\n");
    }
    pile_free(&of);
  }
  printf("(2 processes sweep over a problem each: half of their time is what "
         "two\nprocessors without any waiting would take)\n\n");
}
