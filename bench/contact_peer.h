/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solvers of contact problems, own and others', behind one face; and problems
   for them. */
#ifndef PANTIN_BENCH_CONTACT_PEER_H
#define PANTIN_BENCH_CONTACT_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>

/* A contact problem 0 <= lambda, w = A lambda + b >= 0, lambda^T w = 0, in
   plain arrays: by the entries of A in CSR, and by its contacts, of which
   b = J v. */
typedef struct {
  size_t rows, bodies;
  const int *begin, *column; /* CSR, (rows + 1) and (begin[rows]) */
  const double *A, *b;
  const unsigned (*pair)[2];   /* bodies i, j of each contact; `bodies` is the
                                  wall */
  const double (*normal)[3];   /* from i to j */
  const double *inverse_mass;  /* (bodies) */
  const double (*velocity)[3]; /* before the contacts act, (bodies), or NULL */
  void *lcp;                   /* the same as a pn_lcp */
} contact_problem;

typedef struct {
  const char *method; /* of those who have several */
  size_t iterations;  /* most to be taken */
  double tolerance;   /* to be reached; 0: all iterations are taken */
  const char *rows;   /* their order in Pantin's sweeps; NULL: as they stand */
} contact_order;

/* How a solver works. start: once, not timed; NULL if it cannot. run: from
   lambda = 0; 0 if well; lambda, (rows), receives the answer. */
typedef struct {
  void *(*start)(const contact_problem *problem, const contact_order *order);
  int (*run)(void *state, double *lambda);
} contact_peer;

extern const contact_peer *const contact_pantin; /* by the factors */
extern const contact_peer *const contact_pantin_entries;
extern const contact_peer *const contact_siconos; /* "pgs", sparse; others by
                                                     a full matrix */
extern const contact_peer *const contact_siconos_check; /* its error check
                                                           alone, that often */
extern const contact_peer *const contact_ode;           /* its quick step */
extern const contact_peer *const contact_bullet; /* sequential impulses */

#ifdef __cplusplus
}
#endif

#endif
