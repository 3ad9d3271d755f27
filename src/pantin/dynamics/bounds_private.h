/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what the files on limits and dry friction share. */
#ifndef PANTIN_DYNAMICS_BOUNDS_PRIVATE_H
#define PANTIN_DYNAMICS_BOUNDS_PRIVATE_H

#include "pantin/dynamics/bounds.h"

/* Rows of a bound: its friction, and its limits. */
enum { PNI_BOUND_ROWS = 3 };

/* Returns k u of a bound's coordinate. */
double pni_bound_rate(const pn_bounds *bounds, const pn_bound *of,
                      const double *u);

/* Returns the coordinate of bound b at the assembly's state; a turn is the one
   nearest to where its velocity at the beginning of the step leads it. */
double pni_bound_value(const pn_bounds *bounds, size_t b);

/* Returns how far the limit on one side of a bound (sign 1: the low one) is
   from x. */
double pni_bound_gap(const pn_bound *of, double sign, double x);

/* Returns the unit in which a gap of this bound is compared with
   pn_bounds_reached: 1, or less where its limits lie close together. */
double pni_bound_measure(const pn_bound *of);

/* Returns which of the limits, low and high of each bound, a row is of. */
size_t pni_bounds_limit(const pn_bounds *bounds, const pn_bound_row *row);

/* Returns the velocity of a bound below which it is at rest: rounding of what
   moves at u, or what is not seen of it in a step, like what the correction of
   drift leaves. */
double pni_bound_creep(const pn_bounds *bounds, const pn_bound *of,
                       const double *u);

/* Counts the `strikes` where a part of a step begins. */
void pni_bounds_note_strikes(pn_bounds *bounds);

/* What `met` of a limit may be, if not 0. */
enum { PNI_MET = 1, PNI_LEFT = 2 };

/* Names which limits have rows beside dry friction: those that are reached;
   those that were rested on when the part of the step began; of these those
   that have not been hit since, however far they are, and others that are near;
   or of them those that absorb what hits them, and others that are near,
   without dry friction. */
typedef enum {
  PNI_LIST_REACHED,
  PNI_LIST_PRESSED,
  PNI_LIST_RESTED,
  PNI_LIST_STOPPED
} pni_list;

/* Lists the rows of the state at the end of a step, whose velocities are u, and
   sets the matrix of their problem. GSL_SUCCESS or GSL_EFAILED. */
int pni_bounds_list(pn_bounds *bounds, pni_list limits, const double *u);

/* Tells whether a row is of a limit that was rested on, but is off it at the
   end of the step; it has no part in the problems unless friction holds it
   there (bounds_holds.c). */
int pni_bounds_is_off(const pn_bound_row *row);

/* Tells whether a limit may get an impulse from a hit. */
int pni_bounds_acts(const pn_bound_row *row);

/* Solves the problem whose b, lo and hi are set. GSL_SUCCESS or GSL_EFAILED. */
int pni_bounds_solve(pn_bounds *bounds);

/* Sets the `change` to sum r p of all rows of the problem that was solved. */
void pni_bounds_sum_change(pn_bounds *bounds);

/* Adds that sum to u. */
void pni_bounds_change(pn_bounds *bounds, double *u);

/* Lets the limits that were hit rebound at t, if there are any, and sets the
   flag has_jumped if that changes u. GSL_SUCCESS or GSL_EFAILED. */
int pni_bounds_rebound(pn_bounds *bounds, double t, double *u, int *has_jumped);

/* Tells of a rebound by an impulse p [N s] on the child, or on the parent where
   the child is the world, that has led to this velocity. */
void pni_bounds_tell(pn_bounds *bounds, double t, const pn_bound_row *row,
                     double p, double after);

/* Tells whether an impact that has changed the velocity of a joint, away from a
   limit of this bound, has led it to the limit from rest: then it does not
   rebound, unless the limit conserves energy. */
int pni_bounds_leads(const pn_bound *of, double before, double after);

/* Returns the restitution of a limit; 0 if walls have led its joint to it from
   rest. */
double pni_bounds_restitution(const pn_bounds *bounds, const pn_bound_row *row);

/* Makes hits of the listed limits that are approached, by more than rounding in
   a step, also of those that were rested on. */
void pni_bounds_hit_thrown(pn_bounds *bounds);

/* Sets the sums of what is exerted along each coordinate. */
void pni_bounds_sum_forces(pn_bounds *bounds);

/* Takes note of the listed limits that are left at u, and, if there are
   several, or one beside friction, and the part of the step `is_vague` about
   their forces, that these must be found anew. */
void pni_bounds_note_limits(pn_bounds *bounds, int is_vague, const double *u);

/* Takes note of the limits that were left when the part began, but on which the
   joint rests all the same: its bounce, as the time h since tells, is too low
   to be seen. The assembly is set to the state. */
void pni_bounds_note_rests(pn_bounds *bounds, double h);

/* Lets limits that have been left exert no forces. */
void pni_bounds_drop_left(pn_bounds *bounds);

/* Sets the forces that the velocities of the listed rows ask for, which those
   of before have changed in a time h. GSL_SUCCESS or GSL_EFAILED. */
int pni_bounds_set_forces(pn_bounds *bounds, double h);

/* Finds out what slides against dry friction at the start y of a step, if
   velocities have jumped, and sets the friction against the motion. */
void pni_bounds_set_ways(pn_bounds *bounds, const double *y);

/* Takes note of what slides when the problem of a part of a step, of length h,
   is solved; `is_short` if it tells no forces. */
void pni_bounds_note_ways(pn_bounds *bounds, double h, int is_short);

/* Chooses the ways of what does not slide once its forces are found: it begins
   to where friction does not hold it. */
void pni_bounds_choose_ways(pn_bounds *bounds);

/* Tells whether a coordinate has a value that its rate is the derivative of. */
int pni_bound_has_value(const pn_bounds *bounds, const pn_bound *of);

/* Takes note of what friction holds, and of limits that press, after walls have
   changed their forces and led to u. */
void pni_bounds_note_braces(pn_bounds *bounds, const double *u);

/* Adds to the displacement `change` what brings back the coordinates that are
   held in a step at whose end the velocities are u, and books the work of
   friction in that. */
void pni_bounds_hold(pn_bounds *bounds, const double *u);

/* Books the work of motors, with their forces at a time t, in the displacement
   `change`. The assembly's F is work. */
void pni_bounds_book_motors(pn_bounds *bounds, double t);

#endif
