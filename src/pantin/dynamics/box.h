/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* An invisible box whose walls bodies do not leave. */
#ifndef PANTIN_DYNAMICS_BOX_H
#define PANTIN_DYNAMICS_BOX_H

#include "pantin/dynamics/impulse_group.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pn_box {
  pn_vec3 low, high;  /* its walls [m] */
  double restitution; /* 0 absorbs, 1 conserves */
  int sticks;         /* 1: its walls are rough, and a point that hits one does
                         not slide during the impact */
} pn_box;

/* A point that is beyond a wall at the end of a step. */
typedef struct {
  pn_impact contact;
  double speed;  /* with which it came [m/s]; not positive: it did not */
  double depth;  /* beyond the wall [m] */
  double age;    /* of the hit, as far as its speed was steady [s] */
  double vague;  /* rounding of that [s] */
  int was_hit;   /* together with others */
  size_t number; /* in the order of the bodies */
} pn_wall_contact;

typedef struct pn_walls {
  pn_impulse *impulse;   /* borrowed */
  pn_wall_contact *list; /* (count), with room for all of the system, owned */
  size_t count;
  pn_wall_contact *met; /* the list of pn_box_note, (mets), owned */
  size_t mets;
  pn_impulse_group *group; /* owned */
  pn_impact *together;     /* (PN_IMPULSE_GROUP), owned work */
  /* Work of pn_box_put_back, owned: of PN_IMPULSE_GROUP points the responses,
     (n) each, their own parts [1/kg] and shares; the sum of these, (n), and
     multipliers, (m). */
  double *response, *own, *share, *displacement, *lambda;
} pn_walls;

/* Allocates the work for the bodies of a system; NULL when memory is short. */
pn_walls *pn_walls_alloc(pn_impulse *impulse);

void pn_walls_free(pn_walls *walls);

/* Lets bodies rebound from the walls: every corner of a body (or end, or round,
   or centre of mass, by its shape) that is beyond a wall and moves further out.
   Those that have hit in the same instant, and act on each other, rebound
   together, the others one after the other until none moves out. *impacts
   becomes their number. GSL_SUCCESS, or the error of a solve. */
int pn_box_bounce(const pn_box *box, pn_walls *walls, double *y,
                  size_t *impacts);

/* Notes the points of the last pn_box_bounce, with their speeds before it, for
   pn_box_put_back. */
void pn_box_note(pn_walls *walls);

/* Puts back those of the noted points, of which *moved becomes the number, that
   are beyond a wall and rebound so slowly that in ten steps of h [s] they would
   not be out: those of bodies that rest on it. GSL_SUCCESS, or the error of a
   solve. */
int pn_box_put_back(pn_walls *walls, double h, double *y, size_t *moved);

#ifdef __cplusplus
}
#endif

#endif
