/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contact problems of piles of balls: what a sweep costs, how soon a solver is
   accurate, and what a step costs (contact_step.c), each beside others; how
   that grows with the number of balls, and how far it is from what memory
   allows. Residuals are measured from the impulses that a solver hands over,
   all in the same way. */
#include "config.h"

#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_balls.h"

#include "bench.h"
#include "contact_cost.h"
#include "contact_pile.h"
#include "contact_step.h"
#include "contact_threads.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One sweep -------------------------------------------------------------------
 */

static void show_sweeps(void)
{
  static const struct {
    size_t balls, steps;
  } piles[] = {{0, 600}, {1000, 200}, {3000, 100}};
  enum { ITERATIONS = 100 };
  printf("One sweep of projected Gauss-Seidel [us], set-up taken off\n\n"
         "%-10s %10s %10s %10s %10s %10s %10s %10s\n",
         "contacts", "Siconos", "its check", "entries", "factors", "ns/contact",
         "ent./Sic.", "fact./Sic.");
  for (size_t k = 0; k < sizeof piles / sizeof piles[0]; k++) {
    pile of;
    contact_problem problem;
    if (piles[k].balls > 0
            ? pile_make(&of, piles[k].balls, ITERATIONS, piles[k].steps)
            : pile_read(&of, BENCH_DATA "/contact/balls-350.cfg", ITERATIONS,
                        piles[k].steps))
      continue;
    problem_set(&problem, of.stepper->lcp, NULL);
    double siconos = NAN, check = NAN;
#ifdef HAVE_SICONOS
    siconos = sweep_cost(contact_siconos, NULL, &problem);
    check = sweep_cost(contact_siconos_check, NULL, &problem);
#endif
    const double entries = sweep_cost(contact_pantin_entries, NULL, &problem);
    const double factors = sweep_cost(contact_pantin, NULL, &problem);
    printf("%-10zu", problem.rows);
    bench_print(siconos, 1);
    bench_print(check, 1);
    bench_print(entries, 1);
    bench_print(factors, 1);
    bench_print(1e3 * factors / (double)problem.rows, 2);
    bench_print(entries / siconos, 3);
    bench_print(factors / siconos, 3);
    printf("\n");
    pile_free(&of);
  }
  printf("(wanted: at most 0.5 by entries, 0.22 by factors. Siconos' sweep "
         "includes the\ncheck of its error, which it makes after each)\n\n");
}

/* To an accuracy --------------------------------------------------------------
 */

static const struct {
  const char *name;
  const contact_peer *const *peer;
  const char *method;
  size_t iterations, runs;
} accurate[] = {
#ifdef HAVE_SICONOS
    {"Siconos Lemke", &contact_siconos, "lemke", 100000, 1},
    {"Siconos Newton-FB", &contact_siconos, "newton-fb", 1000, 1},
    {"Siconos Newton-min-FB", &contact_siconos, "newton-min-fb", 1000, 1},
#endif
    {"Pantin psor", &contact_pantin, "psor", 50000, 1},
    {"Pantin pcg", &contact_pantin, "pcg", 50000, 11},
    {"Pantin mprgp", &contact_pantin, "mprgp", 50000, 11},
    {"Pantin renouf", &contact_pantin, "renouf", 50000, 11},
    {"Pantin renouf-ssor", &contact_pantin, "renouf-ssor", 50000, 11},
    {"Pantin face", &contact_pantin, "face", 50000, 21},
};
enum { ACCURATE = sizeof accurate / sizeof accurate[0], FRAMES = 3 };

static void show_accurate(void)
{
  static const char *const frames[FRAMES] = {"art-350", "exact-350", "mid-350"};
  static const double tolerance = 1e-8, wanted_face = 150;
  double theirs[FRAMES] = {NAN, NAN, NAN}, face[FRAMES];
  contact_problem problem[FRAMES];
  printf("To a natural residual of 1e-8 [ms], and what it then is\n\n%-22s",
         "");
  for (size_t f = 0; f < FRAMES; f++) {
    char path[1000];
    pn_error error = {0};
    snprintf(path, sizeof path, BENCH_DATA "/lcp/%s.lcp", frames[f]);
    pn_lcp *lcp = pn_lcp_read(path, &error);
    if (!lcp || problem_set(&problem[f], lcp, NULL))
      return;
    printf(" %11s (%4zu)", frames[f], lcp->size);
  }
  for (size_t k = 0; k < ACCURATE; k++) {
    printf("\n%-22s", accurate[k].name);
    for (size_t f = 0; f < FRAMES; f++) {
      const contact_order order = {accurate[k].method, accurate[k].iterations,
                                   tolerance, NULL};
      pn_lcp_residual residual = {0};
      const double ms = 1e3 * cost(*accurate[k].peer, &problem[f], order,
                                   accurate[k].runs, &residual);
      const int good = residual.natural.inf <= tolerance;
      bench_print(ms, 2);
      printf(" %7.0e", residual.natural.inf);
      face[f] = ms; /* the last one is left */
      if (good && strncmp(accurate[k].name, "Siconos", 7) == 0)
        theirs[f] = fmin(theirs[f], ms);
    }
  }
  printf("\n%-22s", "times faster");
  for (size_t f = 0; f < FRAMES; f++) {
    char job[60];
    snprintf(job, sizeof job, "LCP %s to 1e-8", frames[f]);
    bench_note(job, "ms", face[f], "Siconos", theirs[f], wanted_face);
    bench_print(theirs[f] / face[f], 0);
    printf("%8s", "");
    pn_lcp_free(problem[f].lcp);
  }
  printf("\n(face beside the fastest of Siconos that is so accurate; wanted: "
         "150)\n\n");
}

