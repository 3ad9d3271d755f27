/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The list of integrators. */
#include "pantin/dynamics/integrator.h"

#include <string.h>

/* Ours, each in step_NAME.c, then GSL's. GSL's own rk4 halves its steps to
   estimate the error (11 evaluations a step), so it is not the textbook's. */
static const pn_integrator integrators[] = {
    {"euler", "explicit Euler", &pn_step_euler, 1, 0, 0, 0},
    {"semi-implicit-euler", "new positions by new velocities",
     &pn_step_semi_implicit_euler, 1, 0, 0, 1},
    {"leapfrog", "velocities at half steps", &pn_step_leapfrog, 2, 0, 0, 0.5},
    {"rk2", "midpoint rule", &pn_step_rk2, 2, 0, 0, 0.5},
    {"rk4", "classical Runge-Kutta", &pn_step_rk4, 4, 0, 0, 0.5},
    {"ab4", "Adams-Bashforth, one evaluation a step", &pn_step_ab4, 4, 0, 1,
     0.5},
    {"rkf45", "Runge-Kutta-Fehlberg, adaptive", &gsl_odeiv2_step_rkf45, 5, 1, 0,
     0.5},
    {"rkck", "Cash-Karp, adaptive", &gsl_odeiv2_step_rkck, 5, 1, 0, 0.5},
    {"rk8pd", "Prince-Dormand, adaptive", &gsl_odeiv2_step_rk8pd, 8, 1, 0, 0.5},
    {"msadams", "Adams, of variable order, adaptive", &gsl_odeiv2_step_msadams,
     12, 1, 1, 0.5},
};

const pn_integrator *pn_integrator_get(size_t k)
{
  return k < sizeof integrators / sizeof integrators[0] ? &integrators[k]
                                                        : NULL;
}

const pn_integrator *pn_integrator_find(const char *name)
{
  const pn_integrator *integrator;
  for (size_t k = 0; (integrator = pn_integrator_get(k)); k++)
    if (strcmp(integrator->name, name) == 0)
      break;
  return integrator;
}
