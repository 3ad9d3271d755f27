/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where the end of a cylinder that hits a rough wall flat tips over its rim:
   over one point of it, which holds while all others rise, so that it is the
   lowest of the rim after the impact. With the angular velocity Omega =
   omega_after + e omega_before and the normal n, that lies in the direction
   Omega x n from the middle. But Omega depends on the point, as an end that
   spins tips aside: so the point is turned by bisection until the angle
   between it and that direction vanishes. One that spins fast may have no such
   point: then its four points hit as they are. */
#include "pantin/dynamics/box_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The angle that is rounding [rad]; and the most trials: 28 halve a right angle
   to that, and some come before, to find a point on either side. */
static const double exact = 1e-8;
enum { TRIALS = 50 };

/* An end tips if its rim would go down by more than this share of the speed
   with which it came: far above rounding, which would leave an end that stands
   on one point. */
static const double tips = 1e-6;

/* The point over which an end tips. */
typedef struct {
  size_t contact;
  double turned;    /* the angle so far [rad], */
  double low, high; /* and the largest one known to be too small, and the
                       smallest one known to be too large */
} pivot;

/* Returns the listed contact of one of those that rebound together. */
static pn_wall_contact *member(const pn_walls *walls, size_t c)
{
  return &walls->list[walls->member[c]];
}

/* Returns the angle about the body's x axis from a point of an end to the one
   that is lowest with the velocities after the impact; 0 if the end does not
   tip, or leaves the wall. */
static double miss_of(const pn_walls *walls, size_t c, double e,
                      const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const pn_wall_contact *of = member(walls, c);
  const pn_motion was = pn_state_motion(system, y, of->contact.body);
  const double *u = walls->after + PN_BODY_VELOCITIES * of->contact.body;
  const pn_vec3 v = pn_vec3_add_scaled(pn_vec3_make(u[0], u[1], u[2]), e,
                                       was.v),
                omega = pn_vec3_add_scaled(pn_vec3_make(u[3], u[4], u[5]), e,
                                           was.omega);
  const pn_vec3 n = of->contact.normal, point = of->at.point,
                middle = pn_mat3_apply(was.R, pn_vec3_make(point.x, 0, 0)),
                low = pn_mat3_apply_transposed(was.R, pn_vec3_cross(omega, n));
  const double sinks = hypot(point.y, point.z) * hypot(low.y, low.z);
  const double rises =
      pn_vec3_dot(n, pn_vec3_add(v, pn_vec3_cross(omega, middle)));
  const double least = tips * of->speed;
  if (sinks <= least || rises - sinks > least)
    return 0;
  return atan2(point.y * low.z - point.z * low.y,
               point.y * low.y + point.z * low.z);
}

/* Turns a point of an end by an angle about the body's x axis. */
static void turn(const pn_walls *walls, size_t c, double angle, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  pn_wall_contact *of = member(walls, c);
  const pn_vec3 p = of->at.point;
  const double a = cos(angle), b = sin(angle);
  of->at.point = pn_vec3_make(p.x, a * p.y - b * p.z, b * p.y + a * p.z);
  of->contact.arm =
      pni_box_arm(&of->at, pn_state_motion(system, y, of->contact.body).R);
  walls->together[c].arm = of->contact.arm;
}

/* Turns a point after a trial. Returns whether it had to be turned. */
static int follow(const pn_walls *walls, double e, const double *y, pivot *of)
{
  const double miss = miss_of(walls, of->contact, e, y), was = of->turned;
  if (fabs(miss) <= exact)
    return 0;
  if (miss > 0)
    of->low = was;
  else
    of->high = was;
  of->turned = of->low + (of->high - of->low) / 2;
  if (!isfinite(of->turned))
    of->turned = was + miss / 2;
  turn(walls, of->contact, of->turned - was, y);
  return 1;
}

/* Tells whether a contact is another point of an end than its pivot. */
static int is_other(const pn_walls *walls, size_t c, const pivot *of)
{
  const pn_wall_contact *a = member(walls, c), *b = member(walls, of->contact);
  return c != of->contact && a->quarter > 0 && pni_box_is_on(&a->at, &b->at);
}

/* Leaves of the ends that tip the pivots alone. Returns the number of contacts
   that are left. */
static size_t leave_pivots(pn_walls *walls, size_t count, pivot *of,
                           size_t ends)
{
  size_t left = 0;
  for (size_t c = 0; c < count; c++) {
    int is_left = 1;
    for (size_t i = 0; i < ends; i++)
      is_left &= !is_other(walls, c, &of[i]);
    for (size_t i = 0; i < ends; i++)
      if (of[i].contact == c)
        of[i].contact = left;
    walls->member[left] = walls->member[c];
    walls->together[left] = walls->together[c];
    left += (size_t)is_left;
  }
  return left;
}

/* Finds the ends that tip though all of their points act. Returns their number.
 */
static size_t find_ends(const pn_walls *walls, size_t count, double e,
                        const double *y, pivot *of)
{
  size_t ends = 0;
  for (size_t c = 0; c < count; c++)
    if (member(walls, c)->quarter == 1 && miss_of(walls, c, e, y) != 0)
      of[ends++] = (pivot){c, 0, -INFINITY, INFINITY};
  return ends;
}

/* Tells whether an end among the contacts hits a rough wall flat. */
static int has_ends(const pn_walls *walls, size_t count)
{
  for (size_t c = 0; c < count && walls->box->sticks; c++)
    if (member(walls, c)->quarter == 1)
      return 1;
  return 0;
}

/* Computes the velocities after the impact; *found becomes 0 if they are not.
   GSL_SUCCESS, or the error of a solve. */
static int foresee(pn_walls *walls, size_t count, double e, const double *y,
                   int *found)
{
  return pn_impulse_group_foresee(walls->group, walls->together, count, e, y,
                                  walls->after, found);
}

int pni_box_aim(pn_walls *walls, size_t *count, double e, const double *y)
{
  pivot of[PN_IMPULSE_GROUP];
  int found;
  if (!has_ends(walls, *count))
    return GSL_SUCCESS;
  int code = foresee(walls, *count, e, y, &found);
  const size_t ends = found ? find_ends(walls, *count, e, y, of) : 0;
  if (code || ends == 0)
    return code;
  *count = leave_pivots(walls, *count, of, ends);
  walls->group->is_alone = 1;
  int misses = 1;
  for (int k = 0; k < TRIALS && misses; k++) {
    code = foresee(walls, *count, e, y, &found);
    misses = !found;
    for (size_t i = 0; i < ends && found; i++)
      misses |= follow(walls, e, y, &of[i]);
    if (code || !found)
      break;
  }
  for (size_t i = 0; i < ends && misses; i++)
    turn(walls, of[i].contact, -of[i].turned, y);
  walls->group->is_alone = !misses;
  *count = misses ? 0 : *count;
  return code;
}
