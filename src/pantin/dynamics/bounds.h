/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Limits and dry friction of joints, in one complementarity problem for the
   velocities at the end of a step. */
#ifndef PANTIN_DYNAMICS_BOUNDS_H
#define PANTIN_DYNAMICS_BOUNDS_H

#include "pantin/dynamics/dynamics.h"
#include "pantin/dynamics/measure.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/lcp/solver.h"

/* Names what a row of the problem stands for. */
typedef enum {
  PN_BOUND_FRICTION, /* |p| <= friction h, against the motion */
  PN_BOUND_REST,     /* a limit reached before the step: p >= 0, w >= 0 */
  PN_BOUND_HIT       /* a limit reached in the step: it rebounds */
} pn_bound_kind;

typedef struct {
  const pn_bound *of; /* borrowed */
  pn_bound_kind kind;
  double sign;    /* 1: towards higher values, -1: lower ones */
  double gap;     /* of a limit: how far it is away [rad] or [m] */
  double rebound; /* of a limit hit: its restitution */
  int holds;      /* of friction: nothing moves, at the beginning of the step
                     and, once its problem is solved, at its end */
  int presses;    /* of a limit at rest: at the end of the step, too */
  int stays;      /* of a limit hit: it does not rebound */
  int flies;      /* of a limit: it has been left, however little */
  int is_near; /* of a limit: it is not rested on, but walls may lead to it */
  int takes_part;     /* of a limit: hit since `seen` was kept */
  double seen;        /* `free` before an earlier hit at the same instant */
  double *force;      /* exerted in the step that has been made; NULL: none */
  double start, free; /* sign x' at the beginning of the step, and at its end
                         without p [rad/s] or [m/s] */
} pn_bound_row;

/* The hits of a limit in the step that is being made. */
typedef struct {
  size_t count;       /* since an impact on another limit disturbed them */
  double time, pause; /* of the last one, and since the one before it [s] */
  double speed;       /* of the last one [rad/s] or [m/s] */
  double left;        /* speed after it */
  double kick;        /* by how much impacts on others have changed it since */
} pn_bound_hits;

/* What bounds have done beside the forces that are integrated [J]. */
typedef struct {
  double friction, impacts, corrections, motors;
  double undone; /* the sum of the absolute works of motors in displacements */
} pn_bound_work;

typedef struct pn_bounds {
  pn_dynamics *dynamics; /* borrowed */
  double reach;          /* of the integrator */
  double longest;        /* step so far [s] */
  size_t bounds;         /* of the system */
  double *value, *rate;  /* x, whole turns counted, and x' of each bound at the
                            beginning of the step, (bounds), owned */
  double elapsed;        /* since then, at the assembly's state [s] */
  double *dry;           /* force of each dry friction, (bounds), owned */
  double *way;           /* direction of sliding, 1 or -1, the sign of x'; 0
                            where friction holds, (bounds), owned */
  double *swing;         /* how much x' changes in a part of a step in which the
                            coordinate turns back; -1 if it did not turn after
                            all; 0 of the others, (bounds), owned */
  int *held;           /* friction holds it while walls push, (bounds), owned */
  int *struck;         /* a limit of it has been hit in the step that is being
                          made, (bounds), owned */
  size_t turns;        /* how many turn back at the end of this part */
  size_t frictions;    /* how many bounds have dry friction */
  size_t strikes;      /* limits that were passed when what the last part of a
                          step lacked was put right, and are approached */
  int jumped;          /* velocities have jumped: the ways must be found */
  int stale;           /* forces must be found anew (bounds_forces.c) */
  double *met;         /* of each limit: whether it was reached when the last
                          part ended, and left then, (2 bounds), owned */
  double *led;         /* of each limit: 1 if walls have led its joint to it
                          from rest, so that it does not rebound, (2 bounds),
                          owned */
  int absorbs;         /* no limit rebounds: walls and joints have thrown each
                          other back for too long */
  double *press;       /* of each limit, low and high, (2 bounds), owned */
  pn_bound_hits *hits; /* of each limit, (2 bounds), owned */
  double *out;         /* velocity at which the part leaves each limit to which
                          it returns, in units of its measure; 0 of others,
                          (2 bounds), owned */
  double step;         /* length of the step that is being made [s] */
  size_t parts;        /* into which it has been divided so far */
  double *force_of;    /* their sums, lent to the assembly, (bounds), owned */
  size_t rows;         /* of the problem */
  pn_bound_row *row;   /* (rows), room for (3 bounds), owned */
  double *impulse;     /* p of the rebounds, (rows), owned work */
  double *response;    /* W (k^T + J^T lambda) of each row, (rows x n), owned */
  double *unit, *change; /* (n), owned work */
  double *lambda;        /* (m), owned work */
  pn_lcp *lcp;           /* owned */
  pn_lcp_dense *A;       /* of the lcp, which owns it */
  pn_lcp_solver *solver; /* owned */
  pn_bound_work work;    /* so far */
  size_t impacts;        /* on limits, so far */
  struct {
    double longest, elapsed;
    pn_bound_work work;
    size_t impacts;
    int jumped, stale;
    double *force;              /* dry, way, press, met, value, rate and led,
                                   (10 bounds), owned */
  } kept;                       /* what pn_bounds_return returns to */
  pn_impact_listener *listener; /* told of each, or NULL */
  void *listener_params;        /* borrowed */
  /* Solves for the impulses of hits at t, and changes the velocities u, which
     are part of a state, by them, if walls bear bodies: *is_borne becomes 1,
     and `impulse` and `change` are set. NULL without walls. */
  int (*bear)(struct pn_bounds *bounds, double t, double *u, int *is_borne);
  void *bearer; /* borrowed */
} pn_bounds;

