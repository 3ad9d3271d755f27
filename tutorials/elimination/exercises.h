/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that the exercises on elimination ask for, and the lists that
   they work on. A block is 3 x 3, as that of a ball joint. */
#ifndef PANTIN_TUTORIALS_ELIMINATION_EXERCISES_H
#define PANTIN_TUTORIALS_ELIMINATION_EXERCISES_H

#include "pantin/base/mat3.h"

#include <stddef.h>

/* A row of a sparse matrix: its blocks that are not zero, in a list, by
   ascending columns. */
typedef struct my_entry {
  size_t column;
  pn_mat3 block;
  struct my_entry *next; /* NULL: the row ends here */
} my_entry;

/* A new entry before `next`. Ends the program when memory is short. */
my_entry *my_entry_new(size_t column, pn_mat3 block, my_entry *next);

/* Takes the first entry away; returns the rest of the row. */
my_entry *my_entry_drop(my_entry *row);

/* Frees the whole row. */
void my_row_free(my_entry *row);

/* A - B */
static inline pn_mat3 my_difference(pn_mat3 a, pn_mat3 b)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a.m[i][j] -= b.m[i][j];
  return a;
}

/* row - F other, in the place of `row`; returns its first entry. */
my_entry *my_subtract(my_entry *row, pn_mat3 F, const my_entry *other);

/* Row i of a symmetric matrix has arrived whole; rows 0 .. i - 1 are eliminated
   already, so that row k begins with its diagonal block. Makes the same of row
   i. */
void my_arrive(size_t i, my_entry **row);

/* x = A^-1 x, after all n rows have been eliminated. */
void my_solve(size_t n, my_entry *const *row, pn_vec3 *x);

/* How many new edges the elimination of all n vertices in this order makes.
   joined[a * n + b] is 1 if there is an edge between a and b, otherwise 0; both
   halves are given, and may be changed. */
size_t my_fill(size_t n, int *joined, const size_t *order);

/* One Gauss-Seidel sweep over the n rows of A x = b, not eliminated. */
void my_sweep(size_t n, my_entry *const *row, const pn_vec3 *b, pn_vec3 *x);

/* x = A^-1 x for the joints of a tree; (n). */
typedef void my_solver(double *x, void *params);

enum { MY_ROWS_MAX = 64 };

/* A tree with one more joint, which closes a loop:

     [ A    B ] (x )   (f)
     [ B^T  D ] (mu) = (g).

   BT = B^T, (3 x n), row by row; f and x: (n); n is at most MY_ROWS_MAX. */
void my_loop(size_t n, my_solver *solve, void *params, const double *BT,
             pn_mat3 D, const double *f, pn_vec3 g, double *x, pn_vec3 *mu);

/* A 6 x 6 matrix on (v, omega), by value: m[row][column]. */
typedef struct {
  double m[6][6];
} my_mat6;

/* X^T A X */
static inline my_mat6 my_congruent(my_mat6 X, my_mat6 A)
{
  my_mat6 out = {{{0}}};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 6; k++)
        for (int l = 0; l < 6; l++)
          out.m[i][j] += X.m[k][i] * A.m[k][l] * X.m[l][j];
  return out;
}

/* What the parent feels of a body with the articulated inertia I, which it
   carries by a hinge: S is the motion that the hinge allows, X carries the
   parent's (v, omega) to the body's. */
my_mat6 my_articulated(my_mat6 I, const double S[6], my_mat6 X);

#endif
