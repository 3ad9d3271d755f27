/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain's methods beside Ipopt and NLopt's SLSQP on the same equal-bar
   chains from the same starts, how their cost grows with the number of bars,
   and what a bad start costs. Every number is measured here and now; energies
   and lengths are computed from the answers' nodes alone. */
#include "config.h"

#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "bench.h"
#include "measure.h"
#include "peer.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The solvers. One more is one more line. */
typedef struct {
  const char *name;
  const char *method; /* of Pantin; NULL for a peer */
  peer_solve *solve;
  int at_once; /* in the summary, of which QUICK is the rest */
} contender;

static const contender contenders[] = {
#ifdef HAVE_IPOPT
    {"Ipopt", NULL, peer_ipopt_solve, 1},
#endif
#ifdef HAVE_NLOPT
    {"NLopt SLSQP", NULL, peer_nlopt_solve, 0},
#endif
    {"Pantin armijo", "armijo", peer_pantin_solve, 0},
    {"Pantin minimum", "minimum", peer_pantin_solve, 1},
    {"Pantin dual", "dual", peer_pantin_solve, 0},
};
enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };

static int is_there(const contender *one)
{
  return !one->method || pn_chain_method_find(one->method);
}

static int is_pantin(const contender *one)
{
  return one->method && is_there(one);
}

static const contender *find_contender(const char *name)
{
  for (size_t k = 0; k < CONTENDERS; k++)
    if (strcmp(contenders[k].name, name) == 0 && is_there(&contenders[k]))
      return &contenders[k];
  return NULL;
}

/* One problem for one solver, and what came of it ------------------------ */

typedef struct {
  const contender *solver;
  size_t bars;
  const char *start;
  pn_chain *chain;                /* these three made by prepare */
  pn_chain_point *begin, *answer; /* nodes before and after */
} task;

typedef struct {
  int converged;
  size_t iterations;
  double energy;       /* [N m] */
  double length_error; /* largest |l_i / L_i - 1| */
} outcome;

/* Long enough for all that ever ends. */
enum { RUNS = 11, LIMIT = 60, GROWTH_LIMIT = 900 }; /* -, [s], [s] */

static int prepare(void *vtask)
{
  static const double total = 1.5, end[2] = {1, -0.2};
  static const unsigned long seed = 1;
  task *of = vtask;
  of->chain = pn_chain_alloc(of->bars, 0);
  if (!of->chain)
    return GSL_ENOMEM;
  for (size_t i = 0; i < of->bars; i++)
    of->chain->length[i] = total / (double)of->bars;
  memcpy(of->chain->end, end, sizeof end);
  of->begin = pn_chain_point_alloc(of->chain);
  of->answer = pn_chain_point_alloc(of->chain);
  if (!of->begin || !of->answer)
    return GSL_ENOMEM;
  return pn_chain_start_set(pn_chain_start_find(of->start), of->chain, seed,
                            of->begin, NULL);
}

static int run(void *vtask, void *voutcome)
{
  const task *of = vtask;
  outcome *result = voutcome;
  const double *x = of->answer->x, *y = of->answer->y;
  pn_chain_point_copy(of->answer, of->begin);
  const int code = of->solver->solve(of->solver->method, of->chain, of->answer,
                                     &result->iterations);
  result->converged = code == GSL_SUCCESS;
  result->energy = result->length_error = 0;
  for (size_t i = 0; i < of->bars; i++) {
    const double L = of->chain->length[i];
    const double l = hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
    result->energy += L * (y[i] + y[i + 1]) / 2;
    result->length_error = fmax(result->length_error, fabs(l / L - 1));
  }
  return 0;
}

static measurement measure_task(const contender *solver, size_t bars,
                                const char *start, size_t runs, unsigned limit,
                                outcome *result)
{
  static const measure_work work = {prepare, run, sizeof *result};
  task of = {.solver = solver, .bars = bars, .start = start};
  return measure(&work, &of, result, runs, limit);
}

/* Says why there are no numbers; NULL if there are. */
static const char *complaint(measurement m, const outcome *result)
{
  if (m.end == MEASURE_TOO_LONG)
    return "not done in time";
  if (m.end == MEASURE_FAILED)
    return "failed";
  return result->converged ? NULL : "no convergence";
}

