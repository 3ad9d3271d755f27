/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A compound: one rigid body put together from several. */
#ifndef PANTIN_CONTACT_COMPOUND_H
#define PANTIN_CONTACT_COMPOUND_H

#include "pantin/body/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts together `count` components, which have mass, inertia and pose. Returns
   a body without shape: with their mass, and their inertia about the common
   centre of mass, at the pose that leaves the components where they are. Their
   poses are rewritten in its frame. */
pn_body pn_compound_make(size_t count, pn_body *component);

#ifdef __cplusplus
}
#endif

#endif
