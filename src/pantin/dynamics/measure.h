/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Measures what a motion should keep: energy, momentum, constraints. */
#ifndef PANTIN_DYNAMICS_MEASURE_H
#define PANTIN_DYNAMICS_MEASURE_H

#include "pantin/body/assembly.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Energies, momenta and gaps of a state. */
typedef struct {
  double kinetic;           /* [J] */
  double potential;         /* of gravity, steady forces (0 at the origin) and
                               springs; steady torques have none [J] */
  double energy;            /* their sum [J] */
  pn_vec3 momentum;         /* [kg m/s] */
  pn_vec3 angular_momentum; /* about the origin [kg m^2/s] */
  double constraint_inf;    /* largest |C| [m] */
  double velocity_inf;      /* largest |J u| [m/s] */
} pn_measure;

/* Where the energy of a run has come from and gone to since its start [J]: the
   change of kinetic and potential energy is the sum of all five. */
typedef struct {
  double friction;    /* work of joint friction and of dampers, at most 0 */
  double motors;      /* work of motors, steady torques and the user's load */
  double impacts;     /* work of the walls on what rebounds from them, at most
                         0 */
  double corrections; /* done in correcting drift */
  double remainder;   /* what remains: the error of the integrator */
} pn_ledger;

/* An impact of a body on a wall; or on a limit of its joint, along or about
   whose axis all is then, in N m s and rad/s for a turn. */
typedef struct {
  double time;     /* [s] */
  size_t body;     /* that hit the wall */
  pn_vec3 impulse; /* on the body [N s] */
  double before;   /* velocity along the wall's normal, negative [m/s]; or
                      against the joint's other body along its axis */
  double after;    /* the same afterwards [m/s] */
  double loss;     /* energy that it took [J] */
} pn_impact_event;

/* Is told of an impact, with the params that were given beside it. */
typedef void pn_impact_listener(const pn_impact_event *event, void *params);

/* Returns the energy of the state y, and sets *kinetic to the kinetic part of
   it [J]. */
double pn_measure_energy(const pn_system *system, const double *y,
                         double *kinetic);

/* Returns the largest acceleration of a body [m/s^2]: the root mean square,
   over its mass, of what its points have by u' - v', (6 bodies), at the state
   to which the assembly was set. NULL as v': 0. A NaN makes it infinite. */
double pn_measure_acceleration(const pn_assembly *assembly, const double *u,
                               const double *v);

/* Sets the assembly to the state y and measures there; Ju: (rows) of work.
   GSL_SUCCESS, or the error of pn_assembly_set; energies and momenta are
   measured all the same. */
int pn_measure_set(pn_measure *measure, pn_assembly *assembly, const double *y,
                   double *Ju);

#ifdef __cplusplus
}
#endif

#endif
