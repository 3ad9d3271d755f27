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

/* A point of a body's surface that touches a wall. */
typedef struct {
  size_t body;
  pn_vec3 point;  /* in the body's frame, what is around which touches [m] */
  double radius;  /* of a ball [m] */
  double rim;     /* of a circle about the body's x axis [m] */
  int number;     /* of the point of the circle */
  pn_vec3 normal; /* of the wall, inward */
} pn_wall_place;

/* The force of a wall on a body that rests on it. */
typedef struct {
  pn_wall_place at;
  pn_vec3 force; /* [N] */
} pn_wall_push;

/* A point that is beyond a wall at the end of a step, or rests on it. */
typedef struct {
  pn_wall_place at;
  pn_impact contact;
  pn_vec3 pushed; /* its impulses in the step, if it rests [N s] */
  int rests;      /* it was there when the step began */
  int has_sunk;   /* it does not rest, but is put back: since the wall conserves
                     energy, but what takes some has stopped it beyond the wall;
                     or a limit of a joint has thrown it deeper */
  double speed;   /* with which it came [m/s]; not positive: it did not */
  double depth;   /* beyond the wall [m] */
  double near;    /* how far a point that rests may be short of it [m] */
  pn_vec3 off;  /* minus the depth along the normal, and how far it has slipped
                   along the wall in the step [m] */
  double age;   /* of the hit, as a share of the step, if its speed was steady;
                   1 if it rests, or was beyond the wall all the time */
  double vague; /* rounding of that */
  double still; /* a speed that moves nothing in a step [m/s] */
  double noise; /* rounding of its speed [m/s] */
  int falls;    /* it has gained its speed in the step */
  int runs;     /* the place where a rim touches has run round it in the step */
  int quarter;  /* of a cylinder's end that lies on the wall: which of its four
                   points, from 1 on; 0: it is none */
  int was_hit;  /* together with others */
  int has_stuck; /* its impulses have held it where it was */
  int is_back;   /* it has been put back */
  size_t number; /* in the order of the bodies */
} pn_wall_contact;

/* A part of the system: bodies that joints connect. */
typedef struct {
  int is_shaken;  /* something has hit in this step: the impulses on what rests
                     tell no forces */
  int is_struck;  /* a limit of one of its joints has been hit in this step */
  int is_hit;     /* such a limit is being hit now */
  int struck;     /* the last pass over the points in which one was struck; -1:
                     there was none */
  int was_struck; /* one was in the passes before, at the same instant */
  int asks;       /* the step is to be made again, with the forces found */
  int exerts;     /* walls exert the forces found in the next step */
  /* By how much what walls exert has changed since the step before, or since
     this one was made before, and the sums of its sizes [N]. */
  double change, before, now;
} pn_wall_part;

typedef struct pn_walls {
  pn_impulse *impulse;   /* borrowed */
  const pn_box *box;     /* borrowed */
  pn_wall_contact *list; /* (count), with room for all of the system, owned */
  size_t count;
  pn_impulse_group *group; /* owned */
  pn_impact *together;     /* of them, (group->most), owned work */
  pn_vec3 *off;            /* of them, likewise */
  int *presses;            /* which of them have been pushed, likewise */
  size_t *member;          /* which ones they are in the list, likewise */

  double step;         /* length of the step that is being made [s] */
  pn_wall_push *push;  /* on what rests, (pushes), with room for all, owned */
  pn_wall_push *found; /* the next ones, likewise: work */
  pn_wall_push *kept;  /* those of the step before, (pushes_kept), owned */
  size_t pushes, pushes_kept;
  pn_wall_place *rest;      /* where bodies rested at the end of the last step,
                               (rests), with room for all, owned */
  pn_wall_place *rest_kept; /* of the step before, (rests_kept), owned */
  size_t rests, rests_kept;
  pn_vec3 *sum;       /* of what walls exerted on each body that rests, in the
                         step before, steady or not [N], (bodies), owned */
  pn_vec3 *sum_found; /* the next one, likewise: work */
  pn_vec3 *sum_kept;  /* that of the step before it, likewise */
  int calms;          /* what was struck in the passes before comes to rest */
  int may_ask; /* a step with other forces than it asks for can be made again */
  int asks;    /* some part asks for that */
  double work; /* of these in the last step [J]: an error of theirs */
  double undone;   /* the sum so far of the absolute works of these, and of what
                      drives the bodies where what rests is put back [J] */
  double *freed;   /* how velocities changed when they were taken back, (n),
                      owned */
  double *braced;  /* impulses on the bodies of joints' friction and limits that
                      brace what rests, (n), owned */
  double *way;     /* by which bodies were put back, (n), owned */
  double *after;   /* velocities, (n), owned work */
  int has_brakes;  /* joints, their limits or dampers take energy */
  size_t *part_of; /* the number of each body's part, (bodies), owned */
  pn_wall_part *part; /* by these numbers, (bodies), owned */
} pn_walls;

/* Allocates the work for the bodies of a system with these bounds, which may be
   NULL, in a box, which is borrowed; NULL when memory is short. */
pn_walls *pn_walls_alloc(const pn_box *box, pn_impulse *impulse,
                         pn_bounds *bounds);

void pn_walls_free(pn_walls *walls);

/* Keeps the forces with which a step begins; and returns to them. */
void pn_walls_keep(pn_walls *walls);
void pn_walls_return(pn_walls *walls);

/* Lets walls exert no forces in the next step, so that those of limits and of
   dry friction must be found anew. */
void pn_walls_release(pn_walls *walls);

/* Takes back what walls have exerted on bodies in a step of h [s] from the
   state `last` to y: that of an integrator of this `reach` becomes the one
   without walls. GSL_SUCCESS, or the error of a solve. */
int pn_box_release(pn_walls *walls, double reach, double h, const double *last,
                   double *y);

/* Moves bodies by what the impulses on what rests would have done if they had
   acted in the whole step, and sets the forces of the next one. GSL_SUCCESS, or
   the error of a solve. */
int pn_box_push(pn_walls *walls, double reach, double h, double *y);

/* Lists the points of bodies that are beyond a wall in the state y, or rest on
   it, after a step of h [s] that began in the state `last`: corners of a body,
   or its ends, or round, or centre of mass, by its shape. */
void pn_box_meet(const pn_box *box, pn_walls *walls, const double *last,
                 double h, const double *y);

/* Lets listed points that move further out rebound. Those that have hit in the
   same instant, and act on each other, rebound together, and so do those that
   rest, without restitution; the others one after the other until none moves
   out. *impacts becomes their number. GSL_SUCCESS, or the error of a solve. */
int pn_box_bounce(const pn_box *box, pn_walls *walls, double *y,
                  size_t *impacts);

/* Puts back those of the listed points, of which *moved becomes the number,
   that rest on a wall and leave it so slowly that in ten steps of h [s] they
   would not be out: out of the wall, and on a rough one to where they were when
   the step began; walls->way is the displacement. GSL_SUCCESS, or the error of
   a solve. */
int pn_box_put_back(pn_walls *walls, double h, double *y, size_t *moved);

#ifdef __cplusplus
}
#endif

#endif