/* Beside the peers ------------------------------------------------------- */

/* Times as fast as Ipopt that is wanted of "minimum", of so many bars or
   more, and bytes that a bar may take. */
static const double wanted_ratio = 60, wanted_memory = 300, /* -, [B] */
    wanted_exponent = 1.05;
enum { WANTED_BARS = 500 };

typedef struct {
  measurement m;
  outcome result;
  int tried, good;
} row;

/* Returns the energy of the answer whose bars are nearest to their lengths. */
static double best_energy(const row *rows)
{
  double best = 0, error = INFINITY;
  for (size_t k = 0; k < CONTENDERS; k++)
    if (rows[k].good && rows[k].result.length_error < error) {
      error = rows[k].result.length_error;
      best = rows[k].result.energy;
    }
  return best;
}

static void print_row(const contender *solver, size_t bars, const row *of,
                      double best, double ipopt)
{
  printf("%7zu  %-14s ", bars, solver->name);
  const char *why = complaint(of->m, &of->result);
  if (why) {
    printf(" %s\n", why);
    return;
  }
  printf("%5zu %9.3f %9.3f %7.1f  %9.1e  %8.1e", of->result.iterations,
         1e3 * of->m.wall, 1e3 * of->m.cpu, of->m.memory,
         of->result.energy - best, of->result.length_error);
  if (solver->method && ipopt > 0)
    printf("  %6.0f", ipopt / of->m.cpu);
  printf("\n");
}

/* Leaves the line of "minimum" for the summary. */
static void note_row(size_t bars, const row *of, double ipopt)
{
  char job[60];
  snprintf(job, sizeof job, "chain of %zu bars", bars);
  bench_note(job, "ms", of->good ? 1e3 * of->m.cpu : NAN, "Ipopt",
             ipopt > 0 ? 1e3 * ipopt : NAN, wanted_ratio);
}

static void compare_with_peers(void)
{
  static const size_t sizes[] = {5, 50, 500, 5000, 50000};
  int given_up[CONTENDERS] = {0};
  printf("Equal bars, 1.5 m in all, to (1, -0.2) m, from the parabola.\n"
         "ms: median wall and processor time; MiB: peak; energy: less that of\n"
         "the answer with the best lengths [N m]; length: largest relative\n"
         "error of a bar; ratio: Ipopt's processor time to this one's\n\n"
         "   bars  solver         steps   wall ms    cpu ms     MiB     energy"
         "    length   ratio\n");
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
    row rows[CONTENDERS] = {0};
    if (bench_is_quick() && sizes[s] < WANTED_BARS)
      continue;
    double ipopt = 0;
    for (size_t k = 0; k < CONTENDERS; k++) {
      row *of = &rows[k];
      of->tried = is_there(&contenders[k]) && !given_up[k] &&
                  (!bench_is_quick() || contenders[k].at_once);
      if (!of->tried)
        continue;
      of->m = measure_task(&contenders[k], sizes[s], "parabola", RUNS, LIMIT,
                           &of->result);
      of->good = !complaint(of->m, &of->result);
      given_up[k] = !of->good;
      if (of->good && strcmp(contenders[k].name, "Ipopt") == 0)
        ipopt = of->m.cpu;
      if (sizes[s] >= WANTED_BARS && contenders[k].method &&
          strcmp(contenders[k].method, "minimum") == 0)
        note_row(sizes[s], of, ipopt);
    }
    for (size_t k = 0; k < CONTENDERS; k++)
      if (rows[k].tried)
        print_row(&contenders[k], sizes[s], &rows[k], best_energy(rows), ipopt);
    printf("\n");
  }
}

/* Growth ----------------------------------------------------------------- */

/* The largest size is tried by "minimum" alone. */
enum { GROWTH_SIZES = 5, GROWTH_RUNS = 5, GROWTH_QUICK = 3 };

