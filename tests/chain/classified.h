/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A chain and a point of it to be classified, and the oracle of the tests: the
   reduced Hessian, formed densely with a null space by QR. */
#ifndef PANTIN_TESTS_CHAIN_CLASSIFIED_H
#define PANTIN_TESTS_CHAIN_CLASSIFIED_H

#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"

#include <gsl/gsl_vector.h>

/* What a test classifies, owned; freed by the fixture classified_free. */
extern pn_chain *chain;
extern pn_chain_point *point;

void classified_free(void);

/* Classifies the point of the chain. */
pn_chain_class classified(void);

/* Makes the point from its free nodes, (bars - 1) each, and lambda, (bars). */
void classified_fill(const double *x, const double *y, const double *lambda);

/* Moves the point to where a method ends, which must have converged. */
void classified_run(const pn_chain_method *method, pn_chain_settings settings);

/* Returns the eigenvalues of Z^T H Z, ascending, for H the Hessian of
   sum lambda_i |p_{i+1} - p_i|^2 and Z an orthonormal basis of what is at right
   angles to the gradients of all bars and of the `active` contacts (mu > 0);
   NULL if nothing is. */
gsl_vector *reduced_eigenvalues(const pn_chain *of, const pn_chain_point *p,
                                size_t active);

/* Returns how many are negative. */
size_t reduced_negative(const gsl_vector *e);

#endif
