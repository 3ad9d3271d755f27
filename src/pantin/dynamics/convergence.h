/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Measures how the error of a run falls when its step is halved. */
#ifndef PANTIN_DYNAMICS_CONVERGENCE_H
#define PANTIN_DYNAMICS_CONVERGENCE_H

#include "pantin/dynamics/simulation.h"
#include "pantin/dynamics/box.h"

typedef struct {
  size_t steps;
  int done;        /* 0: the run diverged, and there are no errors */
  double energy;   /* what integration and correction have changed of the
                      energy at the end, over the largest kinetic energy of the
                      reference */
  double position; /* largest distance of a centre of mass from the reference's
                      at the end [m] */
} pn_convergence_point;

typedef struct {
  const pn_system *system; /* borrowed */
  double time;             /* of each run [s] */
  double *y;               /* the reference at the end, owned */
  double scale;            /* its largest kinetic energy [J] */
} pn_convergence;

/* Computes the reference: RK4 with this many corrected steps, in a box or none
   (NULL). NULL, with the reason in error, when it cannot be run. Impacts are
   noticed at the end of a step only: a motion with impacts converges with order
   1 at most. */
pn_convergence *pn_convergence_alloc(const pn_system *system, const pn_box *box,
                                     double time, size_t steps,
                                     pn_error *error);

void pn_convergence_free(pn_convergence *convergence);

/* Compares a run of this many equal steps with the reference. GSL_SUCCESS, also
   if it diverged; otherwise the error of pn_simulation_alloc. */
int pn_convergence_measure(const pn_convergence *convergence,
                           const pn_simulation_settings *settings, size_t steps,
                           pn_convergence_point *point, pn_error *error);

/* Returns the order that two runs show, log(e1 / e2) / log(n2 / n1); NaN if an
   error is not positive. */
double pn_convergence_order(double error_1, size_t steps_1, double error_2,
                            size_t steps_2);

/* Returns the order that runs of ever more steps show, (count) each: that of
   the finest halving that agrees with the one before it, since at last
   rounding, or an error that changes its sign, spoils it; NaN if none does. */
double pn_convergence_order_of(const double *error, const size_t *steps,
                               size_t count);

/* Returns the time in which the system turns once at the speed of its start: 2
   pi over the fastest body's omega; 0 if nothing turns. */
double pn_convergence_turn(const pn_system *system);

#endif
