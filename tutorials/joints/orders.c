/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares integrators: how far the last of three boxes is from where it should
   be after 1 s, in 100, 200, .. steps. Each halving of the step should divide
   the error by 2^order. `orders CORRECTION` corrects the drift after each
   step. */
#include "boxes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const size_t first = 100, last = 3200;

/* Computes how far the last box is off [m]; NAN if the motion breaks down. */
static double error_of(const pn_system *system, const char *integrator,
                       const char *correction, size_t steps)
{
  pn_simulation *s =
      boxes_run(system, integrator, correction, 1 / (double)steps);
  double error = NAN;
  if (!boxes_advance(s, 1)) {
    const pn_vec3 x = pn_state_motion(system, s->y, BOXES - 1).pose.x;
    error = pn_vec3_norm(pn_vec3_sub(x, boxes_end));
  }
  pn_simulation_free(s);
  return error;
}

int main(int argc, char **argv)
{
  const char *correction = argc > 1 ? argv[1] : "none";
  const char *const name[] = {
      "euler", "semi-implicit-euler", "leapfrog", "rk2", "rk4", "ab4"};
  const char *const title[] = {"euler", "semi-impl.", "leapfrog",
                               "rk2",   "rk4",        "ab4"};
  enum { INTEGRATORS = sizeof name / sizeof name[0] };
  double before[INTEGRATORS], now[INTEGRATORS];
  gsl_set_error_handler_off();
  if (!pn_correction_find(correction)) {
    fprintf(stderr, "orders: there is no correction '%s'\n", correction);
    return EXIT_FAILURE;
  }
  pn_system *system = boxes_alloc();
  printf("%5s", "steps");
  for (int k = 0; k < INTEGRATORS; k++)
    printf("  %10s", title[k]);
  putchar('\n');
  for (size_t steps = first; steps <= last; steps *= 2) {
    printf("%5zu", steps);
    for (int k = 0; k < INTEGRATORS; k++) {
      before[k] = now[k];
      now[k] = error_of(system, name[k], correction, steps);
      printf("  %10.2e", now[k]);
    }
    putchar('\n');
  }
  printf("%5s", "order");
  for (int k = 0; k < INTEGRATORS; k++)
    printf("  %10.2f", log2(before[k] / now[k]));
  putchar('\n');
  pn_system_free(system);
  return EXIT_SUCCESS;
}
