/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The works that are integrated beside the state. The state of a run is y = (q,
   u, W), with

     W' = (power of friction, power of motors, power of Baumgarte's forces),

   so that each work has the order of the integrator that moves the bodies. */
#ifndef PANTIN_DYNAMICS_LEDGER_PRIVATE_H
#define PANTIN_DYNAMICS_LEDGER_PRIVATE_H

#include "pantin/dynamics/simulation.h"

enum {
  PNI_WORK_FRICTION,
  PNI_WORK_MOTORS,
  PNI_WORK_BAUMGARTE,
  PNI_WORKS /* their number */
};

/* Returns the work of motors, steady torques and the user's forces at t [s] in
   a displacement, (n), from the state to which the assembly has been set [J].
   Its F is work. */
double pni_drive_work(pn_assembly *a, double t, const double *way);

/* Returns y' = f(t, y) with the works, which borrows the dynamics. */
gsl_odeiv2_system pni_ledger_ode(pn_dynamics *dynamics);

/* Returns the works that a run integrates beside its state. */
static inline const double *pni_simulation_works(const pn_simulation *s)
{
  return s->y + pn_system_dimension(s->system);
}

/* The energy put into a motion, with which the error of its energy is
   compared. */
typedef struct pn_put_in {
  double start; /* kinetic energy at the start [J] */
  double fall;  /* the most that gravity and springs have given so far [J] */
  double drive; /* the most that motors have given so far [J] */
  double first; /* the largest growth in the first steps, which may be error
                   while little has been put in [J] */
} pn_put_in;

/* Holds the works and impacts that a step books beside the state. */
typedef struct pn_account {
  double corrections, impacts, joints; /* works [J] */
  size_t struck;
  pn_put_in put_in;
} pn_account;

/* Returns to where the last step began: simulation_step.c. */
void pni_simulation_undo(pn_simulation *simulation);

/* Returns the sum of what has been put in. */
double pni_put_in_sum(const pn_put_in *in);

/* Takes note of what gravity and springs, and motors, have given up to the end
   of a step, and tells whether a growth of the energy beside what motors gave
   [J] is still no divergence: at most the sum of what has been put in, the
   largest growth of the first steps, and what else its own error may be [J]. */
int pni_put_in_bounds(pn_put_in *in, size_t step, double fall, double drive,
                      double growth, double error);

#endif