/* Allocates the work for the bounds of a system that an integrator of this
   `reach` moves; NULL when memory is short. */
pn_bounds *pn_bounds_alloc(pn_dynamics *dynamics, double reach);

void pn_bounds_free(pn_bounds *bounds);

/* Begins a step of length h: keeps all that steps change; and returns to it, so
   that a step that failed leaves nothing of itself. */
void pn_bounds_keep(pn_bounds *bounds, double h);
void pn_bounds_return(pn_bounds *bounds);

/* Takes note of the state at which a step begins, and counts the `strikes`.
   GSL_SUCCESS or GSL_EFAILED. */
int pn_bounds_begin(pn_bounds *bounds, const double *y);

/* Lets the `strikes` rebound at t, where a part begins in the state y.
   GSL_SUCCESS or GSL_EFAILED. */
int pn_bounds_strike(pn_bounds *bounds, double t, double *y);

/* Forgets to which limits walls have led joints from rest. */
void pn_bounds_forget_led(pn_bounds *bounds);

/* Lets the limits at the state y rebound at t against which an impact from
   outside has just thrown their joints. If what it hit was `at_rest`, those to
   which it has led joints from rest do not rebound, until that is forgotten.
   GSL_SUCCESS or GSL_EFAILED. */
int pn_bounds_throw(pn_bounds *bounds, double t, int at_rest, double *y);

/* Returns how far the nearest limit is that was not reached when the step
   began [rad] or [m], larger where limits lie close together; negative beyond
   it. The assembly is set to the state. */
double pn_bounds_gap(const pn_bounds *bounds);

/* Returns when a limit is passed most, of those that are passed and left again
   in the time h since the part began, which has led to y: the first such time,
   or h if there is none. The assembly is set to the state. */
double pn_bounds_find_dip(const pn_bounds *bounds, double h, const double *y);

/* Finds the limits that were left when the part began, and have been returned
   to at the assembly's state, a time h later. Returns their number. */
size_t pn_bounds_find_returns(pn_bounds *bounds, double h);

/* Returns the least mean velocity, in a time h, with which these are left;
   negative after the return. The assembly is set to the state. */
double pn_bounds_out(const pn_bounds *bounds, double h);

/* A limit counts as reached when pn_bounds_gap is at most this. */
extern const double pn_bounds_reached;

/* Finds the coordinates that slid against dry friction when the step began and
   have turned back at its end y. Returns their number, which becomes `turns`.
   The assembly is set to the state. */
size_t pn_bounds_find_turns(pn_bounds *bounds, const double *y);

/* Tells whether there are such coordinates at y, which need not be a good
   state; the assembly becomes set to it. */
int pn_bounds_overshoots(pn_bounds *bounds, const double *y);

/* Returns the least velocity at y, along the old direction of sliding and as a
   share of its change in the step, of those that turn; negative after the turn.
   The assembly is set to the state. */
double pn_bounds_onward(const pn_bounds *bounds, const double *y);

/* Drops the turns that come after the first one, which is at y. The assembly is
   set to the state. */
void pn_bounds_drop_turns(pn_bounds *bounds, const double *y);

/* Finds the forces of the limits that are rested on, when a part of a step
   begins and they are not known, from a state y a short time h later, which the
   forces of before have led to. GSL_SUCCESS or GSL_EFAILED. */
int pn_bounds_find_forces(pn_bounds *bounds, double h, const double *y);

/* A velocity below this share of its change is at its turn. */
extern const double pn_bounds_turned;

/* Puts the bounds to the state y at the end t of a part of a step, of length h,
   in which they have exerted the forces of the one before. GSL_SUCCESS;
   GSL_EFAILED if the problem is not solved. */
int pn_bounds_apply(pn_bounds *bounds, double t, double h, double *y);

#endif
