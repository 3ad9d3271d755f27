/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/dynamics/response.h"

#include "pantin/dynamics/dynamics_private.h"

#include <string.h>

int pn_response(pn_dynamics *d, const double *f, double *lambda, double *u)
{
  const pn_assembly *a = d->assembly;
  pn_assembly_accelerate(a, f, u);
  pn_assembly_velocity(a, u, d->right);
  for (size_t i = 0; i < a->rows; i++)
    d->right[i] = -d->right[i];
  const int code = pn_multipliers_solve(d->multipliers, d->right, lambda);
  memcpy(u, f, a->velocities * sizeof *u);
  pn_assembly_add_force(a, lambda, u);
  pn_assembly_accelerate(a, u, u);
  if (!code)
    pni_dynamics_refine(d, NULL, lambda, u);
  return code;
}
