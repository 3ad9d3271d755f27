/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy, momentum and drift of a state. With L_b = I omega the spin of a body:

     T = sum m v^2 / 2 + omega . L_b / 2
     V = sum -(m g + f) . x + stiffness stretch^2 / 2,  f the steady forces
     p = sum m v,   L = sum x x m v + L_b                                   */
#include "pantin/dynamics/measure.h"

#include <gsl/gsl_errno.h>

static void add_body(pn_measure *measure, const pn_system *system,
                     const pn_body *body, const pn_motion *motion)
{
  const pn_vec3 local = pn_mat3_apply_transposed(motion->R, motion->omega);
  const pn_vec3 spin =
      pn_mat3_apply(motion->R, pn_mat3_apply(body->inertia, local));
  const pn_vec3 p = pn_vec3_scale(body->mass, motion->v);
  measure->kinetic += pn_vec3_dot(p, motion->v) / 2;
  measure->kinetic += pn_vec3_dot(spin, motion->omega) / 2;
  const pn_vec3 steady =
      pn_vec3_add_scaled(body->force, body->mass, system->gravity);
  measure->potential -= pn_vec3_dot(steady, motion->pose.x);
  measure->momentum = pn_vec3_add(measure->momentum, p);
  measure->angular_momentum =
      pn_vec3_add(measure->angular_momentum,
                  pn_vec3_add(pn_vec3_cross(motion->pose.x, p), spin));
}

static double spring_energy(const pn_assembly *assembly, const pn_spring *s)
{
  pn_vec3 p[2];
  for (int k = 0; k < 2; k++)
    p[k] = pn_pose_point(pn_assembly_motion(assembly, s->body[k])->pose,
                         s->point[k]);
  const double stretch = pn_vec3_norm(pn_vec3_sub(p[1], p[0])) - s->length;
  return s->stiffness * stretch * stretch / 2;
}

int pn_measure_set(pn_measure *measure, pn_assembly *assembly, const double *y,
                   double *Ju)
{
  const pn_system *system = assembly->system;
  const int code = pn_assembly_set(assembly, y);
  *measure = (pn_measure){0};
  for (size_t b = 0; b < system->bodies; b++)
    add_body(measure, system, &system->body[b], &assembly->motion[b]);
  for (size_t s = 0; s < system->springs; s++)
    measure->potential += spring_energy(assembly, &system->spring[s]);
  measure->energy = measure->kinetic + measure->potential;
  measure->constraint_inf = pn_assembly_gap(assembly);
  pn_assembly_velocity(assembly, y + pn_system_positions(system), Ju);
  for (size_t i = 0; i < assembly->rows; i++)
    measure->velocity_inf = fmax(measure->velocity_inf, fabs(Ju[i]));
  return code;
}
