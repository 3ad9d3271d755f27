/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How a system accelerates, by D'Alembert's principle: the forces of the
   constraints do no work in any motion that the constraints allow, hence are
   J^T lambda, with lambda such that J u' + Jdot u = 0:

     (J W J^T) lambda = -(J W F + Jdot u) [ - ks C - kd Cdot ]
     u' = W (F + J^T lambda)

   The bracket is Baumgarte's, to pull a drifting system back. With a penalty
   there are no multipliers: each row is a spring and a damper,

     lambda = - stiffness C - damping Cdot,

   which lets the joints open by the force over the stiffness. */
#ifndef PANTIN_DYNAMICS_DYNAMICS_H
#define PANTIN_DYNAMICS_DYNAMICS_H

#include "pantin/multipliers/multipliers.h"
#include "pantin/dynamics/integrator.h"

#include <gsl/gsl_odeiv2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The equations of motion of a system, and what their last evaluation found. */
typedef struct {
  pn_partition partition;      /* read by the splitting integrators; the first
                                  member */
  const pn_system *system;     /* borrowed */
  pn_assembly *assembly;       /* owned */
  pn_multipliers *multipliers; /* owned */

  double ks, kd;             /* Baumgarte's [1/s^2], [1/s]; 0: off */
  double stiffness, damping; /* of a penalty, of each row [N/m], [N s/m], or
                                per rad; 0: multipliers */
  int refines; /* lambda and u' are refined; set where a body is a thin rod */

  /* Set by pn_dynamics_evaluate: */
  double *lambda;       /* multipliers [N], [N m], (m), owned */
  double *acceleration; /* u', (n), owned */
  size_t evaluations;   /* calls of it */
  size_t dropped;       /* most redundant rows found so far */
  int failure;          /* of the multipliers, in the last of them or the last
                           least change; or 0 */

  double *impulse; /* multipliers of the last pn_dynamics_least_change, (m),
                      owned; work of pn_dynamics_evaluate */
  double *wanted;  /* the J u' that the constraints demand, (m), owned */
  double *right, *force; /* (m) and (n), owned work */
  gsl_odeiv2_system ode; /* this as GSL's system of equations y' = f(t, y) */
} pn_dynamics;

/* Allocates the work for a system, which must not change meanwhile. NULL when
   memory is short, or the type does not take so many rows. */
pn_dynamics *pn_dynamics_alloc(const pn_system *system,
                               const pn_multiplier_type *type);

/* Frees the dynamics, but not the system; NULL is fine. */
void pn_dynamics_free(pn_dynamics *dynamics);

/* Sets Baumgarte's terms for a critically damped return with the time constant
   T [s]: kd = 2 / T, ks = 1 / T^2. Stable while T > h/2 with explicit Euler, T
   > h/2.785 with RK4. 0 switches them off. */
void pn_dynamics_set_baumgarte(pn_dynamics *dynamics, double T);

/* Puts springs and dampers in the place of the multipliers; stiffness 0 takes
   them away. */
void pn_dynamics_set_penalty(pn_dynamics *dynamics, double stiffness,
                             double damping);

/* Computes lambda and u' at a state, refined where rounding shows in J u'; and,
   unless dydt is NULL, y' = (q', u'). The quaternions need not have length 1.
   GSL_SUCCESS, or GSL_EBADFUNC if there is no acceleration: a joint without
   derivative, or numbers out of range. */
int pn_dynamics_evaluate(pn_dynamics *dynamics, double t, const double *y,
                         double *dydt);

/* Computes du = W J^T lambda with A lambda = r at the assembly's state: the
   least change of velocity [m/s] (of position [m]) with J du = r, in the
   measure of the masses. du: (n), r: (m). The multipliers must have been set
   there. Errors are those of pn_multipliers_solve. */
int pn_dynamics_least_change(pn_dynamics *dynamics, const double *r,
                             double *du);

/* Adds dq = (dx, dtheta) per body, (n), to the positions of y; quaternions by
   1/2 (0, dtheta) q, then normalised. */
void pn_dynamics_displace(const pn_dynamics *dynamics, double *y,
                          const double *dq);

#ifdef __cplusplus
}
#endif

#endif
