/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact problems of a run, to files. */
#ifndef PROGRAMS_CONTACT_RECORD_H
#define PROGRAMS_CONTACT_RECORD_H

#include "programs/contact/request.h"

/* Writes the problem of this step, if it was asked for by its number, and
   counts it. The error's code. */
int contact_record_step(pn_lcp *lcp, const contact_request *asked, size_t step,
                        size_t *recorded, pn_error *error);

/* The same at the end of the run, for which no number is asked. */
int contact_record_last(pn_lcp *lcp, const contact_request *asked,
                        size_t *recorded, pn_error *error);

#endif
