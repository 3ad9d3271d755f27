/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Simulates three boxes on ball joints for ten seconds, with every correction
   of drift, and prints how far the joints are open at the end, how fast they
   open, and how the energy has changed. `drift newton` shows Newton's steps on
   boxes that were pulled apart, `drift energy` how integrators change the
   energy, and `drift series` how the gap grows, for a picture. */
#include "boxes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double dt = 1. / 240;

/* Prints the table of the corrections. */
static void compare(const pn_system *system)
{
  const pn_correction *correction;
  printf("%-10s  %9s  %11s  %17s\n", "correction", "gap [m]", "rate [m/s]",
         "energy change [J]");
  for (size_t k = 0;
       (correction = pn_correction_get(k)) && !correction->penalty; k++) {
    pn_simulation *s = boxes_run(system, "rk4", correction->name, dt);
    if (boxes_advance(s, 10))
      printf("%-10s  broke down after %.2f s\n", correction->name, s->t);
    else {
      const pn_measure m = boxes_measure(s);
      printf("%-10s  %9.1e  %11.1e  %+17.1e\n", correction->name,
             m.constraint_inf, m.velocity_inf, m.energy - s->start.energy);
    }
    pn_simulation_free(s);
  }
}

/* Pulls the boxes apart, and prints the gap after each of Newton's steps. */
static void newton(const pn_system *system)
{
  pn_simulation *s = boxes_run(system, "rk4", "none", dt);
  double *y = s->y;
  for (size_t b = 0; b < BOXES; b++) /* 5 cm up, and 0.1 rad about z */
    pn_state_set(system, y, b,
                 pn_pose_displace(pn_state_motion(system, y, b).pose,
                                  pn_vec3_make(0, 0, 0.05 * (double)b),
                                  pn_vec3_make(0, 0, 0.1)),
                 (pn_vec3){0, 0, 0}, (pn_vec3){0, 0, 0});
  printf("%4s  %9s\n", "step", "gap [m]");
  for (int k = 0; k <= 4; k++) {
    double gap;
    if (pn_correct_positions(s->dynamics, y, &gap))
      break;
    printf("%4d  %9.1e\n", k, gap);
  }
  pn_simulation_free(s);
}

/* Prints the change of energy in 5 s with steps of 1/1000 s. */
static void energy(const pn_system *system)
{
  const char *const name[] = {"euler", "rk2", "rk4"};
  printf("%-10s  %15s  %15s\n", "integrator", "no correction", "both [J]");
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    const char *const correction[] = {"none", "both"};
    printf("%-10s", name[k]);
    for (int c = 0; c < 2; c++) {
      pn_simulation *s = boxes_run(system, name[k], correction[c], 1e-3);
      const int code = boxes_advance(s, 5);
      printf("  %+15.1e",
             code ? NAN : boxes_measure(s).energy - s->start.energy);
      pn_simulation_free(s);
    }
    putchar('\n');
  }
}

/* Prints the gap over time for each correction, in blocks for gnuplot. */
static void series(const pn_system *system)
{
  const pn_correction *correction;
  for (size_t k = 0;
       (correction = pn_correction_get(k)) && !correction->penalty; k++) {
    pn_simulation *s = boxes_run(system, "rk4", correction->name, dt);
    printf("\"%s\"\n", correction->name);
    while (s->t < 10 && !boxes_advance(s, 10 * dt))
      printf("%.4f %.3e\n", s->t, boxes_measure(s).constraint_inf);
    printf("\n\n");
    pn_simulation_free(s);
  }
}

int main(int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "compare";
  gsl_set_error_handler_off();
  pn_system *system = boxes_alloc();
  if (strcmp(what, "newton") == 0)
    newton(system);
  else if (strcmp(what, "energy") == 0)
    energy(system);
  else if (strcmp(what, "series") == 0)
    series(system);
  else
    compare(system);
  pn_system_free(system);
  return EXIT_SUCCESS;
}
