/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells an integrator which entries of the state are positions. GSL hands an
   integrator nothing but a gsl_odeiv2_system: its `params` must point to a
   struct whose first member is a pn_partition. */
#ifndef PANTIN_DYNAMICS_PARTITION_H
#define PANTIN_DYNAMICS_PARTITION_H

#include <stddef.h>

typedef struct {
  size_t positions; /* the first entries of y = (x, v), which are x */
  /* Computes xdot = x'(x, v), (positions), at little cost beside the
     accelerations. Returns GSL_SUCCESS or an error. */
  int (*rates)(double t, const double *y, double *xdot, void *params);
} pn_partition;

#endif
