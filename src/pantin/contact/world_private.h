/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the world share. */
#ifndef PANTIN_CONTACT_WORLD_PRIVATE_H
#define PANTIN_CONTACT_WORLD_PRIVATE_H

#include "pantin/contact/world.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"

/* Fills world->lcp from the assembly, the contacts and the velocities u, and
   world->start. GSL_SUCCESS or GSL_ENOMEM. */
int pni_world_set_rows(pn_world *world);

/* Returns the number of a body in the pairs of the rows; that of the world is
   the last. */
static inline uint32_t pni_world_number(const pn_world *world, size_t body)
{
  return (uint32_t)(body == PN_WORLD ? world->system->bodies : body);
}

/* Sets everything of row r but its matrix and its friction. */
static inline void pni_world_set_row(pn_world *world, size_t r, double b)
{
  pn_lcp *lcp = world->lcp;
  lcp->b[r] = b;
  lcp->normal[r] = r;
  lcp->mu[r] = 0;
  lcp->lo[r] = 0;
  lcp->hi[r] = INFINITY;
}

/* Sets row r of the problem: J u + b = 0 at the end of the step, with J on
   these bodies, (6) each, and a compliance C. */
void pni_world_set_equation(pn_world *world, size_t r, const size_t body[2],
                            const double *Ji, const double *Jj, double C,
                            double b);

/* Counts the rows of viscous friction and dampers. */
size_t pni_world_count_viscous(pn_world *world);

/* Sets them, behind those of the joints. */
void pni_world_set_viscous(pn_world *world);

/* Steadies the free spin of bodies in the predicted velocities u. */
void pni_world_spin(pn_world *world);

/* Finds the impulses of the problem, in world->solver->lambda, and sets
   world->info but for its energies. GSL_SUCCESS, or GSL_ENOMEM or GSL_EFAILED
   with the reason. */
int pni_world_solve(pn_world *world, pn_error *error);

/* Writes the impulses of the last step into world->start, where contacts are
   the same: of two geoms that touched then, at the nearest point. */
void pni_world_recall(pn_world *world);

/* Keeps impulses and contacts for pni_world_recall in the next step. */
void pni_world_remember(pn_world *world);

/* world.c: refuses limits and dry friction of joints, and joints of three
   bodies, which no row of the problem would hold. */
int pni_world_check_joints(const pn_system *system, pn_error *error);

#endif
