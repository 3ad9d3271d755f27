/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Simulates an impact: the free end of three boxes on ball joints hits a wall.
   The wall is one more joint, of one row (the end stays on a plane), which
   exists for that instant only. The impulses of joints and wall change the
   velocities by

     du = W J^T lambda,   (J W J^T) lambda = r

   where r is -J u in the joints' rows and -(1 + e) w in the wall's, with w = J
   u there. The energy changes by -1/2 (1 - e^2) w^2 m, where the wall feels the
   mass m = (0 .. 0, 1) A^-1 (0 .. 0, 1)^T. `impact all` multiplies all rows
   by 1 + e, for joints that were opening before. */
#include "boxes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 3 * BOXES + 1, WALL = ROWS - 1, VELOCITIES = 6 * BOXES };

static const double restitution[] = {0, 0.5, 0.75, 1};

/* How fast the last joint opens in `impact all` [m/s]. */
static const double opening = 0.01;

/* What an impact does. */
typedef struct {
  double before, after; /* the end's velocity into the wall [m/s] */
  double rate;          /* at which the last joint then opens [m/s] */
  double energy;        /* its change [J] */
  double mass;          /* m */
} outcome;

/* Adds the joint of the wall. */
static void put_up_wall(pn_system *system)
{
  const pn_joint_place place = {.point = {1.5, 0, 0}, .axis = {0, 0, 1}};
  if (pn_system_join(system, pn_joint_point_on_plane, PN_WORLD, BOXES - 1,
                     &place))
    return;
  fputs("out of memory\n", stderr);
  exit(EXIT_FAILURE);
}

/* Computes an impact from the system's start, with the last joint opening at
   the rate `opens`. With `all_rows` the joints' rows are multiplied by 1 + e,
   too. */
static outcome strike(pn_simulation *s, double e, double opens, int all_rows)
{
  pn_dynamics *d = s->dynamics;
  double *u = s->y + pn_system_positions(s->system);
  double Ju[ROWS], r[ROWS], du[VELOCITIES];
  outcome out;
  pn_system_start(s->system, s->y);
  u[VELOCITIES - 6] += opens; /* the last box leaves the others, along x */
  out.energy = -boxes_measure(s).energy;
  pn_assembly_velocity(d->assembly, u, Ju);
  out.before = Ju[WALL];

  for (int i = 0; i < WALL; i++)
    r[i] = all_rows ? -(1 + e) * Ju[i] : -Ju[i];
  r[WALL] = -(1 + e) * Ju[WALL];
  pn_dynamics_least_change(d, r, du);
  for (int k = 0; k < VELOCITIES; k++)
    u[k] += du[k];

  pn_assembly_velocity(d->assembly, u, Ju);
  out.after = Ju[WALL];
  out.rate = -Ju[WALL - 3]; /* C is parent less child */
  out.energy += boxes_measure(s).energy;
  memset(r, 0, sizeof r);
  r[WALL] = 1;
  pn_dynamics_least_change(d, r, du);
  out.mass = d->impulse[WALL];
  return out;
}

/* Prints velocities and energies of impacts. */
static void print_energies(pn_simulation *s)
{
  printf("%5s  %13s  %12s  %17s  %11s\n", "e", "before [m/s]", "after [m/s]",
         "energy change [J]", "by formula");
  for (size_t k = 0; k < sizeof restitution / sizeof restitution[0]; k++) {
    const double e = restitution[k];
    const outcome out = strike(s, e, 0, 0);
    printf("%5.2f  %13.4f  %12.4f  %17.9f  %11.9f\n", e, out.before, out.after,
           out.energy, (e * e - 1) / 2 * out.before * out.before * out.mass);
  }
}

/* Prints how fast the last joint opens after impacts with both kinds of r. */
static void print_rates(pn_simulation *s)
{
  printf("%5s  %15s  %14s  %24s\n", "e", "opening before", "after, by ours",
         "one factor for all [m/s]");
  for (size_t k = 0; k < sizeof restitution / sizeof restitution[0]; k++) {
    const double e = restitution[k];
    printf("%5.2f  %15.4f  %14.4f  %24.4f\n", e, opening,
           fabs(strike(s, e, opening, 0).rate), strike(s, e, opening, 1).rate);
  }
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  pn_system *system = boxes_alloc();
  put_up_wall(system);
  pn_simulation *s = boxes_run(system, "rk4", "none", 1);
  if (argc > 1 && strcmp(argv[1], "all") == 0)
    print_rates(s);
  else
    print_energies(s);
  pn_simulation_free(s);
  pn_system_free(system);
  return EXIT_SUCCESS;
}
