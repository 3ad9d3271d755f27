/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts, ball after ball: its walls, then the balls of higher number near
   it. A pair is a contact if its gap d is below

     margin + touching + (|v_i| + |v_j|) dt

   with anticipation, and if d <= 0 without. Others do not meet within the step,
   unless one of the balls is struck in it. `touching`, a millionth of the
   smallest radius, is for balls that rest beside each other, with a gap of
   rounding between them; wider gaps that a struck ball crosses are counted
   (info.missed).

   Twice the greatest way and a diameter is the edge of the grid's cubes, so
   that the cost is proportional to the balls as long as their radii are of one
   size and none flies much faster than its radius in a step.

   The rows of the problem are then spread: contacts of one ball, which would
   follow each other, are put eight rows apart. A sweep over rows that share a
   ball waits in each for what the last one has computed; eight that share none
   are computed at the same time. */
#include "pantin/contact/stepper_private.h"

#include "pantin/base/alloc.h"
#include "pantin/contact/grid.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The edge of a cube is longer than 0, whatever the balls do. */
static const double least_edge = 1e-9;

/* A ball has twelve neighbours of its size. A margin, or a way in a step, that
   gives all balls together more contacts than so many each, and some for small
   piles, would fill the memory. */
enum { CONTACTS_EACH = 100, CONTACTS_MORE = 100000 };

/* Rows are spread in squares of so many by so many. */
enum { ROWS_APART = 8 };

size_t pni_stepper_row(const pn_stepper *stepper, size_t c)
{
  const size_t square = ROWS_APART * ROWS_APART;
  const size_t in = c % square, begin = c - in;
  return begin + square > stepper->lcp->size
             ? c
             : begin + in % ROWS_APART * ROWS_APART + in / ROWS_APART;
}

/* Exchanges two rows of contacts. */
static void swap_rows(pn_stepper *stepper, size_t c, size_t d)
{
  pn_lcp *lcp = stepper->lcp;
  const pn_pair pair = stepper->J->pair[c];
  const pn_vec3 normal = stepper->J->normal[c];
  const double b = lcp->b[c], start = stepper->start[c];
  stepper->J->pair[c] = stepper->J->pair[d];
  stepper->J->normal[c] = stepper->J->normal[d];
  lcp->b[c] = lcp->b[d];
  stepper->start[c] = stepper->start[d];
  stepper->J->pair[d] = pair;
  stepper->J->normal[d] = normal;
  lcp->b[d] = b;
  stepper->start[d] = start;
}

/* Spreads rows over lanes: rows and columns of each square change places. */
static void spread_rows(pn_stepper *stepper)
{
  for (size_t c = 0; c < stepper->lcp->size; c++) {
    const size_t row = pni_stepper_row(stepper, c);
    if (row > c)
      swap_rows(stepper, c, row);
  }
}

size_t pni_stepper_most(const pn_balls *balls)
{
  return CONTACTS_EACH * balls->count + CONTACTS_MORE;
}

/* Adds so many contacts, to be set. GSL_SUCCESS, GSL_ENOMEM, or GSL_ETABLE if
   there are too many. */
static int extend(pn_stepper *stepper, size_t more)
{
  const size_t contacts = stepper->lcp->size + more;
  if (contacts > pni_stepper_most(stepper->balls))
    return GSL_ETABLE;
  if (pn_lcp_resize(stepper->lcp, contacts) ||
      pn_delassus_reserve(stepper->J, contacts))
    return GSL_ENOMEM;
  stepper->J->rows = contacts;
  if (contacts <= stepper->room)
    return GSL_SUCCESS;
  const size_t room = pni_room(stepper->room, contacts);
  uint32_t *other = pn_realloc(stepper->other, room, sizeof *other);
  stepper->other = other ? other : stepper->other;
  uint32_t *last_other = pn_realloc(stepper->last_other, room, sizeof *other);
  stepper->last_other = last_other ? last_other : stepper->last_other;
  double *lambda = pn_realloc(stepper->last_lambda, room, sizeof *lambda);
  stepper->last_lambda = lambda ? lambda : stepper->last_lambda;
  double *start = pn_realloc(stepper->start, room, sizeof *start);
  stepper->start = start ? start : stepper->start;
  if (!other || !last_other || !lambda || !start)
    return GSL_ENOMEM;
  stepper->room = room;
  return GSL_SUCCESS;
}

/* Returns the widest gap of a contact whose bodies do not move. */
static double reach(const pn_stepper *stepper)
{
  return stepper->settings.anticipation
             ? stepper->settings.margin + stepper->touching
             : 0;
}

/* Returns which contact of the step before this one was; SIZE_MAX if none. */
static size_t find_last(const pn_stepper *stepper, size_t k, uint32_t other)
{
  for (size_t c = stepper->last_first[k]; c < stepper->last_first[k + 1]; c++)
    if (stepper->last_other[c] == other)
      return c;
  return SIZE_MAX;
}

/* Returns the impulse of this contact in the step before; 0 if there was none.
 */
static double last_impulse(const pn_stepper *stepper, size_t k, uint32_t other)
{
  const size_t c = find_last(stepper, k, other);
  return c < SIZE_MAX ? stepper->last_lambda[c] : 0;
}

/* Counts an overlap as missed if it was no contact in the step before, although
   contacts are anticipated: an impulse of that step gave one of the bodies the
   speed to get there, and this step drives them apart. */
