/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The problem that impacts in one instant and displacements have in common. */
#ifndef PANTIN_DYNAMICS_IMPULSE_GROUP_PRIVATE_H
#define PANTIN_DYNAMICS_IMPULSE_GROUP_PRIVATE_H

#include "pantin/dynamics/impulse_group.h"

/* Returns a . b of n numbers. */
static inline double pni_dot(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Sets the rows of all contacts with this restitution, but for `free`, and B,
   in the state y. GSL_SUCCESS, or the error of a solve. */
int pni_impulse_group_set(pn_impulse_group *g, const pn_impact *contact,
                          size_t count, double restitution, const double *y);

/* Adds the rows of bounds, as listed, to those of `count` contacts: for forces
   in a time h, or for hits, if that is 0. */
void pni_impulse_group_join(pn_impulse_group *g, size_t count, double h);

/* Lists the rows of bounds for a time h at the velocities u, and adds them; the
   assembly is set. GSL_SUCCESS or GSL_EFAILED. */
int pni_impulse_group_brace(pn_impulse_group *g, size_t count, double h,
                            const double *u);

/* Lets those limits act to which the impulses lead joints from rest in a time
   h, unless they conserve energy. Returns their number. */
size_t pni_impulse_group_reach_limits(pn_impulse_group *g, double h);

/* Lets none of these act. */
void pni_impulse_group_close_limits(pn_impulse_group *g);

/* Sets the places where the rows of bounds should be, as `free`: what friction
   holds where it was, and joints on their limits. */
void pni_impulse_group_set_braces(pn_impulse_group *g);

/* Lets those joints slip that friction holds, since they may be held otherwise,
   too. Returns their number. */
size_t pni_impulse_group_slip(pn_impulse_group *g);

/* Takes note of the limits that joints leave in a displacement, since walls do
   not let them rest there. */
void pni_impulse_group_leave_limits(pn_impulse_group *g);

/* Books the impulses of bounds in a time h, which have led to u, and makes them
   forces; or tells of them, where something has hit. */
void pni_impulse_group_book_braces(pn_impulse_group *g, double h,
                                   const double *u);

/* Tells whether a row is of a limit of a joint. */
int pni_impulse_row_is_limit(const pn_impulse_row *row);

/* Returns what u is along a row. */
double pni_impulse_row_rate(const pn_impulse_group *g, size_t i,
                            const double *u);

/* Returns what an impulse along a row does to velocities. */
const double *pni_impulse_row_response(const pn_impulse_group *g, size_t i);

/* Finds the contacts, of `count`, and bounds that are coupled to the first one,
   directly or by others. Returns their number. */
size_t pni_impulse_group_couple(pn_impulse_group *g, size_t count);

/* How well the problem is to be solved. */
typedef struct {
  double error; /* that velocities may have, as a share of the largest */
  int passes;   /* towards the shortest p, and away from the regularisation */
  int passes_loose; /* at most, where nothing sticks */
} pni_accuracy;

/* Solves for the impulses p of the coupled contacts with this share of their
   restitutions, where those stick whose grip says so. GSL_EFAILED if that does
   not succeed.
 */
int pni_impulse_group_solve(pn_impulse_group *g, double share,
                            const pni_accuracy *wanted);

/* Makes the rows that the elimination of the tangents has left those of the
   lcp. */
void pni_impulse_group_set_lcp(pn_impulse_group *g);

/* Gives the lcp the bounds of its rows, as they are now. */
void pni_impulse_group_set_bounds(pn_impulse_group *g);

/* Solves the lcp; p, its impulses, is its b at the beginning. GSL_SUCCESS or
   GSL_EFAILED. */
int pni_impulse_group_solve_lcp(pn_impulse_group *g, double *p);

/* Finds out which of the coupled contacts stick, and which limits are reached
   in a time h, solves for their impulses, and leads them back where they would
   give energy. GSL_EFAILED if that does not succeed. */
int pni_impulse_group_rebound(pn_impulse_group *g, double h,
                              const pni_accuracy *wanted);

#endif