/* Memory ----------------------------------------------------------------------
 */

typedef struct {
  size_t count;
  double *a, *b, *c;
} triad;

static int triad_prepare(void *vtriad)
{
  triad *of = vtriad;
  of->a = calloc(of->count, sizeof *of->a);
  of->b = calloc(of->count, sizeof *of->b);
  of->c = calloc(of->count, sizeof *of->c);
  if (!of->a || !of->b || !of->c)
    return -1;
  for (size_t i = 0; i < of->count; i++)
    of->a[i] = of->b[i] = of->c[i] = (double)i;
  return 0;
}

enum { TRIADS = 20 };

static int triad_run(void *vtriad, void *nothing)
{
  triad *of = vtriad;
  (void)nothing;
  for (int k = 0; k < TRIADS; k++)
    for (size_t i = 0; i < of->count; i++)
      of->a[i] = of->b[i] + (k + 0.5) * of->c[i];
  return 0;
}

/* Bytes per second of a = b + s c on so many bytes in all. */
static double triad_speed(double bytes)
{
  static const measure_work work = {triad_prepare, triad_run, 0};
  enum { RUNS = 21, LIMIT = 60 };
  triad of = {.count = (size_t)(bytes / 3 / sizeof(double))};
  const measurement m = measure(&work, &of, NULL, RUNS, LIMIT);
  return 3.0 * sizeof(double) * (double)of.count * TRIADS / m.least;
}

static void show_memory(void)
{
  static const size_t sizes[] = {350, 10000, 100000};
  static const double wanted_triad = 0.5; /* of its speed */
  static const char *const orders[] = {NULL, "colours"};
  enum { SWEEPS = 20, STEPS = 20 };
  printf("A sweep by factors beside the triad a = b + s c on as many bytes\n\n"
         "%-10s %10s %10s %10s %10s %10s %10s %10s\n",
         "balls", "bytes/cont", "triad GB/s", "bound, ns", "sweep, ns",
         "of bound", "colours", "of bound");
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    pile of;
    contact_problem problem;
    if (pile_make(&of, sizes[k], SWEEPS, STEPS))
      return;
    problem_set(&problem, of.stepper->lcp, NULL);
    /* Pair, normal, b, lo, hi, D, and lambda twice; velocities twice and masses
       of the balls. */
    const double bytes = sizeof(pn_pair) + sizeof(pn_vec3) +
                         6 * sizeof(double) +
                         (2 * sizeof(pn_vec3) + sizeof(double)) *
                             (double)problem.bodies / (double)problem.rows;
    const double speed = triad_speed(bytes * (double)problem.rows);
    const double bound = 1e9 * bytes / speed;
    printf("%-10zu", sizes[k]);
    bench_print(bytes, 1);
    bench_print(1e-9 * speed, 1);
    bench_print(bound, 2);
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
      const double ns = 1e3 * sweep_cost(contact_pantin, orders[o], &problem) /
                        (double)problem.rows;
      bench_print(ns, 2);
      bench_print(ns / bound, 1);
      char job[60];
      snprintf(job, sizeof job, "sweep of %zu balls%s", sizes[k],
               orders[o] ? ": colours" : "");
      bench_note(job, "ns", ns, "triad", bound, wanted_triad);
    }
    printf("\n");
    pile_free(&of);
  }
  printf("(rows wait for each other, not for memory, as far as the caches "
         "reach)\n\n");
}

/* Shows all tables that are due, or those that are named. */
int main(int argc, char **argv)
{
  static const bench_table tables[] = {
      {"sweeps", show_sweeps, BENCH_AT_LENGTH},
      {"accurate", show_accurate, BENCH_ALWAYS},
      {"step", show_step, BENCH_ALWAYS},
      {"growth", show_growth, BENCH_ALWAYS},
      {"memory", show_memory, BENCH_ALWAYS},
      {"threads", show_threads, BENCH_AT_LENGTH},
      {"long", show_long, BENCH_BY_NAME},
  };
  return bench_main(tables, sizeof tables / sizeof tables[0], argc, argv);
}
