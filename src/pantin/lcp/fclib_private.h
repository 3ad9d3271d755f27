/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
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

/* An entry of a matrix. */
typedef struct {
  size_t row, column;
  double x;
} pni_entry;

/* Entries in any order; those at the same place are added up. */
typedef struct {
  pni_entry *entry; /* (count), owned */
  size_t count;
} pni_entries;

/* Adds one entry of a matrix, of which there is room; and its mirror image if
   `twice`. */
void pni_fclib_add(pni_entries *all, size_t row, size_t column, double x,
                   int twice);

/* Makes room for so many entries more. -1 when memory is short. */
int pni_fclib_reserve(pni_entries *all, size_t more);

/* Makes a matrix (rows x columns) in compressed rows. */
pni_fault pni_fclib_compress(pni_entries *all, size_t rows, size_t columns,
                             gsl_spmatrix **A);

/* How a matrix is taken: as it is, or transposed. */
enum { PNI_AS_IT_IS, PNI_TRANSPOSED };

/* Reads a whole matrix, which must have these sizes as it is in the file. */
pni_fault pni_fclib_get_one(hid_t problem, const char *name, size_t rows,
                            size_t columns, int how, gsl_spmatrix **A);

/* Gives the problem this matrix, after making it symmetric: each entry becomes
   the mean of itself and its mirror image. Sets by how much the two differed,
   as a share of the diagonal; a matrix that differs by more than
   PN_FCLIB_ASYMMETRY stays as it is. */
pni_fault pni_fclib_set_matrix(pn_lcp *lcp, gsl_spmatrix *A, double *asymmetry);

/* Condenses a global problem (fclib_global.c) to A and b. */
pni_fault pni_fclib_condense(hid_t problem, hid_t vectors, size_t n,
                             pn_lcp *lcp, double *asymmetry);

/* Puts A together from the problem's matrices W, V and R; its first m rows
   belong to contacts. */
pni_fault pni_fclib_get_matrix(hid_t problem, pn_lcp *lcp, size_t m,
                               double *asymmetry);

#endif
