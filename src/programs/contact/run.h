/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Simulates a scene of either kind: step after step, with the states that an
   animation shows, and the contact problems that are recorded. */
#ifndef PROGRAMS_CONTACT_RUN_H
#define PROGRAMS_CONTACT_RUN_H

#include "programs/contact/kind.h"
#include "programs/program.h"

/* Opens the program's scene, and simulates it to the end or an interruption.
   Returns the error's code; afterwards the run is to be freed in any case. */
int contact_run_simulate(contact_run *run, const contact_request *asked,
                         program *self);

void contact_run_free(contact_run *run);

#endif
