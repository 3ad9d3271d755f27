/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that read FCLIB share. */
#ifndef PANTIN_LCP_FCLIB_PRIVATE_H
#define PANTIN_LCP_FCLIB_PRIVATE_H

#include "pantin/lcp/fclib.h"
#include "pantin/base/hdf5_private.h"

/* A sentence that says what is wrong with a file; NULL: nothing. */
typedef const char *pni_fault;

extern const char pni_fclib_no_memory[];

/* Tells whether the group has a member of that name. */
int pni_fclib_has(hid_t at, const char *name);

/* Opens a group, to be closed by the caller; returns -1 if there is none. */
hid_t pni_fclib_group(hid_t at, const char *name);

/* Puts A together from the problem's matrices W, V and R; its first m rows
   belong to contacts. */
pni_fault pni_fclib_get_matrix(hid_t problem, pn_lcp *lcp, size_t m);

#endif
