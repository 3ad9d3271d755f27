/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The impulses that a replay shows as arrows. */
#include "programs/contact/kind.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_rigid.h"

#include <gsl/gsl_errno.h>

/* Makes room for so many more. GSL_SUCCESS or GSL_ENOMEM. */
static int reserve(contact_run *run, size_t more)
{
  const size_t wanted = run->impulses + more;
  if (wanted <= run->impulse_room)
    return GSL_SUCCESS;
  contact_impulse *larger =
      pn_realloc(run->impulse, 2 * wanted, sizeof *run->impulse);
  if (!larger)
    return GSL_ENOMEM;
  run->impulse = larger;
  run->impulse_room = 2 * wanted;
  return GSL_SUCCESS;
}

/* Returns the direction of a row of friction on its first (0) or second body,
   which moves. */
static pn_vec3 direction(const pn_rigid_delassus *R, size_t row, int end)
{
  const size_t body = end ? R->pair[row].j : R->pair[row].i;
  const double *g = R->G + PN_RIGID_ROW * row + PN_RIGID_BLOCK * (size_t)end;
  return pn_vec3_scale(1 / R->root[body].linear,
                       pn_vec3_make(g[0], g[1], g[2]));
}

/* Returns the impulse of contact c on the upper of its bodies, or on the one
   that moves. */
static contact_impulse impulse_of(const contact_run *run, size_t c)
{
  const pn_frame_state *of = &run->moment.of;
  const double *p = of->point + 3 * c, *n = of->normal + 3 * c;
  const size_t i = (size_t)of->pair[2 * c], j = (size_t)of->pair[2 * c + 1];
  const size_t row = (size_t)of->row[c];
  const pn_vec3 normal = {n[0], n[1], n[2]};
  const pn_vec3 gravity =
      run->pile ? run->pile->balls->gravity : run->bodies->system->gravity;
  const int upper = pn_vec3_dot(normal, gravity) <= 0;
  const int end = i >= of->bodies || (j < of->bodies && upper);
  contact_impulse found = {
      .point = {p[0], p[1], p[2]},
      .push = pn_vec3_scale(end ? of->lambda[row] : -of->lambda[row], normal)};
  for (size_t k = 1; run->world && k < pn_world_contact_rows(run->world); k++)
    found.friction = pn_vec3_add_scaled(found.friction, of->lambda[row + k],
                                        direction(run->world->R, row + k, end));
  return found;
}

int contact_keep_impulses(contact_run *run)
{
  if (run->kind->state(&run->moment, run) ||
      reserve(run, run->moment.of.contacts))
    return GSL_ENOMEM;
  for (size_t c = 0; c < run->moment.of.contacts; c++) {
    const contact_impulse found = impulse_of(run, c);
    if (pn_vec3_norm(found.push) > 0)
      run->impulse[run->impulses++] = found;
  }
  return GSL_SUCCESS;
}
