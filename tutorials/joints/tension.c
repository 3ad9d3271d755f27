/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Shows what lambda is, on a mass of 1 kg on a rod of L = 1 m that is let go
   level with the pivot. At s below the pivot the conservation of energy gives
   v^2 = 2 g s, and the rod pulls with m g s / L + m v^2 / L = 3 m g s / L. */
#include "pantin/dynamics/simulation.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

static const double gravity = 9.81;

/* Sets up the mass and its rod. */
static int set(pn_system *system)
{
  pn_body mass = pn_body_make(pn_shape_point, NULL, 1);
  mass.pose.x = pn_vec3_make(-1, 0, 0);
  const pn_joint_place rod = {.point = {0, 0, 0}, .child_point = mass.pose.x};
  system->gravity = pn_vec3_make(0, -gravity, 0);
  if (pn_system_add_body(system, &mass) ||
      !pn_system_join(system, pn_joint_distance, PN_WORLD, 0, &rod))
    return GSL_ENOMEM;
  return GSL_SUCCESS;
}

/* Prints lambda beside the pull, ten times a second. */
static int swing(const pn_system *system, pn_error *error)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = 1e-3;
  pn_simulation *s = pn_simulation_alloc(system, &settings, error);
  if (!s)
    return error->code;
  pn_measure measure;
  int status = GSL_SUCCESS;
  printf("%6s  %10s  %12s  %12s\n", "t [s]", "s [m]", "-lambda [N]",
         "3 m g s / L");
  while (s->steps < 900 && !status) {
    status = pn_simulation_step(s, error);
    if (s->steps % 100 == 0 && !pn_simulation_measure(s, &measure)) {
      const double fallen = -pn_state_motion(system, s->y, 0).pose.x.y;
      printf("%6.1f  %10.6f  %12.7f  %12.7f\n", s->t, fallen,
             -s->dynamics->lambda[0], 3 * gravity * fallen);
    }
  }
  pn_simulation_free(s);
  return status;
}

int main(void)
{
  pn_error error = {0};
  gsl_set_error_handler_off();
  pn_system *system = pn_system_alloc();
  int status = system ? set(system) : GSL_ENOMEM;
  if (!status)
    status = swing(system, &error);
  if (status)
    fprintf(stderr, "tension: %s\n",
            error.code ? error.text : gsl_strerror(status));
  pn_system_free(system);
  return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
