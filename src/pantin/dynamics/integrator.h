/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of integrators, each a gsl_odeiv2_step_type, ours and GSL's alike,
   so that they serve any program that uses GSL. Ours are explicit, of fixed
   order, and evaluate f no more often than their formula says. If the caller
   asks for dydt_out (GSL's evolve does), one more evaluation gives it, and an
   honest estimate of the local error; without it yerr is 0, and only fixed
   steps make sense. */
#ifndef PANTIN_DYNAMICS_INTEGRATOR_H
#define PANTIN_DYNAMICS_INTEGRATOR_H

#include <gsl/gsl_odeiv2.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const gsl_odeiv2_step_type *const pn_step_euler; /* explicit */
extern const gsl_odeiv2_step_type *const pn_step_rk2;   /* midpoint */
extern const gsl_odeiv2_step_type *const pn_step_rk4;   /* classical */
/* Begins with three steps of RK4, again after gsl_odeiv2_step_reset (to be
   called when y has jumped), a change of step, or a gap in time. */
extern const gsl_odeiv2_step_type *const pn_step_ab4;
/* These two must be told which entries are positions: see pn_partition. */
extern const gsl_odeiv2_step_type *const pn_step_semi_implicit_euler;
extern const gsl_odeiv2_step_type *const pn_step_leapfrog;

/* An integrator by its name, one of a family. */
typedef struct {
  const char *name;                        /* as on the command line */
  const char *summary;                     /* one line */
  const gsl_odeiv2_step_type *const *type; /* for GSL */
  int order;                               /* of its error: that of dt^order */
  int adaptive;  /* it chooses its own steps within the one asked for */
  int remembers; /* its steps go on from those before */
  double reach;  /* a step of h moves a body at rest by reach a h^2 if its
                    acceleration a is steady; 1/2 is exact */
} pn_integrator;

/* Tells an integrator which entries of the state are positions. GSL hands an
   integrator nothing but a gsl_odeiv2_system: its `params` must point to a
   struct whose first member is a pn_partition. */
typedef struct {
  size_t positions; /* the first entries of y = (x, v), which are x */
  /* Computes xdot = x'(x, v), (positions), at little cost beside the
     accelerations. Returns GSL_SUCCESS or an error. */
  int (*rates)(double t, const double *y, double *xdot, void *params);
} pn_partition;

/* Returns the k-th of all integrators, from 0; NULL past the last one. GSL's
   implicit methods are not among them: they need the derivative of f. */
const pn_integrator *pn_integrator_get(size_t k);

/* Returns the integrator of that name; NULL if there is none. */
const pn_integrator *pn_integrator_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
