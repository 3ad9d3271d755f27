/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A direct solver on a face: some rows and columns of a sparse matrix. */
#ifndef PANTIN_CONTACT_FACE_PRIVATE_H
#define PANTIN_CONTACT_FACE_PRIVATE_H

#include <stddef.h> /* gsl_spmatrix.h forgets it */
#include <gsl/gsl_spmatrix.h>

/* Solves A_FF d_F = r_F, F the rows i with face[i] != 0, by a sparse
   factorisation; d is 0 elsewhere. A is symmetric positive semidefinite in
   CSR; face, r, d: (n). Rows of F that depend on others get d = 0 and are
   counted in *dropped. GSL_SUCCESS, GSL_ENOMEM, or GSL_EDOM if A_FF is
   indefinite. */
int pni_face_solve(const gsl_spmatrix *A, const char *face, const double *r,
                   double *d, size_t *dropped);

#endif
