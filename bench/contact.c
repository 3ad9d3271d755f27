/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact problems of piles of balls: what a sweep costs, how soon a solver is
   accurate, and what a step costs, each beside others; how that grows with the
   number of balls, and how far it is from what memory allows. Residuals are
   measured from the impulses that a solver hands over, all in the same way. */
#include "config.h"

#include "pantin/contact/lcp_file.h"

#include "contact_pile.h"
#include "measure.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A solver on a problem ------------------------------------------------------
 */

typedef struct {
  const contact_peer *peer;
  contact_order order;
  const contact_problem *problem;
  void *state; /* these made by prepare */
  double *lambda, *w, *scratch;
} task;

static int prepare(void *vtask)
{
  task *of = vtask;
  const pn_lcp *lcp = of->problem->lcp;
  of->state = of->peer->start(of->problem, &of->order);
  of->lambda = calloc(lcp->size, sizeof *of->lambda);
  of->w = calloc(lcp->size, sizeof *of->w);
  of->scratch = calloc(lcp->form->scratch(lcp) + 1, sizeof *of->scratch);
  return of->state && of->lambda && of->w && of->scratch ? 0 : -1;
}

static int run(void *vtask, void *residual)
{
  task *of = vtask;
  if (of->peer->run(of->state, of->lambda))
    return -1;
  pn_lcp_measure(of->problem->lcp, of->lambda, of->w, of->scratch, residual);
  return 0;
}

/* Least processor time of some runs [s]; NaN if it cannot or does not end. */
static double cost(const contact_peer *peer, const contact_problem *problem,
                   contact_order order, size_t runs, pn_lcp_residual *residual)
{
  static const measure_work work = {prepare, run, sizeof *residual};
  enum { LIMIT = 60 };
  task of = {.peer = peer, .order = order, .problem = problem};
  const measurement m = measure(&work, &of, residual, runs, LIMIT);
  return m.end == MEASURE_DONE ? m.least : NAN;
}

/* Of one sweep [us]: many less few, so that what is done once falls out. */
static double sweep_cost(const contact_peer *peer, const char *method,
                         const contact_problem *problem)
{
  enum { FEW = 20, MANY = 220, RUNS = 15 };
  pn_lcp_residual residual;
  const contact_order few = {method, FEW, 0}, many = {method, MANY, 0};
  return 1e6 *
         (cost(peer, problem, many, RUNS, &residual) -
          cost(peer, problem, few, RUNS, &residual)) /
         (MANY - FEW);
}

static void print_number(double value, int digits)
{
  if (isfinite(value))
    printf(" %10.*f", digits, value);
  else
    printf(" %10s", "-");
  fflush(stdout);
}

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
    siconos = sweep_cost(contact_siconos, "pgs", &problem);
    check = sweep_cost(contact_siconos_check, "pgs", &problem);
#endif
    const double entries = sweep_cost(contact_pantin_entries, "pgs", &problem);
    const double factors = sweep_cost(contact_pantin, "pgs", &problem);
    printf("%-10zu", problem.rows);
    print_number(siconos, 1);
    print_number(check, 1);
    print_number(entries, 1);
    print_number(factors, 1);
    print_number(1e3 * factors / (double)problem.rows, 2);
    print_number(entries / siconos, 3);
    print_number(factors / siconos, 3);
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
  static const double tolerance = 1e-8;
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
                                   tolerance};
      pn_lcp_residual residual = {0};
      const double ms = 1e3 * cost(*accurate[k].peer, &problem[f], order,
                                   accurate[k].runs, &residual);
      const int good = residual.natural.inf <= tolerance;
      print_number(ms, 2);
      printf(" %7.0e", residual.natural.inf);
      face[f] = ms; /* the last one is left */
      if (good && strncmp(accurate[k].name, "Siconos", 7) == 0)
        theirs[f] = fmin(theirs[f], ms);
    }
  }
  printf("\n%-22s", "times faster");
  for (size_t f = 0; f < FRAMES; f++) {
    print_number(theirs[f] / face[f], 0);
    printf("%8s", "");
    pn_lcp_free(problem[f].lcp);
  }
  printf("\n(face beside the fastest of Siconos that is so accurate; wanted: "
         "150)\n\n");
}

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

/* A whole step of the stepper [s]. */
static double step_cost(pile *of)
{
  static const measure_work work = {no_preparation, advance, 0};
  enum { RUNS = 21, LIMIT = 60 };
  const measurement m = measure(&work, of, NULL, RUNS, LIMIT);
  return m.end == MEASURE_DONE ? m.least : NAN;
}

