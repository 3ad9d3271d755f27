/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Impacts: the jump of velocities when a point of a body meets a wall. */
#ifndef PANTIN_DYNAMICS_IMPULSE_H
#define PANTIN_DYNAMICS_IMPULSE_H

#include "pantin/dynamics/dynamics.h"
#include "pantin/dynamics/measure.h"

/* A contact of a body with something that does not move. */
typedef struct {
  size_t body;
  pn_vec3 arm;    /* from its centre of mass to the point, world frame [m] */
  pn_vec3 normal; /* unit vector into the free side */
  int sticks;     /* 1: the point does not slide during the impact */
  double credit; /* energy that the body has been given in advance [J], by which
                    the loss is told less */
  int holds;     /* 1: it has stuck and pressed until now, and does so on if
                    it can */
} pn_impact;

/* Rows of J of a contact: the normal, and two tangents if it sticks. */
enum { PN_IMPACT_ROWS = 3 };

typedef struct pn_impulse {
  pn_dynamics *dynamics; /* borrowed */
  double *row;           /* the contact's rows k of J times W, (3 x n), owned */
  double *through;       /* J W k^T, (3 x m), owned */
  double *coupled;       /* (J W J^T)^-1 J W k^T, (3 x m), owned */
  double *force;         /* (n), owned work */
  double impulse;    /* impulse of the last contact, along its normal [N s] */
  pn_vec3 vector;    /* the whole of it [N s] */
  int is_thrown;     /* friction has thrown that contact off */
  double rebound;    /* inverse of the effective mass at the last contact, k W'
                        k^T for its row k of J along the normal [1/kg] */
  double work;       /* of all contacts so far, by the formula below [J] */
  double credit;     /* that has been made use of, so far [J] */
  double joint_work; /* of the joints' impulses, which put right what had
                        drifted, so far [J] */
  double time;       /* told with the impacts [s] */
  pn_impact_listener *listener; /* told of each impact, or NULL */
  void *listener_params;        /* borrowed */
} pn_impulse;

/* Allocates the work for impacts; NULL when memory is short. */
pn_impulse *pn_impulse_alloc(pn_dynamics *dynamics);

void pn_impulse_free(pn_impulse *impulse);

/* Returns the normal velocity of a contact in the state y [m/s]; negative when
   it approaches. */
double pn_impact_velocity(const pn_impact *contact, const pn_system *system,
                          const double *y);

/* Changes the velocities of y so that the contact's normal velocity w becomes
   -restitution w while the joints hold: J u = 0 afterwards, whatever it was. A
   contact that sticks loses its tangential velocity; it rebounds less where it
   would gain energy, and pulls at nothing: impulse >= 0, and w afterwards is
   then larger. The work of the contact is impulse . (velocity before + after) /
   2: without sticking, if J u = 0 before, -1/2 (1 - restitution^2) w^2 /
   rebound. A contact that does not approach is left alone. GSL_SUCCESS, or the
   error of a solve. */
int pn_impulse_apply(pn_impulse *impulse, const pn_impact *contact,
                     double restitution, double *y);

#endif
