/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Complementarity problems as text files, of three kinds.

   Contacts, as recorded from a simulation; the matrix is A = J W J^T, and
   body 0 is what does not move:

       pantin-lcp 1
       bodies 2
         0.5 0.25                      # inverse masses [1/kg]
       contacts 2
         0 1  0 1 0  -0.2  0 inf       # i j, normal, b, lo, hi
         1 2  0 1 0   0.1  0 inf

   MatrixMarket: NAME.mtx with A (coordinate or array, general or symmetric),
   and beside it NAME_b.mtx with an array of one column, b, or of three, b, lo
   and hi.

   Dense text: n, then A row by row, b, and possibly lo and hi. Comments begin
   with '#'. Without lo and hi the bounds are 0 and infinity. */
#ifndef PANTIN_LCP_LCP_FILE_H
#define PANTIN_LCP_LCP_FILE_H

#include "pantin/lcp/lcp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most rows that are read, sparse and dense, and the most of a matrix that
   is checked for definiteness. */
enum {
  PN_LCP_ROWS_MAX = 10000000,
  PN_LCP_DENSE_MAX = 10000,
  PN_LCP_DEFINITE_MAX = 3000
};

/* Reads a problem and checks it (pn_lcp_check, and up to PN_LCP_DEFINITE_MAX
   rows pn_lcp_check_definite). NULL, and the error filled with file and line,
   when the file cannot be read or holds no valid problem. */
pn_lcp *pn_lcp_read(const char *path, pn_error *error);

/* Reads a problem from memory; `name` stands for the file in messages. A
   MatrixMarket text has no file with b beside it and gets zeros. */
pn_lcp *pn_lcp_read_string(const char *name, const char *text, size_t length,
                           pn_error *error);

/* Writes a problem so that it reads back to the same bits: as MatrixMarket if
   the path ends in ".mtx", else as contacts. GSL_EINVAL if there is no matrix,
   or for contacts if it is not given by the factors of balls; GSL_ENOMEM; else
   as pn_file_commit. */
int pn_lcp_write(const pn_lcp *lcp, const char *path, pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
