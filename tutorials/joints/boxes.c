/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "boxes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const pn_vec3 boxes_end = {-1.0150230889625, -0.6181400782764,
                           -0.0998030216711};

/* Ends the program with this text unless all is well. */
static void require(int well, const char *text)
{
  if (well)
    return;
  fprintf(stderr, "%s\n", text);
  exit(EXIT_FAILURE);
}

/* Makes box b, whose left end is at `joint` and moves with `rate`. */
static pn_body box(size_t b, pn_vec3 joint, pn_vec3 rate)
{
  static const double side[] = {0.5, 0.1, 0.06};
  static const pn_vec3 omega[BOXES] = {{1, 0.5, 2}, {-2, 1, 0.5}, {3, -1, 1}};
  const pn_vec3 half = {side[0] / 2, 0, 0};
  pn_body body = pn_body_make(pn_shape_box, side, 1);
  body.pose.x = pn_vec3_add(joint, half);
  body.omega = omega[b];
  body.v = pn_vec3_add(rate, pn_vec3_cross(omega[b], half));
  return body;
}

pn_system *boxes_alloc(void)
{
  pn_system *system = pn_system_alloc();
  require(system != NULL, "out of memory");
  system->gravity = pn_vec3_make(0, 0, -9.81);
  pn_vec3 joint = {0, 0, 0}, rate = {0, 0, 0};
  for (size_t b = 0; b < BOXES; b++) {
    const pn_body body = box(b, joint, rate);
    const pn_joint_place place = {.point = joint};
    require(!pn_system_add_body(system, &body) &&
                pn_system_join(system, pn_joint_ball, b > 0 ? b - 1 : PN_WORLD,
                               b, &place),
            "out of memory");
    /* The right end is as far from the centre as the left one. */
    joint = pn_vec3_sub(pn_vec3_scale(2, body.pose.x), joint);
    rate = pn_vec3_sub(pn_vec3_scale(2, body.v), rate);
  }
  return system;
}

pn_simulation *boxes_run(const pn_system *system, const char *integrator,
                         const char *correction, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  settings.correction = pn_correction_find(correction);
  settings.dt = dt;
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, &settings, &error);
  require(s != NULL, error.text);
  return s;
}

int boxes_advance(pn_simulation *simulation, double time)
{
  pn_error error = {0};
  const size_t steps = (size_t)lround(time / simulation->settings.dt);
  for (size_t k = 0; k < steps; k++)
    if (pn_simulation_step(simulation, &error))
      return GSL_EFAILED;
  return GSL_SUCCESS;
}

pn_measure boxes_measure(pn_simulation *simulation)
{
  pn_measure measure;
  require(!pn_simulation_measure(simulation, &measure), "no acceleration");
  return measure;
}
