/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integrators that treat positions and velocities differently must be told
   which is which. GSL hands an integrator nothing but a gsl_odeiv2_system, so
   it is told through the system's `params`: they must point to a struct whose
   first member is a pn_partition. */
#ifndef PANTIN_DYNAMICS_PARTITION_H
#define PANTIN_DYNAMICS_PARTITION_H

#include <stddef.h>

typedef struct {
  size_t positions; /* y = (x, v): so many entries of y are x */
  /* xdot = x'(x, v), (positions): of little cost beside the accelerations.
     Returns GSL_SUCCESS or an error. */
  int (*rates)(double t, const double *y, double *xdot, void *params);
} pn_partition;

#endif
