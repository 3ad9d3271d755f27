/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Measures a step beside those of other engines, how its time grows with the
   number of balls, and long runs, in which no ball may be lost. */
#include "config.h"

#include "contact_step.h"

#include "bench.h"
#include "contact_cost.h"
#include "contact_pile.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>

/* A step ----------------------------------------------------------------------
 */

static int advance(void *vpile, void *nothing)
{
  (void)nothing;
  return pn_stepper_advance(((pile *)vpile)->stepper, NULL);
}

static int no_preparation(void *nothing)
{
  (void)nothing;
  return 0;
}

/* Measures a whole step of the stepper [s]. */
static double step_cost(pile *of)
{
  static const measure_work work = {no_preparation, advance, 0};
  enum { RUNS = 21, LIMIT = 60 };
  const measurement m = measure(&work, of, NULL, RUNS, LIMIT);
  return m.end == MEASURE_DONE ? m.least : NAN;
}

/* Times as fast as each peer, and what the growth may be. */
static const double wanted_step = 6.2, wanted_exponent = 1.05;

void show_step(void)
{
  static const struct {
    const char *name;
    const contact_peer *const *peer;
    const char *method, *rows;
  } contenders[] = {
#ifdef HAVE_ODE
      {"ODE quick step", &contact_ode, "", NULL},
#endif
#ifdef HAVE_BULLET
      {"Bullet impulses", &contact_bullet, "", NULL},
#endif
      {"Pantin pgs", &contact_pantin, "pgs", NULL},
      {"Pantin psor", &contact_pantin, "psor", NULL},
      {"Pantin nncg", &contact_pantin, "nncg", NULL},
      {"Pantin, colours", &contact_pantin, "pgs", "colours"},
  };
  enum { BALLS = 10000, SWEEPS = 20, SETTLED = 200, RUNS = 11 };
  pile of;
  contact_problem problem;
  if (pile_make(&of, BALLS, SWEEPS, SETTLED))
    return;
  const double whole = step_cost(&of);
  pile_at_rest(&of);
  problem_set(&problem, of.stepper->lcp, of.stepper->change);
  printf("%d balls at rest, %zu contacts, %d sweeps\n\n%-18s %10s %10s %10s "
         "%10s\n",
         BALLS, problem.rows, SWEEPS, "", "ms", "ns/c/sweep", "largest r",
         "2-norm r");
  for (size_t k = 0; k < sizeof contenders / sizeof contenders[0]; k++) {
    pn_lcp_residual residual = {0};
    const contact_order order = {contenders[k].method, SWEEPS, 0,
                                 contenders[k].rows};
    const double s =
        cost(*contenders[k].peer, &problem, order, RUNS, &residual);
    if (contenders[k].peer != &contact_pantin)
      bench_note("step of 10^4 balls", "ms", 1e3 * whole, contenders[k].name,
                 1e3 * s, wanted_step);
    printf("%-18s", contenders[k].name);
    bench_print(1e3 * s, 2);
    bench_print(1e9 * s / SWEEPS / (double)problem.rows, 1);
    bench_print(residual.scaled.inf, 4);
    bench_print(residual.scaled.two, 4);
    printf("\n");
  }
  printf("%-18s", "Pantin, all of it");
  bench_print(1e3 * whole, 2);
  printf(
      "\n(the last finds the contacts too, and moves the balls; wanted: less "
      "than the\nothers, and a smaller residual. From impulses of 0, as here, "
      "20 sweeps with the\nomega of psor, 1.75, are too few; why it is the "
      "default: section 12 of\nthe tutorial)\n\n");
  pile_free(&of);
}

/* A pile that a process of its own makes, for its memory to be seen. */
typedef struct {
  size_t balls;
  pile of;
} growing;

enum { GROWTH_SWEEPS = 20, GROWTH_SETTLED = 40 };

static int growing_prepare(void *vgrowing)
{
  growing *of = vgrowing;
  return pile_make(&of->of, of->balls, GROWTH_SWEEPS, GROWTH_SETTLED);
}

static int growing_advance(void *vgrowing, void *contacts)
{
  growing *of = vgrowing;
  const int code = pn_stepper_advance(of->of.stepper, NULL);
  *(size_t *)contacts = of->of.stepper->info.contacts;
  return code;
}

