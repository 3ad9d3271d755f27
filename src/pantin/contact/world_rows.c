/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sets a row of the step's problem that is an equation. */
#include "pantin/contact/world_private.h"

/* Returns J u of one row with the velocities world->u. */
static double rate(const pn_world *world, pn_pair pair, const double *Ji,
                   const double *Jj)
{
  const double *ui = world->u + PN_RIGID_BLOCK * pair.i;
  const double *uj = world->u + PN_RIGID_BLOCK * pair.j;
  double sum = 0;
  for (int k = 0; k < PN_RIGID_BLOCK; k++)
    sum += Ji[k] * ui[k] + Jj[k] * uj[k];
  return sum;
}

void pni_world_set_equation(pn_world *world, size_t r, const size_t body[2],
                            const double *Ji, const double *Jj, double C,
                            double b)
{
  const pn_pair pair = {pni_world_number(world, body[0]),
                        pni_world_number(world, body[1])};
  pn_rigid_delassus_set_row(world->R, r, pair, Ji, Jj, C);
  pni_world_set_row(world, r, rate(world, pair, Ji, Jj) + b);
  world->lcp->lo[r] = -INFINITY;
}
