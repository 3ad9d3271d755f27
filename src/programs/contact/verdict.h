/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The verdict on a run of pantin-contact. */
#ifndef PROGRAMS_CONTACT_VERDICT_H
#define PROGRAMS_CONTACT_VERDICT_H

#include "programs/contact/kind.h"

/* Says whether the steps were good, and if not what helps, as far as that is
   known. */
void contact_verdict(FILE *stream, const contact_run *run);

#endif
