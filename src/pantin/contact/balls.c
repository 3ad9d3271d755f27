/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/balls.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

pn_balls *pn_balls_alloc(size_t count)
{
  pn_balls *balls = pn_alloc(1, sizeof *balls);
  if (!balls)
    return NULL;
  balls->count = count;
  balls->radius = pn_alloc(count, sizeof *balls->radius);
  balls->mass = pn_alloc(count, sizeof *balls->mass);
  balls->x = pn_alloc(count, sizeof *balls->x);
  balls->v = pn_alloc(count, sizeof *balls->v);
  balls->container.shape = pn_container_plane;
  if (!balls->radius || !balls->mass || !balls->x || !balls->v) {
    pn_balls_free(balls);
    return NULL;
  }
  return balls;
}

void pn_balls_free(pn_balls *balls)
{
  if (!balls)
    return;
  pn_free(balls->radius);
  pn_free(balls->mass);
  pn_free(balls->x);
  pn_free(balls->v);
  pn_free(balls);
}

static int is_finite(pn_vec3 a)
{
  return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* Tells whether a vector lies in the line, plane or space of the container. */
static int has_dimensions(pn_vec3 a, int dimensions)
{
  return (dimensions > 2 || a.y == 0) && (dimensions > 1 || a.x == 0);
}

int pn_balls_check(const pn_balls *balls, size_t *ball, pn_error *error)
{
  pn_error_clear(error);
  const int dimensions = balls->container.shape->dimensions;
  for (size_t k = 0; k < balls->count; k++) {
    const char *wrong = NULL;
    if (!(balls->radius[k] > 0 && isfinite(balls->radius[k])))
      wrong = "its radius must be positive";
    else if (!(balls->mass[k] > 0 && isfinite(balls->mass[k])))
      wrong = "its mass must be positive";
    else if (!is_finite(balls->x[k]) || !is_finite(balls->v[k]))
      wrong = "its position and velocity must be finite";
    else if (!has_dimensions(balls->x[k], dimensions) ||
             !has_dimensions(balls->v[k], dimensions))
      wrong =
          dimensions == 1 ? "in a tube, x and y are 0" : "in a disk, y is 0";
    if (!wrong)
      continue;
    if (ball)
      *ball = k;
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "ball %zu: %s", k + 1,
                        wrong);
  }
  return has_dimensions(balls->gravity, dimensions)
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "gravity must lie in the %s of the container",
                            dimensions == 1 ? "line" : "plane");
}

double pn_balls_energy(const pn_balls *balls)
{
  double energy = 0;
  for (size_t k = 0; k < balls->count; k++) {
    const pn_vec3 v = balls->v[k];
    energy += balls->mass[k] * (pn_vec3_dot(v, v) / 2 -
                                pn_vec3_dot(balls->gravity, balls->x[k]));
  }
  return energy;
}

double pn_balls_kinetic(const pn_balls *balls, double *speed)
{
  double kinetic = 0, fastest = 0;
  for (size_t k = 0; k < balls->count; k++) {
    const double square = pn_vec3_dot(balls->v[k], balls->v[k]);
    kinetic += balls->mass[k] * square / 2;
    fastest = fmax(fastest, square);
  }
  if (speed)
    *speed = sqrt(fastest);
  return kinetic;
}