void show_growth(void)
{
  static const size_t sizes[] = {3162, 10000, 31623, 100000, 316228, 1000000};
  enum { SIZES = sizeof sizes / sizeof sizes[0], QUICK = 3 };
  enum { RUNS = 7, LIMIT = 1800 };
  static const measure_work work = {growing_prepare, growing_advance,
                                    sizeof(size_t)};
  const size_t count = bench_is_quick() ? QUICK : SIZES;
  double n[SIZES], s[SIZES], bytes = NAN;
  printf("A step of %d sweeps, ten layers of balls\n\n"
         "%-10s %10s %10s %10s %10s\n",
         GROWTH_SWEEPS, "balls", "contacts", "ms", "us/ball", "bytes/ball");
  for (size_t k = 0; k < count; k++) {
    growing of = {.balls = sizes[k]};
    size_t contacts = 0;
    const measurement m = measure(&work, &of, &contacts, RUNS, LIMIT);
    n[k] = (double)sizes[k];
    s[k] = m.end == MEASURE_DONE ? m.least : NAN;
    bytes = m.memory * 1024 * 1024 / n[k];
    printf("%-10zu %10zu", sizes[k], contacts);
    bench_print(1e3 * s[k], 2);
    bench_print(1e6 * s[k] / n[k], 3);
    bench_print(bytes, 0);
    printf("\n");
  }
  const double p = bench_exponent(count, n, s);
  printf("exponent %.3f (wanted: at most %.2f)\n\n", p, wanted_exponent);
  bench_note("balls: exponent of time", "1", p, "bound", wanted_exponent, 1);
  bench_note("balls: memory of a ball", "B", bytes, "", NAN, NAN);
}

/* Long runs -------------------------------------------------------------------
 */

typedef struct {
  const char *scene;
  size_t steps, settled; /* of them, until the balls lie */
} long_task;

typedef struct {
  size_t outside;     /* balls that left, in any step */
  size_t contacts;    /* at the end */
  double penetration; /* greatest after settling, of a radius */
  double energy[4];   /* after a quarter, a half, ... of the steps [J] */
  unsigned long bits; /* of all positions and velocities */
} long_outcome;

static size_t count_outside(const pn_balls *balls)
{
  static const double slack = 0.05; /* of a radius */
  size_t outside = 0;
  for (size_t k = 0; k < balls->count; k++)
    outside += !pn_container_holds(&balls->container, balls->x[k],
                                   (1 - slack) * balls->radius[k]);
  return outside;
}

/* Continues Fowler, Noll and Vo's hash. */
static unsigned long hash(unsigned long start, const void *bytes, size_t count)
{
  const unsigned char *byte = bytes;
  for (size_t k = 0; k < count; k++)
    start = (start ^ byte[k]) * 1099511628211u;
  return start;
}

static int long_run(void *vtask, void *voutcome)
{
  const long_task *of = vtask;
  long_outcome *out = voutcome;
  enum { SWEEPS = 20 };
  pile p;
  char path[1000];
  *out = (long_outcome){0};
  snprintf(path, sizeof path, BENCH_DATA "/contact/%s.cfg", of->scene);
  if (pile_read(&p, path, SWEEPS, 0))
    return -1;
  const pn_balls *balls = p.scene->balls;
  for (size_t k = 1; k <= of->steps; k++) {
    if (pn_stepper_advance(p.stepper, NULL))
      return -1;
    out->outside += count_outside(balls);
    if (k > of->settled)
      out->penetration = fmax(out->penetration,
                              p.stepper->info.penetration / balls->radius[0]);
    if (k % (of->steps / 4) == 0)
      out->energy[4 * k / of->steps - 1] = p.stepper->info.energy;
  }
  out->contacts = p.stepper->info.contacts;
  out->bits =
      hash(14695981039346656037u, balls->x, balls->count * sizeof *balls->x);
  out->bits = hash(out->bits, balls->v, balls->count * sizeof *balls->v);
  pile_free(&p);
  return 0;
}

void show_long(void)
{
  static const long_task tasks[] = {{"balls-350", 6000, 300},
                                    {"avalanche", 200, 100}};
  static const measure_work work = {no_preparation, long_run,
                                    sizeof(long_outcome)};
  enum { LIMIT = 600, TURNS = 2 };
  printf("Long runs of 20 sweeps a step, twice\n\n");
  for (size_t k = 0; k < sizeof tasks / sizeof tasks[0]; k++)
    for (int turn = 0; turn < TURNS; turn++) {
      long_task of = tasks[k];
      long_outcome out;
      const measurement m = measure(&work, &of, &out, 1, LIMIT);
      if (m.end != MEASURE_DONE)
        continue;
      printf("%s, %zu steps: %.1f s, %.0f MiB, %zu contacts, %zu outside,\n"
             "  penetration %.2f %% of a radius, energy %.6g %.6g %.6g %.6g J, "
             "bits %lx\n",
             of.scene, of.steps, m.cpu, m.memory, out.contacts, out.outside,
             100 * out.penetration, out.energy[0], out.energy[1], out.energy[2],
             out.energy[3], out.bits);
      fflush(stdout);
    }
}
