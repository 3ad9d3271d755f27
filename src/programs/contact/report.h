/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The outputs of pantin-contact, whose result is a contact_run: a table of some
   twenty steps and a summary, JSON with the keys of pantin-contact(1), CSV with
   a row for every step, and a picture. */
#ifndef PROGRAMS_CONTACT_REPORT_H
#define PROGRAMS_CONTACT_REPORT_H

#include "programs/contact/kind.h"
#include "programs/program.h"

extern const program_outputs contact_outputs;

/* Starts the CSV of a run whose memory is there. Returns the error's code. */
int contact_csv_open(contact_run *run, const char *path, pn_error *error);
void contact_csv_free(contact_run *run);

/* Starts the CSV of --every instead, which contact_csv_free ends too; writes
   the bodies and contacts of the last step. Return the error's code. */
int contact_moments_open(contact_run *run, const char *path, pn_error *error);
int contact_moments_step(contact_run *run, pn_error *error);

/* Makes a replay of the states that were kept. */
struct replay *contact_replay(const void *result);

#endif
