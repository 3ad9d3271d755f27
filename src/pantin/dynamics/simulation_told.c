/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps the impacts of a step until it is known to be good: a step may be made
   again. There is room for many; one that has more is not made again. */
#include "pantin/dynamics/simulation_private.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/impulse.h"

#include <gsl/gsl_errno.h>

/* The most impacts that are kept: the puppet in its box has 24 in a step, on
   the mean. */
enum { ROOM = 256 };

struct pn_told {
  size_t count;
  int has_told; /* of some of the step already, for want of room */
  pn_impact_event event[ROOM];
};

void pni_simulation_tell(pn_simulation *s)
{
  struct pn_told *told = s->told;
  for (size_t k = 0; k < told->count; k++)
    s->settings.listener(&told->event[k], s->settings.listener_params);
  told->count = 0;
  told->has_told = 0;
}

void pni_simulation_forget_told(pn_simulation *s)
{
  s->told->count = 0;
}

int pni_simulation_has_told(const pn_simulation *s)
{
  return s->told->has_told;
}

/* Keeps an impact to tell of. */
static void keep(const pn_impact_event *event, void *params)
{
  pn_simulation *s = params;
  const int is_full = s->told->count == ROOM;
  if (is_full)
    pni_simulation_tell(s);
  s->told->has_told |= is_full;
  s->told->event[s->told->count++] = *event;
}

int pni_simulation_listen(pn_simulation *s)
{
  s->told = pn_alloc(1, sizeof *s->told);
  if (!s->told)
    return GSL_ENOMEM;
  pn_impact_listener *listener = s->settings.listener ? keep : NULL;
  s->impulse->listener = listener;
  s->impulse->listener_params = s;
  if (s->bounds) {
    s->bounds->listener = listener;
    s->bounds->listener_params = s;
  }
  return GSL_SUCCESS;
}
