/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares the parts of loop_motion.c: the equations of loops, in
   loop_closure.c; the choice among the motions that they leave, in
   loop_least.c; from pose to pose, in loop_reach.c; a look at the way between
   them, in loop_passage.c and loop_between.c; what spins freely, in
   loop_spins.c; and the joints that were cut, in
   loop_cuts.c. */
#ifndef PANTIN_DYNAMICS_LOOP_MOTION_PRIVATE_H
#define PANTIN_DYNAMICS_LOOP_MOTION_PRIVATE_H

#include "pantin/dynamics/loop_motion.h"

/* Derivatives of a coordinate. */
enum { PNI_VALUE, PNI_RATE, PNI_SECOND, PNI_DERIVATIVES };

typedef struct pni_loop_passage pni_loop_passage;

/* A body that spins freely, alone or with others. */
typedef struct pni_loop_spin {
  size_t row; /* which spin */
  size_t body;
  pn_vec3 axis; /* in its frame, of length 1 */
  double part;  /* its part in their moment of inertia */
} pni_loop_spin;

/* The choice among the motions that the loops leave. */
typedef struct pni_loop_least {
  size_t rates, choices;     /* joint coordinates whose rates are to be least,
                                motions that the loops leave now */
  pn_coordinate *rate;       /* (rates), owned */
  double *effect;            /* R, (rates x unknowns), owned */
  pn_least_squares *squares; /* R N, (rates x unknowns), owned */
  pn_joint_motion *near;     /* (joints + bodies), owned work */
  double *rho, *more;        /* (rates), owned work */
  double *pull;              /* y, (rows), owned */
  double *slope, *choice, *before; /* (unknowns), owned work */
  double size;                     /* the longest arm of a joint [m] */
  int begun;                       /* the next are those of the last call: */
  double time;
  double *last[PNI_DERIVATIVES]; /* (unknowns), owned */
  pni_loop_passage *passage;     /* what loop_passage.c needs, of loop_motion.c
                                  */
} pni_loop_least;

/* Allocates the choice if some joints are driven and loops are to be closed;
   GSL_SUCCESS or GSL_ENOMEM. */
int pni_loop_least_alloc(pn_loop_motion *loops, const int *is_driven);

void pni_loop_least_free(pni_loop_least *least);

/* Add to rates and accelerations that close the loops what makes the rates
   least. Errors are those of pni_loop_evaluate. */
int pni_loop_least_rates(pn_loop_motion *loops, pn_joint_motion *motion,
                         double *y, double *acceleration);
int pni_loop_least_seconds(pn_loop_motion *loops, pn_joint_motion *motion,
                           double *y, double *acceleration);

/* Allocate and free what a look at the way between two poses needs. GSL_SUCCESS
   or GSL_ENOMEM. */
int pni_loop_passage_alloc(pn_loop_motion *loops);
void pni_loop_passage_free(pni_loop_passage *passage);

/* Returns a motion between two that are h [s] apart, at the part s of that
   time. */
pn_joint_motion pni_loop_between(const pn_joint_motion *a,
                                 const pn_joint_motion *b, double h, double s);

/* Looks at the way from the last pose to that of a motion, which has just been
   closed at time t, unless `closed` is not GSL_SUCCESS; where it looks wrong,
   the joints are followed in shorter steps, which may lead to another pose.
   GSL_ESING if they pass a pose, or end in one, in which they can move in more
   ways; GSL_EFAILED if they cannot be followed. */
int pni_loop_passage_look(pn_loop_motion *loops, double t, int closed,
                          pn_joint_motion *motion, double *y,
                          double *acceleration);

/* Finds the bodies that spin freely in joints with is_held[j] = 0, (joints),
   and about which axes: one, or all three.
   GSL_SUCCESS or GSL_ENOMEM. */
int pni_loop_spins_alloc(pn_loop_motion *loops, const int *is_held);

/* Computes the rates of spins at velocities u, or their derivatives at
   accelerations u', times the longest arm, (spins). */
void pni_loop_spins_rates(const pn_loop_motion *loops, const double *y,
                          const double *u, double *rate);

/* Computes J u and the rates of spins in loops->right, for J as it was set at
   the state y. */
void pni_loop_rates(pn_loop_motion *loops, const double *y, const double *u);

/* List the joints that were cut, GSL_SUCCESS or GSL_ENOMEM; and put them back
   to the start. */
int pni_loop_cuts_alloc(pn_loop_motion *loops);
void pni_loop_cuts_forget(pn_loop_motion *loops);

/* Returns a rate that no turn of a joint exceeds in a state [rad/s]; 0 if none
   was cut. */
double pni_loop_cuts_rate(const pn_loop_motion *loops, const double *y);

/* Follow the joints that were cut to a state less than half a turn away; and
   set their turns and slides in a motion. */
void pni_loop_cuts_pass(pn_loop_motion *loops, const double *y);
void pni_loop_cuts_tell(const pn_loop_motion *loops, pn_joint_motion *motion);

/* Closes the loops in loops->given at time t, from the last pose on, where
   least rates lead if there is a choice. Errors are those of
   pn_loop_motion_close. */
int pni_loop_reach(pn_loop_motion *loops, double t, pn_joint_motion *motion,
                   double *y, double *acceleration);

/* Returns where a derivative of a coordinate stands in a motion: axes 0 .. 2
   are turns, PN_COORDINATE_SLIDE and the two after it slides. */
double *pni_loop_part(pn_joint_motion *motion, pn_coordinate x, int derivative);

/* Lists the coordinates of a joint of the tree, (at most six); returns how many
   it has. */
size_t pni_loop_list(const pn_system *system, size_t joint,
                     pn_coordinate *list);

/* Computes the state of a motion, and its rates by pni_loop_rates. GSL_SUCCESS,
   or GSL_EFAILED if a joint has no derivative. */
int pni_loop_evaluate(pn_loop_motion *loops, const pn_joint_motion *motion,
                      double *y, double *acceleration);

/* Returns the longest arm of a joint on a body [m]; 1 if there is none. */
double pni_loop_longest_arm(const pn_system *system);

/* Returns by how much rounding of a state's lengths, and of the turns of a
   motion, is more than in a mechanism of some metres that turns a few times. */
double pni_loop_scale(const pn_loop_motion *loops,
                      const pn_joint_motion *motion, const double *y);

/* Closes the loops in the positions of a motion without rates, and leaves L
   there. Errors are those of pn_loop_motion_close. */
int pni_loop_close_positions(pn_loop_motion *loops, pn_joint_motion *motion,
                             double *y, double *acceleration);

/* Solves L step = -right, and adds the step to a derivative of the coordinates
   that follow. */
void pni_loop_follow(pn_loop_motion *loops, pn_joint_motion *motion,
                     int derivative);

/* Shortens rotation vectors of what follows that are longer than half a turn,
   since they have no derivatives at a whole one; the turns stay. */
void pni_loop_shorten(pn_loop_motion *loops, pn_joint_motion *motion);

/* Sets all rates of a motion to 0. */
void pni_loop_rest(const pn_loop_motion *loops, pn_joint_motion *motion);

#endif