static void print_growth(const contender *solver)
{
  static const size_t sizes[GROWTH_SIZES] = {1000, 10000, 100000, 1000000,
                                             10000000};
  const size_t count = bench_is_quick()  ? GROWTH_QUICK
                       : solver->at_once ? GROWTH_SIZES
                                         : GROWTH_SIZES - 1;
  double bars[GROWTH_SIZES], seconds[GROWTH_SIZES], memory[GROWTH_SIZES];
  for (size_t s = 0; s < count; s++) {
    outcome result = {0};
    const measurement m = measure_task(solver, sizes[s], "parabola",
                                       GROWTH_RUNS, GROWTH_LIMIT, &result);
    const char *why = complaint(m, &result);
    if (why) {
      printf("%8zu  %-14s  %s\n", sizes[s], solver->name, why);
      return;
    }
    bars[s] = (double)sizes[s];
    seconds[s] = m.cpu;
    memory[s] = m.memory * 1024 * 1024;
    printf("%8zu  %-14s %5zu %9.2f %9.2f %7.1f %6.0f  %8.1e\n", sizes[s],
           solver->name, result.iterations, 1e3 * m.wall, 1e3 * m.cpu, m.memory,
           memory[s] / bars[s], result.length_error);
    fflush(stdout);
  }
  /* Ten millions end at the start, which is within the tolerance: their time
     and memory are those of no step. */
  const size_t fitted = count < GROWTH_SIZES ? count : GROWTH_SIZES - 1;
  const double p = bench_exponent(fitted, bars, seconds);
  printf(
      "          exponent of the processor time %.2f, of the memory %.2f\n\n",
      p, bench_exponent(fitted, bars, memory));
  if (!solver->at_once)
    return;
  bench_note("chain: exponent of time", "1", p, "bound", wanted_exponent, 1);
  /* What grows with the chain; the program around it takes some memory, too. */
  bench_note("chain: memory of one bar more", "B",
             (memory[fitted - 1] - memory[fitted - 2]) /
                 (bars[fitted - 1] - bars[fitted - 2]),
             "bound", wanted_memory, 1);
}

static void show_growth(void)
{
  printf("Growth: the same chains, of a thousand bars to a million, or ten.\n\n"
         "    bars  solver         steps   wall ms    cpu ms     MiB  B/bar"
         "    length\n");
  for (size_t k = 0; k < CONTENDERS; k++)
    if (is_pantin(&contenders[k]) &&
        (!bench_is_quick() || contenders[k].at_once))
      print_growth(&contenders[k]);
}

/* Bad starts ------------------------------------------------------------- */

static void print_bad_start(const contender *solver, size_t bars,
                            const char *start)
{
  outcome result = {0};
  const measurement m = measure_task(solver, bars, start, 1, LIMIT, &result);
  const char *why = complaint(m, &result);
  printf("%-9s %6zu  %-14s ", start, bars, solver->name);
  if (why)
    printf(" %s\n", why);
  else
    printf("%5zu %9.1f  %14.10f  %8.1e\n", result.iterations, 1e3 * m.cpu,
           result.energy, result.length_error);
}

static void show_bad_starts(void)
{
  const contender *minimum = find_contender("Pantin minimum");
  const contender *ipopt = find_contender("Ipopt");
  printf(
      "Bad starts: one run each; the lowest energy is that of the parabola's "
      "line.\n\n"
      "start       bars  solver         steps    cpu ms          energy"
      "    length\n");
  for (size_t k = 0; pn_chain_start_get(k); k++) {
    const char *start = pn_chain_start_get(k)->name;
    if (minimum) {
      print_bad_start(minimum, 10000, start);
      print_bad_start(minimum, 500, start);
    }
    if (ipopt)
      print_bad_start(ipopt, 500, start);
  }
  printf("\n");
}

/* Shows all tables that are due, or those that are named. */
int main(int argc, char **argv)
{
  static const bench_table tables[] = {
      {"peers", compare_with_peers, BENCH_ALWAYS},
      {"growth", show_growth, BENCH_ALWAYS},
      {"starts", show_bad_starts, BENCH_AT_LENGTH},
  };
  for (size_t k = 0; k < CONTENDERS; k++)
    if (!is_there(&contenders[k]))
      printf("%s: not in this version\n", contenders[k].name);
#ifndef HAVE_IPOPT
  printf("Ipopt: not installed (Debian: coinor-libipopt-dev)\n");
#endif
#ifndef HAVE_NLOPT
  printf("NLopt: not installed (Debian: libnlopt-dev)\n");
#endif
  return bench_main(tables, sizeof tables / sizeof tables[0], argc, argv);
}
