/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps still what friction holds. A force that changes during a step, as a
   motor's, is balanced by a steady force and an impulse at the end, which stop
   the motion, but leave the coordinate off by O(h^3): it would creep. So a
   displacement sum r q is added to that of the impulses which brings all held
   coordinates back to where the step began. It is found by the method of Gauss
   and Seidel on B q = -off, each of whose steps is the least displacement that
   brings one coordinate back: where rows follow from each other, as in a loop,
   it stays as small as what they are off.

   Forces work in a displacement, too: friction, and motors, with their forces
   at the middle of the step. So the work that a motor has done on the way off
   is taken back, up to O(h^4); how much has been taken back is kept, since the
   error of the motors' work is less than that.

   So what rested on a limit when the step began, and is off it at the end,
   rests on it again, before impacts on other limits are looked at.

   Source: K. Tanabe, Numer. Math. 17 (1971) 203, on Kaczmarz's method. */
#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/ledger_private.h"

#include "pantin/body/coordinate.h"

#include <math.h>

/* Sweeps end when this share of what coordinates were off is left, or after so
   many. */
static const double still = 1e-6;
enum { SWEEPS_MOST = 100 };

/* Shares of the largest velocity below which a coordinate is at rest: at the
   end of a step, since the problem of the velocities is solved no better than
   that; at the beginning, since corrections have disturbed it. What friction
   held when the part before ended is at rest anyhow. */
static const double at_rest = 1e-9, disturbed = 1e-6;

/* Returns the largest velocity, of u or of an impulse by itself. */
static double find_largest(const pn_bounds *bounds, const double *u)
{
  double most = pni_largest(u, bounds->dynamics->assembly->velocities);
  for (size_t i = 0; i < bounds->rows; i++)
    most = fmax(most, bounds->A->A[i * bounds->rows + i] *
                          fabs(bounds->solver->lambda[i]));
  return most;
}

/* Tells whether a coordinate has a value that its rate is the derivative of: of
   a joint that turns about several axes only the slide has one. */
int pni_bound_has_value(const pn_bounds *bounds, const pn_bound *of)
{
  const pn_joint *joint = &bounds->dynamics->system->joint[of->joint];
  return of->axis == PN_COORDINATE_SLIDE || joint->type->turns <= 1;
}

/* Finds the rows that friction holds: what is at rest at both ends of the step.
   Its force tells less: in a loop each row may exert what another one did. */
static void find_holds(pn_bounds *bounds, const double *u)
{
  const double largest = find_largest(bounds, u);
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    row->holds = row->kind == PN_BOUND_FRICTION &&
                 pni_bound_has_value(bounds, row->of) &&
                 (row->holds || fabs(row->start) <= disturbed * largest) &&
                 fabs(row->free) <= at_rest * largest;
  }
}

/* Sets `off` to how far each held row is off after the displacement `change`;
   returns the most. */
static double find_offsets(const pn_bounds *bounds, double *off)
{
  double most = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const size_t b = (size_t)(row->of - bounds->dynamics->system->bound);
    off[i] = row->holds ? pni_bound_value(bounds, b) - bounds->value[b] +
                              pni_bound_rate(bounds, row->of, bounds->change)
                        : 0;
    most = fmax(most, fabs(off[i]));
  }
  return most;
}

/* Adds the displacement r q to the `change`, and books the work of friction in
   it. */
static void move(pn_bounds *bounds, size_t i, double q, double *off)
{
  const size_t n = bounds->dynamics->assembly->velocities;
  const double *B = bounds->A->A + i * bounds->rows;
  for (size_t j = 0; j < bounds->rows; j++) {
    off[j] += B[j] * q;
    if (bounds->row[j].kind == PN_BOUND_FRICTION)
      bounds->work.friction += *bounds->row[j].force * B[j] * q;
  }
  for (size_t k = 0; k < n; k++)
    bounds->change[k] += q * bounds->response[i * n + k];
}

/* Lets what is held rest on the limits that it was on when the step began. The
   rows of a bound's limits come behind that of its friction. */
static void return_to_limits(pn_bounds *bounds)
{
  int holds = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    pn_bound_row *row = &bounds->row[i];
    if (row->kind == PN_BOUND_FRICTION)
      holds = row->holds;
    if (row->kind != PN_BOUND_REST || !holds)
      continue;
    const size_t limit = pni_bounds_limit(bounds, row);
    row->gap = pni_bound_gap(row->of, row->sign, bounds->value[limit / 2]);
    if (!pni_bounds_is_off(row))
      continue;
    row->force = &bounds->press[limit];
    bounds->met[limit] = PNI_MET;
  }
}

void pni_bounds_hold(pn_bounds *bounds, const double *u)
{
  find_holds(bounds, u);
  double *off = bounds->lcp->b; /* the problem of the velocities is solved */
  const double most = find_offsets(bounds, off);
  double worst = most;
  for (int k = 0; k < SWEEPS_MOST && worst > still * most; k++) {
    worst = 0;
    for (size_t i = 0; i < bounds->rows; i++) {
      if (!bounds->row[i].holds)
        continue;
      worst = fmax(worst, fabs(off[i]));
      move(bounds, i, -off[i] / bounds->A->A[i * bounds->rows + i], off);
    }
  }
  return_to_limits(bounds);
}

void pni_bounds_book_motors(pn_bounds *bounds, double t)
{
  const double work =
      pni_drive_work(bounds->dynamics->assembly, t, bounds->change);
  bounds->work.motors += work;
  bounds->work.undone += fabs(work);
}
