/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes contact problems of a run to files. */
#ifndef PROGRAMS_CONTACT_RECORD_H
#define PROGRAMS_CONTACT_RECORD_H

#include "programs/contact/request.h"

/* Writes the problem of this step, if its number was asked for, and counts it.
   Returns the error's code. */
int contact_record_step(pn_lcp *lcp, const contact_request *asked, size_t step,
                        size_t *recorded, pn_error *error);

/* Writes the problem of the last step, if no numbers were asked for, and counts
   it. Returns the error's code. */
int contact_record_last(pn_lcp *lcp, const contact_request *asked,
                        size_t *recorded, pn_error *error);

#endif
