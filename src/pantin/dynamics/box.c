/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies in an invisible box: impacts at their corners. They are noticed at the
   end of a step, when a point is beyond a wall and moves out. Points that have
   hit in one instant, but for rounding, such as the corners of a block that
   falls flat, rebound together, and so do those that rest on the walls; the
   others do one at a time, the one that has hit first before those that it may
   keep from hitting. An impact may push another point out, which is then dealt
   with in its turn; each takes energy or keeps it, so that the passes come to
   an end.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section IV-D. */
#include "pantin/dynamics/box.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/box_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_heapsort.h>
#include <math.h>

/* The most passes over all points; what is left waits for the next step. Points
   that throw each other out for so many come to rest. */
enum { PASSES = 20, PASSES_FOLLOWED = 5 };

/* Tells whether joints or springs of a system take energy. */
static int has_brakes(const pn_system *system)
{
  for (size_t j = 0; j < system->joints; j++)
    if (system->joint[j].friction_turn > 0 ||
        system->joint[j].friction_slide > 0)
      return 1;
  for (size_t s = 0; s < system->springs; s++)
    if (system->spring[s].damping > 0)
      return 1;
  return system->bounds > 0;
}

pn_walls *pn_walls_alloc(const pn_box *box, pn_impulse *impulse,
                         pn_bounds *bounds)
{
  const size_t bodies = impulse->dynamics->system->bodies;
  const size_t points = (size_t)PNI_BOX_POINTS * PNI_BOX_WALLS;
  pn_walls *walls = pn_alloc(1, sizeof *walls);
  if (!walls)
    return NULL;
  walls->impulse = impulse;
  walls->box = box;
  walls->has_brakes = has_brakes(impulse->dynamics->system);
  walls->group = pn_impulse_group_alloc(impulse, bounds);
  const size_t most = walls->group ? walls->group->most : 0;
  walls->list = pn_alloc(bodies, points * sizeof *walls->list);
  walls->together = pn_alloc(most, sizeof *walls->together);
  walls->off = pn_alloc(most, sizeof *walls->off);
  walls->presses = pn_alloc(most, sizeof *walls->presses);
  walls->member = pn_alloc(most, sizeof *walls->member);
  walls->push = pn_alloc(bodies, points * sizeof *walls->push);
  walls->found = pn_alloc(bodies, points * sizeof *walls->found);
  walls->kept = pn_alloc(bodies, points * sizeof *walls->kept);
  walls->rest = pn_alloc(bodies, points * sizeof *walls->rest);
  walls->rest_kept = pn_alloc(bodies, points * sizeof *walls->rest_kept);
  walls->sum = pn_alloc(bodies, sizeof *walls->sum);
  walls->sum_found = pn_alloc(bodies, sizeof *walls->sum_found);
  walls->sum_kept = pn_alloc(bodies, sizeof *walls->sum_kept);
  walls->part_of = pn_alloc(bodies, sizeof *walls->part_of);
  walls->part = pn_alloc(bodies, sizeof *walls->part);
  walls->freed =
      pn_alloc(impulse->dynamics->assembly->velocities, sizeof *walls->freed);
  walls->braced =
      pn_alloc(impulse->dynamics->assembly->velocities, sizeof *walls->braced);
  walls->way =
      pn_alloc(impulse->dynamics->assembly->velocities, sizeof *walls->way);
  walls->after =
      pn_alloc(impulse->dynamics->assembly->velocities, sizeof *walls->after);
  if (walls->list && walls->sum && walls->sum_kept && walls->freed &&
      walls->braced && walls->together && walls->way && walls->after &&
      walls->off && walls->member && walls->presses && walls->group &&
      walls->push && walls->found && walls->kept && walls->sum_found &&
      walls->part_of && walls->part && walls->rest && walls->rest_kept) {
    pni_box_find_parts(walls);
    if (bounds) {
      bounds->bear = pni_box_bear;
      bounds->bearer = walls;
    }
    walls->group->freed = walls->freed;
    impulse->dynamics->assembly->push = pni_box_load;
    impulse->dynamics->assembly->walls = walls;
    return walls;
  }
  pn_walls_free(walls);
  return NULL;
}

