/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One contact with Coulomb's cone: its rows of A, and its impulse
   r = (r_N, r_T) in the cone K = { |r_T| <= mu r_N }, with one or two
   tangents. */
#ifndef PANTIN_LCP_CONE_PRIVATE_H
#define PANTIN_LCP_CONE_PRIVATE_H

#include "pantin/lcp/lcp.h"

/* The most rows of a contact: a normal and two tangents. */
enum { PNI_CONTACT_ROWS = 3 };

/* Returns the number of rows, from row i on, that belong to one contact: its
   normal and the tangents that follow; 1 for any other row. */
size_t pni_contact_rows(const pn_lcp *lcp, size_t i);

/* Checks that the tangents of each contact follow its normal, two at most. */
int pni_contact_check(const pn_lcp *lcp, pn_error *error);

/* Checks also that they have one mu, and the normal the bounds 0 and
   infinity. */
int pni_cone_check(const pn_lcp *lcp, pn_error *error);

/* Finds the impulse r of one contact that obeys Coulomb's law with the velocity
   u = W r + q: W is symmetric, (rows x rows), row by row with `rows` entries
   each; q and r, (rows). */
void pni_cone_solve(size_t rows, const double *W, const double *q, double mu,
                    double *r);

/* Computes the natural map of a contact, r - P_K(r - (u + mu |u_T| e_N) / D):
   0 exactly where r and u obey Coulomb's law; all (rows). */
void pni_cone_natural(size_t rows, double mu, double D, const double *r,
                      const double *u, double *map);

/* Measures lambda as pn_lcp_measure does; with `cone` set, contacts with
   friction are measured by Coulomb's law with their mu, in the place of their
   bounds. */
void pni_lcp_measure(const pn_lcp *lcp, int cone, const double *lambda,
                     double *w, double *scratch, pn_lcp_residual *residual);

/* Does the same where w is A lambda already, without a product. */
void pni_lcp_measure_product(const pn_lcp *lcp, int cone, const double *lambda,
                             double *w, pn_lcp_residual *residual);

#endif
