/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* In the place of collision.c where Pantin is built without ODE: no collision
   can be made, so that there is none to search. */
#include "pantin/contact/collision.h"

#include <gsl/gsl_errno.h>

pn_collision *pn_collision_alloc(const pn_geom *geom, size_t geoms,
                                 const pn_collision_settings *settings,
                                 const size_t (*joined)[2], size_t count,
                                 pn_error *error)
{
  (void)geom, (void)geoms, (void)settings, (void)joined, (void)count;
  pn_error_set(error, GSL_EUNSUP, NULL, 0,
               "the contacts of rigid bodies are found by ODE, and Pantin was "
               "built without ODE");
  return NULL;
}

int pn_collision_find(pn_collision *collision, const pn_motion *body)
{
  (void)collision, (void)body;
  return GSL_EUNSUP;
}

void pn_collision_free(pn_collision *collision)
{
  (void)collision;
}
