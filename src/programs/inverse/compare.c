/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The round trip: how far the accelerations of forward dynamics are from those
   of the motion. */
#include "programs/inverse/inverse.h"

#include <math.h>

/* The round trip is good below these. A table's motion is known at its rows
   alone, so that a coordinate without a motor may differ by what the spline
   between them does; where rows are far apart, by its estimated error. */
static const double agreed = 1e-9, table_agreed = 1e-5;

/* Where masses differ by more, what a heavy body leaves of rounding moves a
   light one by as much more. */
static const double alike = 100;

/* The error of a table's accelerations is below this many times its estimate,
   which is for rows that are close together. */
static const double sure = 4;

/* A table that tells accelerations less well than this tells nothing. */
static const double table_worst = 1e-3;

/* Without gravity, accelerations below this share of those that the loads alone
   would cause are taken for rest. */
static const double still = 1e-3;

void inverse_compare(inverse_run *run, const pn_assembly *assembly,
                     const double *u, double off, double *work)
{
  pn_assembly_accelerate(assembly, assembly->F, work);
  run->largest = fmax(run->largest, pn_measure_acceleration(assembly, u, NULL));
  run->largest_free =
      fmax(run->largest_free, pn_measure_acceleration(assembly, work, NULL));
  run->apart = fmax(run->apart, off);
}

/* Returns the acceleration that differences are parts of. */
static double scale(const inverse_run *run)
{
  const double gravity = pn_vec3_norm(run->system.gravity);
  const double least = gravity > 0 ? gravity : still * run->largest_free;
  return fmax(run->largest, least);
}

double inverse_round_trip(const inverse_run *run)
{
  return run->apart == 0 ? 0 : run->apart / scale(run);
}

/* Returns by how much the heaviest body is heavier than the lightest one. */
static double mass_ratio(const pn_system *system)
{
  double least = INFINITY, most = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    least = fmin(least, system->body[b].mass);
    most = fmax(most, system->body[b].mass);
  }
  return most > 0 ? most / least : 1;
}

double inverse_round_trip_bound(const inverse_run *run)
{
  if (!run->motion)
    return fmin(table_agreed,
                agreed * fmax(1, mass_ratio(&run->system) / alike));
  const double known = run->doubt == 0 ? 0 : sure * run->doubt / scale(run);
  return fmin(table_worst, fmax(table_agreed, known));
}

int inverse_lacks(const inverse_run *run, double missing)
{
  return missing != 0 &&
         !(missing / scale(run) <= inverse_round_trip_bound(run));
}

int inverse_agrees(const inverse_run *run)
{
  return !inverse_lacks(run, run->apart);
}

const char *inverse_trouble(const inverse_run *run)
{
  return inverse_agrees(run) ? NULL
         : run->shared
             ? "the motors that the scene names cannot make this motion"
         : run->motion && !run->hold
             ? "the table's rows are too coarse for this motion, or rounding "
               "hides it"
             : "rounding hides what the smallest bodies do beside the others";
}