static void show_step(void)
{
  static const struct {
    const char *name;
    const contact_peer *const *peer;
    const char *method;
  } contenders[] = {
#ifdef HAVE_ODE
      {"ODE quick step", &contact_ode, ""},
#endif
#ifdef HAVE_BULLET
      {"Bullet impulses", &contact_bullet, ""},
#endif
      {"Pantin pgs", &contact_pantin, "pgs"},
      {"Pantin psor", &contact_pantin, "psor"},
      {"Pantin nncg", &contact_pantin, "nncg"},
  };
  enum { BALLS = 10000, SWEEPS = 20, SETTLED = 200, RUNS = 11 };
  pile of;
  contact_problem problem;
  if (pile_make(&of, BALLS, SWEEPS, SETTLED))
    return;
  const double whole = 1e3 * step_cost(&of);
  pile_at_rest(&of);
  problem_set(&problem, of.stepper->lcp, of.stepper->change);
  printf("%d balls at rest, %zu contacts, %d sweeps\n\n%-18s %10s %10s %10s "
         "%10s\n",
         BALLS, problem.rows, SWEEPS, "", "ms", "ns/c/sweep", "largest r",
         "2-norm r");
  for (size_t k = 0; k < sizeof contenders / sizeof contenders[0]; k++) {
    pn_lcp_residual residual = {0};
    const contact_order order = {contenders[k].method, SWEEPS, 0};
    const double s =
        cost(*contenders[k].peer, &problem, order, RUNS, &residual);
    printf("%-18s", contenders[k].name);
    print_number(1e3 * s, 2);
    print_number(1e9 * s / SWEEPS / (double)problem.rows, 1);
    print_number(residual.scaled.inf, 4);
    print_number(residual.scaled.two, 4);
    printf("\n");
  }
  printf("%-18s", "Pantin, all of it");
  print_number(whole, 2);
  printf(
      "\n(the last finds the contacts too, and moves the balls; wanted: less "
      "than the\nothers, and a smaller residual)\n\n");
  pile_free(&of);
}

static void show_growth(void)
{
  static const size_t sizes[] = {1000, 3162, 10000, 31623, 100000};
  enum { SIZES = sizeof sizes / sizeof sizes[0], SWEEPS = 20, SETTLED = 40 };
  double n[SIZES], us[SIZES], a, b, c00, c01, c11, square;
  printf("A step of 20 sweeps, ten layers of balls\n\n%-10s %10s %10s %10s\n",
         "balls", "contacts", "ms", "us/ball");
  for (size_t k = 0; k < SIZES; k++) {
    pile of;
    if (pile_make(&of, sizes[k], SWEEPS, SETTLED))
      return;
    const double s = step_cost(&of);
    printf("%-10zu %10zu", sizes[k], of.stepper->info.contacts);
    print_number(1e3 * s, 2);
    print_number(1e6 * s / (double)sizes[k], 3);
    printf("\n");
    n[k] = log((double)sizes[k]);
    us[k] = log(s);
    pile_free(&of);
  }
  gsl_fit_linear(n, 1, us, 1, SIZES, &a, &b, &c00, &c01, &c11, &square);
  printf("exponent %.3f (wanted: below 1.1)\n\n", b);
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
  enum { SWEEPS = 20, STEPS = 20 };
  printf("A sweep by factors beside the triad a = b + s c on as many bytes\n\n"
         "%-10s %10s %10s %10s %10s %10s\n",
         "balls", "bytes/cont", "triad GB/s", "bound, ns", "sweep, ns",
         "of bound");
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
    const double ns = 1e3 * sweep_cost(contact_pantin, "pgs", &problem) /
                      (double)problem.rows;
    printf("%-10zu", sizes[k]);
    print_number(bytes, 1);
    print_number(1e-9 * speed, 1);
    print_number(1e9 * bytes / speed, 2);
    print_number(ns, 2);
    print_number(ns * speed / bytes / 1e9, 1);
    printf("\n");
    pile_free(&of);
  }
  printf("(rows wait for each other, not for memory, as far as the caches "
         "reach)\n\n");
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

/* Fowler, Noll and Vo's hash. */
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

static void show_long(void)
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

/* Everything but the long runs, or the tables that are named. */
int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*show)(void);
  } tables[] = {{"sweeps", show_sweeps}, {"accurate", show_accurate},
                {"step", show_step},     {"growth", show_growth},
                {"memory", show_memory}, {"long", show_long}};
  gsl_set_error_handler_off();
  for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
    int wanted = argc == 1 && tables[k].show != show_long;
    for (int i = 1; i < argc; i++)
      wanted |= strcmp(argv[i], tables[k].name) == 0;
    if (wanted)
      tables[k].show();
  }
  return EXIT_SUCCESS;
}
