/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Leaps of inverse kinematics. Where an arm of equal links lies folded, its tip
   near its base, the tip moves with ease along one line only; across it a turn
   of the whole arm moves the tip by next to nothing. The distance falls to its
   least on that line, and from there in a flat valley: a way round, on which it
   would first rise, is not seen. Newton's steps go it, since they ask for
   d = 0 and not for a descent.

   So they are tried from a pose where steps have long been slow, some in a row
   and without regard to the distance; the pose is theirs if it comes out much
   nearer, and else what it was. The next time it takes four times as many slow
   steps to try it, so that this costs little where no pose is nearer.

   Source: R. Chamberlain, M. Powell, C. Lemarechal, H. Pedersen, Math. Program.
   Study 16 (1982) 1, the watchdog technique; J. Nocedal, S. Wright, Numerical
   Optimization (2006), section 15.6. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* A step is slow that leaves more than the first share of the distance, and of
   the pull more than half, so that it is not about to end; a leap is a success
   that leaves less than half of the distance. */
static const double slow_share = 0.9, half = 0.5;

/* Slow steps before the first leap, how many times more before each of the
   next, the Newton steps of a leap, and those of them that the bound on turns
   may cut short. */
enum { PATIENCE = 5, MORE = 4, STRIDES = 8, CUT_MAX = 1 };

void pni_ik_forget_pace(pn_inverse_kinematics *ik)
{
  ik->slow = 0;
  ik->patience = PATIENCE;
}

void pni_ik_note_pace(pn_inverse_kinematics *ik, double distance, double pull)
{
  if (!(ik->distance > slow_share * distance))
    pni_ik_forget_pace(ik);
  else if (ik->pull > half * pull)
    ik->slow++;
}

/* Makes Newton steps from ik->y; returns whether they came much nearer. Those
   whose turns are cut short again and again ask for what is out of reach. */
static int stride(pn_inverse_kinematics *ik)
{
  const size_t size = pn_system_dimension(ik->system) * sizeof *ik->y;
  int cut = 0;
  for (int k = 0; k < STRIDES; k++) {
    if (pni_ik_step(ik, 0, ik->step))
      return 0;
    cut += ik->turn > ik->settings.clamp;
    if (cut > CUT_MAX)
      return 0;
    const double now = pni_ik_move(ik, ik->step);
    if (!isfinite(now))
      return 0;
    memcpy(ik->y, ik->trial, size);
    if (now < half * ik->distance)
      return 1;
  }
  return 0;
}

int pni_ik_leap(pn_inverse_kinematics *ik)
{
  const size_t size = pn_system_dimension(ik->system) * sizeof *ik->y;
  if (ik->slow < ik->patience)
    return GSL_ENOPROG;
  ik->slow = 0;
  ik->patience *= MORE;
  memcpy(ik->before_y, ik->y, size);
  const int is_nearer = stride(ik);
  if (is_nearer)
    ik->damping = 0;
  else
    memcpy(ik->y, ik->before_y, size);
  const int code = pni_ik_look(ik);
  return code ? code : is_nearer ? GSL_SUCCESS : GSL_ENOPROG;
}
