/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads limits and dry friction of a joint: a bound for each coordinate that
   has some. */
#include "pantin/body/coordinate.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

/* Larger frictions are taken for typing errors. */
static const double largest = 1e9;

/* Reads the limits (low, high) under a key, in `unit` of which one is `scale`
   rad or m. Returns whether they are there. */
static int read_limits(pn_scene_group *group, const char *key, const char *unit,
                       double scale, pn_bound *bound)
{
  double limit[2] = {-INFINITY, INFINITY};
  const pn_range range =
      pn_range_between(-PN_BOUND_WIDEST, PN_BOUND_WIDEST, unit);
  bound->low = limit[0];
  bound->high = limit[1];
  if (pn_scene_reals(group, key, PN_OPTIONAL, range, 2, limit) ||
      isinf(limit[0]))
    return 0;
  bound->low = scale * limit[0];
  bound->high = scale * limit[1];
  return 1;
}

/* Refuses limits between which the joint does not start. */
static int check_limits(pn_scene_group *group, const char *key, double scale,
                        const pn_system *system, const pn_bound *bound)
{
  const double x = pn_bound_start(bound, system);
  const double shown = fabs(x) < PN_BOUND_SLACK ? 0 : x / scale;
  return pn_bound_allows(bound, x) && bound->low < bound->high
             ? GSL_SUCCESS
             : pn_scene_refuse(group, key,
                               "%s must be (LOW, HIGH) with LOW <= %g <= HIGH, "
                               "for the joint starts at %g, and LOW < HIGH; "
                               "got (%g, %g)",
                               key, shown, shown, bound->low / scale,
                               bound->high / scale);
}

/* Refuses a key that needs something which the joint's type lacks. */
static int refuse(pn_scene_group *group, const char *key, const pn_joint *joint,
                  const char *what)
{
  return pn_scene_refuse(group, key, "joint '%s' (%s) does not %s", joint->name,
                         joint->type->name, what);
}

/* Refuses a key of slides, or of turns, to a joint that has none. */
static int refuse_side(pn_scene_group *group, const char *key,
                       const pn_joint *joint, int slides, const char *turn)
{
  return refuse(group, key, joint,
                !slides ? turn
                : joint->type->winds
                    ? "slide but with its turn, which may have "
                      "turn_limits and coulomb_turn"
                    : "slide along an axis");
}

/* Reads what bounds the turns, or the slide, of a joint. */
static int read_side(pn_scene_group *group, pn_system *system, size_t j,
                     int slides, double restitution, int *has_limits)
{
  const pn_joint *joint = &system->joint[j];
  const int turns = joint->type->turns + joint->type->winds;
  const char *limits = slides ? "slide_limits" : "turn_limits";
  const char *dry = slides ? "coulomb_slide" : "coulomb_turn";
  pn_bound bound = {.joint = j, .restitution = restitution};
  const int limited =
      slides ? read_limits(group, limits, "m", 1, &bound)
             : read_limits(group, limits, "degrees", M_PI / 180, &bound);
  pn_scene_real(group, dry, PN_OPTIONAL,
                pn_range_between(0, largest, slides ? "N" : "N m"),
                &bound.friction);
  if (group->error->code)
    return group->error->code;
  if (limited && !(slides ? joint->type->slides : turns == 1))
    return refuse_side(group, limits, joint, slides, "turn about one axis");
  if (bound.friction > 0 && !(slides ? joint->type->slides : turns))
    return refuse_side(group, dry, joint, slides, "turn about an axis");
  bound.axis = slides ? PN_COORDINATE_SLIDE : 0;
  if (limited &&
      check_limits(group, limits, slides ? 1 : M_PI / 180, system, &bound))
    return group->error->code;
  *has_limits |= limited;
  const int count = limited || bound.friction > 0 ? (slides ? 1 : turns) : 0;
  for (int k = 0; k < count; k++) {
    bound.axis = slides ? PN_COORDINATE_SLIDE : k;
    if (pn_system_add_bound(system, &bound))
      return pni_scene_no_memory(group);
  }
  return GSL_SUCCESS;
}

int pni_scene_read_bounds(pn_scene_group *group, pn_system *system)
{
  double restitution = -1;
  int has_limits = 0;
  if (pn_scene_real(group, "restitution", PN_OPTIONAL,
                    pn_range_between(0, 1, NULL), &restitution))
    return group->error->code;
  for (int slides = 0; slides < 2; slides++)
    if (read_side(group, system, system->joints - 1, slides,
                  fmax(0, restitution), &has_limits))
      return group->error->code;
  return restitution >= 0 && !has_limits
             ? pn_scene_refuse(group, "restitution",
                               "restitution is of limits: give turn_limits or "
                               "slide_limits as well")
             : GSL_SUCCESS;
}
