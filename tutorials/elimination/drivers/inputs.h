/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sparse matrices for the drivers of the exercises, dense and as lists. Each
   function ends the program if memory is short. */
#ifndef PANTIN_TUTORIALS_ELIMINATION_INPUTS_H
#define PANTIN_TUTORIALS_ELIMINATION_INPUTS_H

#include "elimination/exercises.h"
#include "exercise.h"

#include <gsl/gsl_matrix.h>

/* How many random inputs an exercise is tried on, and the most block rows. */
enum { ELIMINATION_INPUTS = 8, ELIMINATION_ROWS_MAX = 16 };

typedef struct {
  size_t n;       /* block rows */
  gsl_matrix *A;  /* symmetric, positive definite, (3 n x 3 n) */
  my_entry **row; /* the same as lists, (n) */
} elimination_input;

/* Calls `check` for the inputs `first` .. ELIMINATION_INPUTS - 1, each of which
   it names to the exercise: matrices with a block for each edge of a random
   tree, every other one also with blocks for some more edges. */
void elimination_check_each(exercise *e, size_t first,
                            void (*check)(exercise *e, elimination_input *in));

/* Reads the block (i, j) of a dense matrix. */
pn_mat3 elimination_block(const gsl_matrix *A, size_t i, size_t j);

/* Compare a block, or a vector, with the one expected. */
void elimination_compare(exercise *e, pn_mat3 got, pn_mat3 expected,
                         double allowed, size_t i, size_t j);
void elimination_compare_vector(exercise *e, pn_vec3 got, const double *right,
                                double allowed, size_t i);

/* Solves A x = b by a dense LU factorisation with pivoting; x and b have as
   many components as A has rows. */
void elimination_dense_solve(const gsl_matrix *A, const double *b, double *x);

/* Draws a vector with components in [-1, 1[, to be freed with free. */
double *elimination_vector(size_t n, gsl_rng *random);

#endif
