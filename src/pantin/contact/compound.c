/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The inertia of a compound by Steiner's theorem: a component of mass m, whose
   centre is at c from the common one, with R I R^T about its own, adds

     R I R^T + m (c.c 1 - c c^T).

   Source: H. Goldstein, Classical Mechanics (1980), section 5-3. */
#include "pantin/contact/compound.h"

/* Adds to `sum` the inertia of a component whose centre is at c. */
static void add_inertia(pn_mat3 *sum, const pn_body *component, pn_vec3 c)
{
  const pn_mat3 R = pn_quat_matrix(component->pose.q);
  const pn_mat3 own = pn_mat3_multiply(pn_mat3_multiply(R, component->inertia),
                                       pn_mat3_transpose(R));
  const double r[3] = {c.x, c.y, c.z}, rr = pn_vec3_dot(c, c);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      sum->m[i][j] +=
          own.m[i][j] + component->mass * ((i == j ? rr : 0) - r[i] * r[j]);
}

pn_body pn_compound_make(size_t count, pn_body *component)
{
  pn_body whole = {.pose.q = pn_quat_identity()};
  pn_vec3 moment = {0, 0, 0};
  for (size_t k = 0; k < count; k++) {
    whole.mass += component[k].mass;
    moment = pn_vec3_add_scaled(moment, component[k].mass, component[k].pose.x);
  }
  whole.pose.x = pn_vec3_scale(1 / whole.mass, moment);
  for (size_t k = 0; k < count; k++) {
    pn_vec3 *x = &component[k].pose.x;
    *x = pn_vec3_sub(*x, whole.pose.x);
    add_inertia(&whole.inertia, &component[k], *x);
  }
  return whole;
}
