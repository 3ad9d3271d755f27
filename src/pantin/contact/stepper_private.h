/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PANTIN_CONTACT_STEPPER_PRIVATE_H
#define PANTIN_CONTACT_STEPPER_PRIVATE_H

#include "pantin/contact/stepper.h"
#include "pantin/lcp/operator_balls.h"

/* Finds all contacts of the balls where they are and as they move, and makes
   the stepper's problem of them; sets info.contacts, penetration, missed and
   rebound, and start, from the step before if the settings say so. GSL_SUCCESS,
   GSL_ENOMEM or GSL_ETABLE. */
int pni_stepper_find_contacts(pn_stepper *stepper);

/* Returns the most contacts that so many balls may have. */
size_t pni_stepper_most(const pn_balls *balls);

/* Returns the row of the problem that is contact c, counted ball after ball. */
size_t pni_stepper_row(const pn_stepper *stepper, size_t c);

#endif
