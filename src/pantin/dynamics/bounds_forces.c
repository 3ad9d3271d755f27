/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds forces anew: of several limits, or one beside friction, after a rebound
   or a part of a step that was too short to tell them (bounds.c), and of dry
   friction where what slid has stopped or turns back (bounds_turns.c), from
   which time on its force of before is 0. Other forces f of before may be wrong
   by far then, and do work on what has been thrown off a limit: a chain of
   hinges pushed itself along by 100 N m where 1 N m was due. So the step is
   begun with them, for a short time h, which changes the velocities w
   of the limits that are still rested on by dw. With B of bounds.c the changes
   p/h of the forces fulfil

     0 <= f + p/h,   dw + B p >= 0,   (f + p/h) (dw + B p) = 0,

   which is the problem of the accelerations (dw + B p) / h; friction that holds
   has its rows in it too. Neither velocities nor gaps are in it, so that their
   errors do not matter, however short h is.

   Source: F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts
   (1996), chapter 5. */
#include "pantin/dynamics/bounds_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

void pni_bounds_note_limits(pn_bounds *bounds, int is_vague, const double *u)
{
  size_t limits = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    if (row->kind == PN_BOUND_FRICTION || pni_bounds_is_off(row))
      continue;
    limits++;
    if (row->sign * pni_bound_rate(bounds, row->of, u) >
        pni_bound_creep(bounds, row->of, u))
      bounds->met[pni_bounds_limit(bounds, row)] = PNI_LEFT;
  }
  const int are_vague = is_vague && limits > 0 && bounds->rows > 1;
  bounds->stale = are_vague || bounds->turns > 0;
  for (size_t l = 0; l < 2 * bounds->bounds && are_vague; l++)
    if (bounds->met[l] != PNI_MET)
      bounds->press[l] = 0;
  pni_bounds_sum_forces(bounds);
}

void pni_bounds_drop_left(pn_bounds *bounds)
{
  for (size_t l = 0; l < 2 * bounds->bounds; l++)
    if (bounds->met[l] == PNI_LEFT)
      bounds->press[l] = 0;
  pni_bounds_sum_forces(bounds);
}

int pni_bounds_set_forces(pn_bounds *bounds, double h)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const size_t b = (size_t)(row->of - bounds->dynamics->system->bound);
    const int is_friction = row->kind == PN_BOUND_FRICTION;
    const int slides = is_friction && bounds->way[b] != 0;
    const double done = *row->force * h, most = row->of->friction * h;
    bounds->lcp->b[i] = row->free - row->start;
    bounds->lcp->lo[i] = slides ? 0 : (is_friction ? -most : 0) - done;
    bounds->lcp->hi[i] = slides ? 0 : is_friction ? most - done : INFINITY;
  }
  if (bounds->rows > 0 && pni_bounds_solve(bounds))
    return GSL_EFAILED;
  for (size_t i = 0; i < bounds->rows; i++)
    *bounds->row[i].force += bounds->solver->lambda[i] / h;
  pni_bounds_choose_ways(bounds);
  pni_bounds_sum_forces(bounds);
  bounds->stale = 0;
  return GSL_SUCCESS;
}
