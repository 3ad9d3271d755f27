/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Random complementarity problems for the tests, some of them made from a known
   solution. Numbers are drawn from `random`. All functions fail the test when
   memory is short. */
#ifndef PANTIN_TESTS_CONTACT_PROBLEMS_H
#define PANTIN_TESTS_CONTACT_PROBLEMS_H

#include "pantin/lcp/lcp.h"

#include <gsl/gsl_rng.h>

/* Makes contacts between random pairs of bodies of random masses, one in three
   with the wall; random normals, b in [-1, 1[. */
pn_lcp *problem_contacts(gsl_rng *random, size_t contacts, size_t bodies);

/* Makes a problem of n rows with A = G G^T / n + shift, G random (n x rank),
   stored by entries, and b in [-1, 1[. */
pn_lcp *problem_dense(gsl_rng *random, size_t n, size_t rank, double shift);

/* Makes a stack of balls of these masses [kg], the first on the ground, that
   falls by 0.2 m/s in a step: A is tridiagonal, b = (-0.2, 0, ..., 0). */
pn_lcp *problem_stack(size_t balls, const double *mass);

/* Murty's problem made symmetric, A = L L^T with L = 1 on the diagonal, 2
   below, and b = -1: it takes Lemke's method 2^n - 1 pivots or so.
   Source: Fathi (1979), Computational complexity of LCPs associated with
   positive definite symmetric matrices. */
pn_lcp *problem_murty(size_t n);

/* Draws bounds of every kind: none, one or two, equal ones, infinite ones. */
void problem_draw_bounds(gsl_rng *random, pn_lcp *lcp);

/* Chooses a solution lambda, (n), within the bounds, a third of the rows at one
   of them (with w of the right sign; `degenerate`: sometimes 0), and sets b so
   that lambda solves the problem. */
void problem_backwards(gsl_rng *random, pn_lcp *lcp, int degenerate,
                       double *lambda);

/* Returns the matrix of the problem as an array, entry i n + j, to be freed
   with free. */
double *problem_matrix(const pn_lcp *lcp);

/* Reads an FCLIB file, which must be refused with these words in the error. */
void problem_refused(const char *path, const char *because);

#endif