static void look_for_missed(pn_stepper *stepper, size_t k, uint32_t other,
                            double overlap)
{
  pn_step_info *info = &stepper->info;
  if (info->steps == 0 || find_last(stepper, k, other) < SIZE_MAX)
    return;
  info->missed++;
  if (stepper->settings.position_correction)
    info->rebound = fmax(info->rebound, overlap / stepper->settings.step);
}

/* Sets contact c, of ball k with `other`, between bodies i and j. */
static inline void set(pn_stepper *stepper, size_t c, size_t k, uint32_t other,
                       pn_pair pair, pn_vec3 normal, double gap)
{
  const pn_balls *balls = stepper->balls;
  const pn_stepper_settings *settings = &stepper->settings;
  const pn_vec3 rest = {0, 0, 0};
  const pn_vec3 vi = pair.i < balls->count ? balls->v[pair.i] : rest;
  const pn_vec3 vj = pair.j < balls->count ? balls->v[pair.j] : rest;
  const double counted = gap > 0 || settings->position_correction ? gap : 0;
  stepper->J->pair[c] = pair;
  stepper->J->normal[c] = normal;
  stepper->lcp->b[c] =
      pn_vec3_dot(normal, pn_vec3_sub(vj, vi)) + counted / settings->step;
  stepper->other[c] = other;
  stepper->start[c] =
      settings->warm_start ? last_impulse(stepper, k, other) : 0;
  if (-gap > stepper->info.penetration)
    stepper->info.penetration = -gap;
  if (-gap > stepper->touching && settings->anticipation)
    look_for_missed(stepper, k, other, -gap);
}

/* Adds the contacts of ball k with the walls that it may reach in this step. */
static int add_walls(pn_stepper *stepper, size_t k)
{
  const pn_balls *balls = stepper->balls;
  pn_wall wall[PN_CONTAINER_WALLS];
  const size_t walls = balls->container.shape->walls(
      &balls->container, balls->x[k], balls->radius[k], wall);
  const double far = reach(stepper) + stepper->way[k];
  const pn_pair pair = {(uint32_t)balls->count, (uint32_t)k};
  int code = GSL_SUCCESS;
  for (size_t m = 0; m < walls && !code; m++)
    if (wall[m].gap <= far) {
      code = extend(stepper, 1);
      if (!code)
        set(stepper, stepper->lcp->size - 1, k, (uint32_t)(balls->count + m),
            pair, wall[m].normal, wall[m].gap);
    }
  return code;
}

/* Keeps, of the balls near ball k, those that it may meet. Returns how many
   they are. No branch depends on them. */
static size_t keep_meeting(pn_stepper *stepper, size_t k, size_t candidates)
{
  const pn_balls *balls = stepper->balls;
  const double margin = reach(stepper);
  size_t kept = 0;
  for (size_t m = 0; m < candidates; m++) {
    const uint32_t j = stepper->near[m];
    const pn_vec3 apart = pn_vec3_sub(balls->x[j], balls->x[k]);
    const double far = balls->radius[k] + balls->radius[j] + margin +
                       stepper->way[k] + stepper->way[j];
    stepper->near[kept] = j;
    kept += !(pn_vec3_dot(apart, apart) > far * far);
  }
  return kept;
}

/* Adds the contacts of ball k with balls of a higher number that it may meet in
   this step. */
static int add_pairs(pn_stepper *stepper, size_t k)
{
  const pn_balls *balls = stepper->balls;
  const size_t first = stepper->lcp->size;
  const size_t kept = keep_meeting(
      stepper, k, pn_grid_near(stepper->grid, k, balls->x[k], stepper->near));
  const int code = kept > 0 ? extend(stepper, kept) : GSL_SUCCESS;
  for (size_t m = 0; m < kept && !code; m++) {
    const uint32_t j = stepper->near[m];
    const pn_vec3 apart = pn_vec3_sub(balls->x[j], balls->x[k]);
    const double distance = sqrt(pn_vec3_dot(apart, apart)),
                 gap = distance - (balls->radius[k] + balls->radius[j]);
    /* Balls in one point are pushed apart upwards. */
    const pn_vec3 normal = distance > 0 ? pn_vec3_scale(1 / distance, apart)
                                        : pn_vec3_make(0, 0, 1);
    set(stepper, first + m, k, j, (pn_pair){(uint32_t)k, j}, normal, gap);
  }
  return code;
}

int pni_stepper_find_contacts(pn_stepper *stepper)
{
  const pn_balls *balls = stepper->balls;
  const double dt = stepper->settings.anticipation ? stepper->settings.step : 0;
  double largest = 0, farthest = 0;
  for (size_t k = 0; k < balls->count; k++) {
    stepper->way[k] = dt * pn_vec3_norm(balls->v[k]);
    largest = fmax(largest, balls->radius[k]);
    farthest = fmax(farthest, stepper->way[k]);
  }
  const double edge = 2 * (largest + farthest) + reach(stepper);
  pn_grid_set(stepper->grid, balls->x, fmax(edge, least_edge));

  stepper->info.penetration = stepper->info.rebound = 0;
  stepper->info.missed = 0;
  stepper->lcp->size = stepper->J->rows = 0;
  int code = GSL_SUCCESS;
  for (size_t k = 0; k < balls->count && !code; k++) {
    stepper->first[k] = stepper->lcp->size;
    code = add_walls(stepper, k);
    if (!code)
      code = add_pairs(stepper, k);
  }
  if (code)
    return code;
  stepper->first[balls->count] = stepper->lcp->size;
  stepper->info.contacts = stepper->info.rows = stepper->lcp->size;
  spread_rows(stepper);
  pn_lcp_set_operator(stepper->lcp, &stepper->J->base);
  return GSL_SUCCESS;
}
