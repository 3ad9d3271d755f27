/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The end of a step in a box: bodies rebound from its walls, and rest on them.
   A limit to which a joint is led where what rests is put back is hit at once,
   too: in the next step that would throw bodies at walls that have borne them,
   and they would hum for ever. */
#include "pantin/dynamics/simulation_private.h"

#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/box_private.h"
#include "pantin/dynamics/ledger_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The most rounds in which walls and joints throw bodies back at one instant: a
   light foot between its wall and a limit of a body M/m times as heavy is hit
   up to some pi sqrt(M/m) / 2 times, until it has thrown that back. What still
   loses energy then comes to rest, in a few rounds more. */
enum { ROUNDS_MOST = 500, ROUNDS_TO_CALM = 20 };

/* Rounds go on without end if so many of them in turn take the same share of
   what the one before took, but for this share of it: hits that throw a body
   back take shares that differ by the order of m/M. */
enum { ROUNDS_ALIKE = 3 };
static const double alike = 1e-6;

/* The energy that rounds take. */
typedef struct {
  double lost, share; /* by the last one [J], and that of the one before */
  int alike;          /* rounds that have taken this share */
} round_losses;

/* Takes note of the energy that a round has taken, and tells whether those to
   come would be without end. */
static int vanishes(round_losses *of, double lost)
{
  const double share = of->lost > 0 ? lost / of->lost : 0;
  const int is_alike =
      share > 0 && share < 1 && fabs(share - of->share) <= alike * share;
  *of = (round_losses){lost, share, is_alike ? of->alike + 1 : 0};
  return of->alike >= ROUNDS_ALIKE;
}

/* Returns the energy that impacts have taken so far. */
static double lost_by(const pn_simulation *s)
{
  return -s->impulse->work - s->bounds->work.impacts;
}

/* Lets joints rebound at t from the limits against which walls have thrown
   them, and adds to the number of impacts. */
static int throw_joints(pn_simulation *s, double t, size_t *impacts)
{
  const size_t before = s->bounds->impacts;
  const int code =
      pn_bounds_throw(s->bounds, t, pni_box_is_quiet(s->walls), s->y);
  pni_box_note_struck(s->walls);
  *impacts += s->bounds->impacts - before;
  return code;
}

/* Says whether what is struck comes to rest, at walls and limits. */
static void calm(pn_simulation *s, int calms)
{
  s->walls->calms = calms;
  if (s->bounds)
    s->bounds->absorbs = calms;
}

/* Lets bodies rebound from the walls at t, and joints from the limits against
   which that throws them; these may throw bodies back against walls. What would
   do so without end comes to rest. Adds to the number of impacts. */
static int bounce(pn_simulation *s, double t, size_t *impacts)
{
  round_losses losses = {0, 0, 0};
  int code = GSL_SUCCESS;
  size_t most = ROUNDS_MOST + ROUNDS_TO_CALM;
  for (size_t k = 0; k < most && !code; k++) {
    const double before = s->bounds ? lost_by(s) : 0;
    size_t count, hits;
    code = pn_box_bounce(s->settings.box, s->walls, s->y, &count);
    *impacts += count;
    if (code || count == 0 || !s->bounds)
      break;
    hits = *impacts;
    code = throw_joints(s, t, impacts);
    if (*impacts == hits)
      break;
    const double lost = lost_by(s) - before;
    if (s->settings.box->restitution < 1 && !s->walls->calms &&
        (vanishes(&losses, lost) || (k + 1 == ROUNDS_MOST && lost > 0))) {
      calm(s, 1);
      most = k + ROUNDS_TO_CALM;
    }
  }
  calm(s, 0);
  return code;
}

/* Lets joints rebound at t from the limits to which they have been led where
   what rests was put back on walls, and bodies from the walls again. */
static int bounce_again(pn_simulation *s, double t, size_t *impacts)
{
  const size_t before = *impacts;
  const double credit = s->impulse->credit;
  const int code = throw_joints(s, t, impacts) ||
                   (*impacts > before && bounce(s, t, impacts));
  s->correction_work -= s->impulse->credit - credit;
  return code;
}

/* Returns the work of motors, of dry friction and of limits in the displacement
   by which bodies were put back, and books it, but for that of limits: it takes
   back what they did in the step, until the walls stopped it. */
static double undo_work(pn_simulation *s)
{
  const double *way = s->walls->way;
  const double drive = pni_drive_work(s->dynamics->assembly, s->t, way);
  double friction = 0, limits = 0;
  for (size_t b = 0; s->bounds && b < s->bounds->bounds; b++) {
    const double x = pni_bound_rate(s->bounds, &s->system->bound[b], way);
    friction += s->bounds->dry[b] * x;
    limits += (s->bounds->force_of[b] - s->bounds->dry[b]) * x;
  }
  s->y[pn_system_dimension(s->system) + PNI_WORK_MOTORS] += drive;
  if (s->bounds)
    s->bounds->work.friction += friction;
  return drive + friction + limits;
}

int pni_simulation_meet_walls(pn_simulation *s, double t, size_t *impacts)
{
  const double reach = s->settings.integrator->reach, h = s->settings.dt;
  double kinetic;
  size_t moved;
  *impacts = 0;
  const double credit = s->impulse->credit;
  const double held = pn_measure_energy(s->system, s->y, &kinetic);
  if (pn_box_release(s->walls, reach, h, s->last, s->y))
    return GSL_EFAILED;
  const double free = pn_measure_energy(s->system, s->y, &kinetic);
  pn_box_meet(s->settings.box, s->walls, s->last, h, s->y);
  if (s->bounds)
    pn_bounds_forget_led(s->bounds);
  if (bounce(s, t, impacts))
    return GSL_EFAILED;
  s->walls->may_ask &= !pni_simulation_has_told(s);
  const double before = pn_measure_energy(s->system, s->y, &kinetic);
  if (pn_box_push(s->walls, reach, h, s->y) ||
      pn_box_put_back(s->walls, h, s->y, &moved) ||
      (moved + s->walls->pushes + s->walls->pushes_kept > 0 &&
       s->settings.correction->apply(s->correction, s->dynamics, s->y)))
    return GSL_EFAILED;
  const double undone = undo_work(s);
  s->walls->undone += fabs(undone) + fabs(s->walls->work);
  s->correction_work += pn_measure_energy(s->system, s->y, &kinetic) - before +
                        free - held - (s->impulse->credit - credit) +
                        s->walls->work - undone;
  return moved > 0 && s->bounds && !s->walls->asks ? bounce_again(s, t, impacts)
                                                   : GSL_SUCCESS;
}