void pn_walls_free(pn_walls *walls)
{
  if (!walls)
    return;
  walls->impulse->dynamics->assembly->push = NULL;
  if (walls->group && walls->group->bounds)
    walls->group->bounds->bear = NULL;
  pn_impulse_group_free(walls->group);
  pn_free(walls->together);
  pn_free(walls->off);
  pn_free(walls->member);
  pn_free(walls->presses);
  pn_free(walls->push);
  pn_free(walls->found);
  pn_free(walls->kept);
  pn_free(walls->rest);
  pn_free(walls->rest_kept);
  pn_free(walls->way);
  pn_free(walls->after);
  pn_free(walls->braced);
  pn_free(walls->freed);
  pn_free(walls->sum);
  pn_free(walls->sum_found);
  pn_free(walls->sum_kept);
  pn_free(walls->part_of);
  pn_free(walls->part);
  pn_free(walls->list);
  pn_free(walls);
}

/* Tells whether a point came to its wall, but for rounding. */
static int came(const pn_wall_contact *of)
{
  return of->speed > of->noise;
}

/* Orders points by when they have hit: the first ones first, those that do not
   move out last. */
static int by_age(const void *va, const void *vb)
{
  const pn_wall_contact *a = va, *b = vb;
  const double age_a = came(a) ? a->age : -1;
  const double age_b = came(b) ? b->age : -1;
  if (age_a != age_b)
    return age_a > age_b ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

/* Tells whether a point moves out of the box. */
static int moves_out(const pn_walls *walls, const pn_wall_contact *of,
                     const double *y)
{
  return pn_impact_velocity(&of->contact, walls->impulse->dynamics->system, y) <
         -of->noise;
}

/* Tells whether two points that move out have hit in one instant; or whether
   both have been thrown at walls by others, and move out alike. */
static int are_at_once(const pn_walls *walls, const pn_wall_contact *a,
                       const pn_wall_contact *b, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  if (came(a) || came(b))
    return came(a) && came(b) &&
           fabs(a->age - b->age) <= fmax(a->vague, b->vague);
  return fabs(pn_impact_velocity(&a->contact, system, y) -
              pn_impact_velocity(&b->contact, system, y)) <=
         fmax(a->noise, b->noise);
}

/* Tells whether a point rebounds together with another that moves out: both
   rest, or both have hit in one instant. */
static int rebounds_with(const pn_walls *walls, const pn_wall_contact *first,
                         const pn_wall_contact *of, const double *y)
{
  if (!pni_box_couples(walls, first, of))
    return 0;
  if (first->rests || of->rests)
    return first->rests && of->rests;
  return of->was_hit == first->was_hit && moves_out(walls, of, y) &&
         are_at_once(walls, first, of, y);
}

/* Gathers the i-th point and those that rebound together with it. Returns their
   number. */
static size_t gather(pn_walls *walls, size_t i, const double *y)
{
  size_t count = 0;
  for (size_t k = 0; k < walls->count && count < walls->group->most; k++) {
    const size_t j = (i + k) % walls->count;
    const pn_wall_contact *of = &walls->list[j];
    if (j != i && !rebounds_with(walls, &walls->list[i], of, y))
      continue;
    walls->member[count] = j;
    walls->together[count++] = of->contact;
  }
  return count;
}

/* Lets the points that have hit together with the i-th one rebound together, if
   there are any: *struck of them. */
static int bounce_together(pn_walls *walls, size_t i, double e, double *y,
                           size_t *struck)
{
  const size_t n = walls->impulse->dynamics->assembly->velocities;
  size_t count = gather(walls, i, y);
  double most = 0;
  for (size_t k = 0; k < count; k++)
    most = fmax(most, walls->list[walls->member[k]].speed);
  const double h = walls->list[i].rests ? walls->step : 0;
  walls->group->is_shaken =
      pni_box_is_shaken(walls, walls->list[i].contact.body);
  if (count < 2 && !(h > 0 && walls->group->bounds))
    return GSL_SUCCESS;
  int code = h > 0 ? GSL_SUCCESS : pni_box_aim(walls, &count, e, y);
  if (code)
    return code;
  if (count == 0)
    count = gather(walls, i, y);
  code = pn_impulse_group_apply(walls->group, walls->together, count, e, h, y,
                                struck);
  walls->group->is_alone = 0;
  for (size_t k = 0; k < n; k++)
    walls->braced[k] += walls->group->braced[k];
  const size_t rows = walls->group->rows - walls->group->braces;
  for (size_t k = 0; *struck > 0 && k < rows; k++) {
    const pn_impulse_row *row = &walls->group->row[k];
    pn_wall_contact *of = &walls->list[walls->member[row->contact]];
    if (walls->group->p[k] != 0)
      of->contact.credit = 0;
    of->pushed =
        pn_vec3_add_scaled(of->pushed, walls->group->p[k], row->direction);
  }
  for (size_t k = 0; *struck > 0 && k < count; k++) {
    pn_wall_contact *of = &walls->list[walls->member[k]];
    if (!walls->group->is_coupled[k])
      continue;
    of->was_hit = 1;
    of->has_stuck = walls->group->grip[k] == PN_GRIP_STICKS;
    of->noise = fmax(of->noise, pni_box_left_over * most);
  }
  return code;
}

/* Lets the i-th point rebound in that pass, if it moves out: from rest without
   restitution. */
static int bounce(const pn_box *box, pn_walls *walls, size_t i, int pass,
                  double *y, size_t *impacts)
{
  pn_wall_contact *of = &walls->list[i];
  pn_wall_part *part = pni_box_part(walls, of->contact.body);
  const double e = of->rests ? 0 : box->restitution;
  size_t struck = 0;
  if (!moves_out(walls, of, y))
    return GSL_SUCCESS;
  int code = bounce_together(walls, i, e, y, &struck);
  if (!code && struck == 0 && moves_out(walls, of, y)) {
    code = pn_impulse_apply(walls->impulse, &of->contact, e, y);
    struck = 1;
    of->has_stuck = !walls->impulse->is_thrown;
    of->contact.credit = 0;
    of->pushed = pn_vec3_add(of->pushed, walls->impulse->vector);
  }
  *impacts += struck;
  if (struck > 0)
    part->struck = pass;
  part->is_shaken |= struck > 0 && !of->rests;
  return code;
}

/* Brings what was still struck in the pass before to rest; the first one
   follows those of the call before. */
static void calm(const pn_box *box, pn_walls *walls, int pass)
{
  for (size_t i = 0; i < walls->count; i++) {
    pn_wall_contact *of = &walls->list[i];
    pn_wall_part *part = pni_box_part(walls, of->contact.body);
    if (pass > 0 ? part->struck < pass - 1 : !part->was_struck)
      continue;
    of->rests = box->restitution < 1;
    part->is_shaken = 1;
  }
}

int pn_box_bounce(const pn_box *box, pn_walls *walls, double *y,
                  size_t *impacts)
{
  const pn_system *system = walls->impulse->dynamics->system;
  *impacts = 0;
  for (size_t i = 0; i < walls->count; i++) {
    pn_wall_contact *of = &walls->list[i];
    of->speed = -pn_impact_velocity(&of->contact, system, y);
    of->noise = fmax(of->still, pni_box_left_over *
                                    pni_box_speed(&of->contact, system, y));
    of->was_hit = 0;
  }
  for (size_t b = 0; b < system->bodies; b++) {
    pn_wall_part *part = &walls->part[b];
    part->was_struck = part->struck >= 0;
    part->struck = -1;
  }
  gsl_heapsort(walls->list, walls->count, sizeof *walls->list, by_age);
  for (int pass = 0; pass < PASSES; pass++) {
    const size_t before = *impacts;
    if (pass == PASSES_FOLLOWED || (pass == 0 && walls->calms))
      calm(box, walls, pass);
    for (size_t i = 0; i < walls->count; i++) {
      const int code = bounce(box, walls, i, pass, y, impacts);
      if (code)
        return code;
    }
    if (*impacts == before)
      break;
  }
  return GSL_SUCCESS;
}
