/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
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

/* Makes a new entry before `next`. Ends the program if memory is short. */
my_entry *my_entry_new(size_t column, pn_mat3 block, my_entry *next);

/* Frees the first entry; returns the rest of the row. */
my_entry *my_entry_drop(my_entry *row);

/* Frees the whole row. */
void my_row_free(my_entry *row);

/* Computes a - b. */
static inline pn_mat3 my_difference(pn_mat3 a, pn_mat3 b)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a.m[i][j] -= b.m[i][j];
  return a;
}

/* Subtracts F other from `row`, which it changes; returns the row's first
   entry. */
my_entry *my_subtract(my_entry *row, pn_mat3 F, const my_entry *other);

/* Eliminates row i of a symmetric matrix, which has just arrived whole. Rows 0
   .. i - 1 are eliminated already: row k begins with its diagonal block, and so
   must row i. */
void my_arrive(size_t i, my_entry **row);

/* Replaces x by A^-1 x, after all n rows have been eliminated. */
void my_solve(size_t n, my_entry *const *row, pn_vec3 *x);

/* Counts the new edges that the elimination of all n vertices in this order
   makes. joined[a * n + b] is 1 if there is an edge between a and b, otherwise
   0; both halves are given, and may be changed. */
size_t my_fill(size_t n, int *joined, const size_t *order);

/* Makes one Gauss-Seidel sweep over the n rows of A x = b, which are not
   eliminated. */
void my_sweep(size_t n, my_entry *const *row, const pn_vec3 *b, pn_vec3 *x);

/* Replaces x, (n), by A^-1 x for the joints of a tree. */
typedef void my_solver(double *x, void *params);

enum { MY_ROWS_MAX = 64 };

/* Solves for a tree with one more joint, which closes a loop:

     [ A    B ] (x )   (f)
     [ B^T  C ] (mu) = (g).

   BT = B^T, (3 x n), row by row; f and x: (n); n is at most MY_ROWS_MAX. */
void my_loop(size_t n, my_solver *solve, void *params, const double *BT,
             pn_mat3 C, const double *f, pn_vec3 g, double *x, pn_vec3 *mu);

/* A 6 x 6 matrix on (v, omega), by value: m[row][column]. */
typedef struct {
  double m[6][6];
} my_mat6;

/* Computes X^T A X. */
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

/* Computes the inertia that a parent feels of a body with the articulated
   inertia I, which hangs from it by a hinge: s is the motion that the hinge
   allows, X carries the parent's (v, omega) to the body's. */
my_mat6 my_articulated(my_mat6 I, const double s[6], my_mat6 X);

/* Finds an order in which to eliminate n vertices with little fill. joined[a *
   n + b] is 1 if there is an edge between a and b, otherwise 0; both halves are
   given, and may be changed. `order`, (n), is to hold each vertex once. */
void my_order(size_t n, int *joined, size_t *order);

#endif
