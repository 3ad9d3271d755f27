/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* When a ball or a capsule that moves straight, without turning, meets a box.
   Both are convex, so that their distance D(t) is convex in the time t, and its
   slope is n . way with the direction n from the box to the axis. They are
   nearest where that changes its sign. If they touch before, then at the root
   of D(t) - radius, to which the steps of Newton, from t = 0, come from below:
   "conservative advancement" (Mirtich, Impulse-based Dynamic Simulation of
   Rigid Body Systems, 1996, section 2.3). */
#include "pantin/contact/collision_round.h"

#include <gsl/gsl_cblas.h>

/* Halvings that find the time of the least distance, and the most steps of
   Newton: few are taken unless they nearly pass. */
enum { HALVINGS = 50, STEPS = 100 };

/* Faces that are gained only after so many steps are not looked at: before, the
   axis meets the edge or passes it. */
static const double face_ahead = 1;

/* A gap that is a smaller part of the radius is none. */
static const double closed = 1e-12;

double pni_sweep_apart(const pni_sweep *of, double t, double n[3])
{
  pni_line l = of->line;
  for (int i = 0; i < 3; i++)
    l.m[i] += t * of->way[i];
  const double s = of->end > 0 ? pni_line_nearest(&l, of->end) : 0;
  double square = 0;
  for (int i = 0; i < 3; i++) {
    const double a = l.m[i] + s * l.d[i];
    n[i] = copysign(fmax(0, fabs(a) - l.half[i]), a);
    square += n[i] * n[i];
  }
  const double distance = sqrt(square);
  for (int i = 0; i < 3 && distance > 0; i++)
    n[i] /= distance;
  return distance;
}

/* Returns how fast the distance grows, in a step, at the time t. */
static double slope_at(const pni_sweep *of, double t)
{
  double n[3];
  pni_sweep_apart(of, t, n);
  return n[0] * of->way[0] + n[1] * of->way[1] + n[2] * of->way[2];
}

/* Returns when they are nearest: on a way along a face, when it begins. */
static double time_of_nearest(const pni_sweep *of)
{
  double before = 0, after = 1;
  if (slope_at(of, after) <= 0)
    return after;
  for (int k = 0; k < HALVINGS; k++) {
    const double t = (before + after) / 2;
    if (slope_at(of, t) < 0)
      before = t;
    else
      after = t;
  }
  return after;
}

/* Returns when they touch, which they do. */
static double time_of_touch(const pni_sweep *of)
{
  double t = 0, n[3];
  for (int k = 0; k < STEPS; k++) {
    const double gap = pni_sweep_apart(of, t, n) - of->radius;
    if (!(gap > closed * of->radius))
      break;
    t -= gap / slope_at(of, t);
  }
  return t;
}

/* Returns when the axis gets over a face, lower than which it touches the box,
   or reaches into it, by no more than `grazing` at the time t; t itself, where
   there is no such face. */
static double time_over_face(const pni_sweep *of, double t, double grazing)
{
  double n[3], longest = 0;
  pni_sweep_apart(of, t, n);
  const int face = (int)cblas_idamax(3, n, 1);
  if ((1 - fabs(n[face])) * of->radius > grazing)
    return t;
  for (int i = 0; i < 3; i++) {
    const double beside = fabs(n[i]) * of->radius,
                 closing = -copysign(1, n[i]) * of->way[i];
    if (i != face && beside > 0)
      longest = fmax(longest, closing > 0 ? beside / closing : INFINITY);
  }
  /* Half a radius deeper, the axis is still outside of the box. */
  return longest < face_ahead && fabs(of->way[face]) * longest < of->radius / 2
             ? t + longest
             : t;
}

double pni_sweep_time(const pni_sweep *of, double grazing)
{
  double n[3];
  if (!(slope_at(of, 0) < 0))
    return 0;
  const double nearest = time_of_nearest(of),
               depth = of->radius - pni_sweep_apart(of, nearest, n),
               t = depth > grazing ? time_of_touch(of) : nearest;
  return depth > -grazing ? time_over_face(of, t, grazing) : t;
}
