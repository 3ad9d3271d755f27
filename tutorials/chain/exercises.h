/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The functions that the chain's exercises ask for. The notation is that of
   the library: nodes 0 .. bars, of which the first and the last are fixed,
   and bar i between the nodes i and i + 1. */
#ifndef PANTIN_TUTORIALS_CHAIN_EXERCISES_H
#define PANTIN_TUTORIALS_CHAIN_EXERCISES_H

#include "pantin/chain/chain.h"
#include "pantin/chain/kkt.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_matrix.h>

/* Computes the gradient of l = e + lambda^T c with respect to the nodes, gx and
   gy, (bars + 1) each; only the entries 1 .. bars - 1 are looked at. */
void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy);

/* Computes the Jacobian A of the constraints; A comes filled with zeros. Row i
   is bar i; columns are x_1 .. x_nn, y_1 .. y_nn, with nn = bars - 1. */
void my_jacobian(const pn_chain *chain, const double *x, const double *y,
                 gsl_matrix *A);

/* Computes the Hessian H of l with respect to the nodes; H comes filled with
   zeros. Rows and columns are x_1 .. x_nn, y_1 .. y_nn. */
void my_hessian(const pn_chain *chain, const double *lambda, gsl_matrix *H);

/* Solves [H A^T; A 0] (dp, dlambda) = -(g, c) for Newton's step. Returns GSL's
   error code, 0 if there is no error. */
int my_kkt_solve(const gsl_matrix *H, const gsl_matrix *A, const gsl_vector *g,
                 const gsl_vector *c, gsl_vector *dp, gsl_vector *dlambda);

/* Finds the first alpha = 1, 1/2, 1/4, ... that decreases phi enough by
   Armijo's rule. phi0 is phi at alpha = 0, `slope` its derivative there (<
   0). */
double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega);

typedef enum { MY_MINIMUM, MY_MAXIMUM, MY_SADDLE } my_kind;

/* Finds the kind of a stationary point of a chain of so many bars, from the
   eigenvalues of its KKT matrix, (size), none of which is 0. */
my_kind my_classify(const double *eigenvalue, size_t size, size_t bars);

/* Makes one step of block elimination: subtracts from block D the part of the
   block before it. S is the node's part of that block's inverse, lambda the
   multiplier of the bar between the two nodes, (dx, dy) the bar. */
void my_eliminate(pn_chain_block S, double lambda, double dx, double dy,
                  double D[6]);

/* Hangs up a chain in the air, all bars of which are pulled when it rests:
   computes the nodes (x, y), (bars + 1), from the lengths [m] and weights [N]
   of the bars, (bars), the loads [N] at the nodes, (bars + 1), and the far end
   [m], which is on the right. Returns 0, or 1 if there is no answer. */
int my_hang(size_t bars, const double *length, const double *weight,
            const double *load, const double end[2], double *x, double *y);

/* The entries of D, a symmetric block over (x, y, lambda). */
enum { MY_XX, MY_XY, MY_YY, MY_XL, MY_YL, MY_LL };

#endif
