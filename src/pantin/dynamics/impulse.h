/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impacts: the jump of velocities when a point of a body meets a wall. */
#ifndef PANTIN_DYNAMICS_IMPULSE_H
#define PANTIN_DYNAMICS_IMPULSE_H

#include "pantin/dynamics/dynamics.h"

/* A contact of a body with something that does not move. */
typedef struct {
  size_t body;
  pn_vec3 arm;    /* from its centre of mass to the point, world frame [m] */
  pn_vec3 normal; /* unit vector into the free side */
} pn_impact;

typedef struct pn_impulse {
  pn_dynamics *dynamics; /* borrowed */
  double *row;     /* the contact's row of J, then W times it, (n), owned */
  double *coupled; /* (J W J^T)^-1 J W (contact's row), (m), owned */
  double *force;   /* (n), owned work */
  double impulse;  /* impulse of the last contact, along its normal [N s] */
  double rebound;  /* inverse of the effective mass at the last contact, k W'
                      k^T for its row k of J [1/kg] */
} pn_impulse;

/* Allocates the work for impacts; NULL when memory is short. */
pn_impulse *pn_impulse_alloc(pn_dynamics *dynamics);

void pn_impulse_free(pn_impulse *impulse);

/* Returns the normal velocity of a contact in the state y [m/s]; negative when
   it approaches. */
double pn_impact_velocity(const pn_impact *contact, const pn_system *system,
                          const double *y);

/* Changes the velocities of y so that the contact's normal velocity w becomes
   -restitution w while the joints hold: J u = 0 afterwards, whatever it was. If
   J u = 0 before, the energy changes by -1/2 (1 - restitution^2) w^2 / rebound.
   A contact that does not approach is left alone. GSL_SUCCESS, or the error of
   a solve. */
int pn_impulse_apply(pn_impulse *impulse, const pn_impact *contact,
                     double restitution, double *y);

#endif
