/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Entries of a matrix in the order of a file, on their way to CSR. */
#ifndef PANTIN_LCP_TRIPLETS_PRIVATE_H
#define PANTIN_LCP_TRIPLETS_PRIVATE_H

#include "pantin/base/error.h"

#include <stddef.h> /* gsl_spmatrix.h does not include it */
#include <gsl/gsl_spmatrix.h>

typedef struct {
  int i, j; /* from 0 */
  int line; /* of the file */
  double a;
} pni_triplet;

typedef struct {
  pni_triplet *entry; /* (room), owned */
  size_t count, room;
} pni_triplets;

/* Adds an entry. GSL_SUCCESS or GSL_ENOMEM. */
int pni_triplets_add(pni_triplets *entries, size_t i, size_t j, double a,
                     int line);

/* Makes the (n x n) matrix in CSR with ascending columns, n > 0; NULL and the
   error filled, with the file's `name`, if an entry is given twice or memory is
   short. */
gsl_spmatrix *pni_triplets_compress(const pni_triplets *entries, size_t n,
                                    const char *name, pn_error *error);

/* Returns the first line that has an entry of row i; 0 if none has. */
int pni_triplets_line(const pni_triplets *entries, size_t i);

void pni_triplets_clear(pni_triplets *entries);

#endif
