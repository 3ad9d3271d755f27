/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The works that are integrated beside the state. The state of a run is y = (q,
   u, W), with

     W' = (power of friction, power of motors, power of Baumgarte's forces),

   so that each work has the order of the integrator that moves the bodies. */
#ifndef PANTIN_DYNAMICS_LEDGER_PRIVATE_H
#define PANTIN_DYNAMICS_LEDGER_PRIVATE_H

#include "pantin/dynamics/dynamics.h"

enum {
  PNI_WORK_FRICTION,
  PNI_WORK_MOTORS,
  PNI_WORK_BAUMGARTE,
  PNI_WORKS /* their number */
};

/* Returns y' = f(t, y) with the works, which borrows the dynamics. */
gsl_odeiv2_system pni_ledger_ode(pn_dynamics *dynamics);

/* What has been put into a motion, beside which an error of its energy is
   judged. */
typedef struct pn_put_in {
  double start; /* kinetic energy at the start, or the largest of the first
                   steps, before which errors cannot be told from motion [J] */
  double fall;  /* the most that gravity and springs have given so far [J] */
  double drive; /* the most that motors have given so far [J] */
} pn_put_in;

/* Updates it at the end of a step. */
void pni_put_in_add(pn_put_in *in, size_t step, double kinetic, double fall,
                    double drive);

/* Returns the largest error of the energy that is not yet called a divergence
   [J]: all that was put in, and what rounding may make of this mass. */
double pni_put_in_bound(const pn_put_in *in, double mass);

#endif
