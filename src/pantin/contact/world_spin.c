/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The free spin of a body, B w' = -w x B w in its own frame. An explicit step
   adds to its energy w . B w / 2, up to (h |w|)^2 of it, step after step. So a
   Newton step of the implicit equation

     f(w1) = B (w1 - w) + h w1 x B w1 = 0,   from w1 = w,

   is taken in its place, which is stable for any h; and w1 gets the length with
   which it has the energy of w, since a free spin keeps it.

   Source: Catto (2015), Physics for game programmers: numerical methods, Game
   Developers Conference; the length is ours. */
#include "pantin/contact/world_private.h"

/* Spins slower than this [rad in a step] may take the explicit step, which adds
   up to 1e-8 to their energy each time. */
static const double slow = 1e-4;

/* A change of w by a lesser share is rounding: the spin is about an axis. */
static const double least = 1e-9;

/* Returns w at the end of a step, in the body's frame. */
static pn_vec3 spin_on(const pn_mat3 *B, pn_vec3 w, double h)
{
  const pn_vec3 L = pn_mat3_apply(*B, w);
  const pn_mat3 turn = pn_mat3_cross(L);
  pn_mat3 J = pn_mat3_multiply(pn_mat3_cross(w), *B);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      J.m[i][k] = B->m[i][k] + h * (J.m[i][k] - turn.m[i][k]);
  const pn_vec3 f = pn_vec3_scale(h, pn_vec3_cross(w, L));
  const pn_vec3 w1 = pn_vec3_sub(w, pn_mat3_apply(pn_mat3_inverse(J), f));
  const double before = pn_vec3_dot(w, L);
  const double after = pn_vec3_dot(w1, pn_mat3_apply(*B, w1));
  return pn_vec3_scale(sqrt(before / after), w1);
}

void pni_world_spin(pn_world *world)
{
  const pn_assembly *assembly = world->assembly;
  const double h = world->settings.step;
  for (size_t b = 0; b < world->system->bodies; b++) {
    const pn_mat3 *B = &world->system->body[b].inertia;
    const pn_motion *motion = &assembly->motion[b];
    const pn_vec3 o = motion->omega; /* its norm is at most the sum */
    if (h * (fabs(o.x) + fabs(o.y) + fabs(o.z)) < slow)
      continue;
    const pn_vec3 w = pn_mat3_apply_transposed(motion->R, motion->omega);
    const pn_vec3 torque = pn_vec3_cross(w, pn_mat3_apply(*B, w));
    const pn_vec3 change =
        pn_vec3_scale(h, pn_mat3_apply(assembly->body_inverse[b], torque));
    const double square = pn_vec3_dot(w, w);
    if (h * h * square <= slow * slow ||
        pn_vec3_dot(change, change) <= least * least * square)
      continue; /* the explicit step, which changes w by -change, will do */
    const pn_vec3 more = pn_mat3_apply(
        motion->R, pn_vec3_add(pn_vec3_sub(spin_on(B, w, h), w), change));
    double *omega = world->u + PN_BODY_VELOCITIES * b + 3;
    omega[0] += more.x;
    omega[1] += more.y;
    omega[2] += more.z;
  }
}
