/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes contact problems of a run to files: to one recording of all steps, or
   single problems. */
#ifndef PROGRAMS_CONTACT_RECORD_H
#define PROGRAMS_CONTACT_RECORD_H

#include "programs/contact/kind.h"

/* Checks that the file that was asked for can hold problems of this scene, and
   begins a recording, with the text of the scene of that path. Returns the
   error's code. */
int contact_record_begin(contact_run *run, const contact_request *asked,
                         const char *scene, pn_error *error);

/* Writes the problem of the last step, if it is wanted, and counts it. Returns
   the error's code. */
int contact_record_step(contact_run *run, const contact_request *asked,
                        pn_error *error);

/* Ends the recording, or writes the problem of the last step, if no numbers
   were asked for. Returns the error's code. */
int contact_record_end(contact_run *run, const contact_request *asked,
                       pn_error *error);

/* Tells whether a problem that was asked for had no contacts, and so could not
   be written as a matrix. Returns the error's code. */
int contact_record_missing(const contact_run *run, const contact_request *asked,
                           pn_error *error);

#endif
