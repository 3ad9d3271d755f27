/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that read FCLIB share. */
#ifndef PANTIN_LCP_FCLIB_PRIVATE_H
#define PANTIN_LCP_FCLIB_PRIVATE_H

#include "pantin/lcp/fclib.h"
#include "pantin/base/hdf5_private.h"

/* What is wrong with a file, for the message; NULL: nothing. */
typedef const char *pni_fault;

extern const char pni_fclib_no_memory[];

/* Whether there is something of that name. */
int pni_fclib_has(hid_t at, const char *name);

/* A group, to be closed; -1 if there is none. */
hid_t pni_fclib_group(hid_t at, const char *name);

/* A of the problem's matrices W, V and R; its first m rows are those of
   contacts. */
pni_fault pni_fclib_get_matrix(hid_t problem, pn_lcp *lcp, size_t m);

#endif
