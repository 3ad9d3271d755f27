/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures what a motion should keep: energy, momentum, constraints. */
#ifndef PANTIN_DYNAMICS_MEASURE_H
#define PANTIN_DYNAMICS_MEASURE_H

#include "pantin/body/assembly.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Sets the assembly to the state y and measures there; Ju: (rows) of work.
   GSL_SUCCESS, or the error of pn_assembly_set; energies and momenta are
   measured all the same. */
int pn_measure_set(pn_measure *measure, pn_assembly *assembly, const double *y,
                   double *Ju);

#ifdef __cplusplus
}
#endif

#endif
