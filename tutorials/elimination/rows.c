/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* rows MECHANISM ORDER: eliminates as the source describes it. The rows of J W
   J^T arrive one by one, each an ordered list, and are eliminated as they come,
   by the solutions of three exercises. Then the library eliminates the same
   matrix by block columns, and the program compares both.


   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section V. */
#include "equations.h"

#include "pantin/linear/factor.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Counts products of blocks in the lists. Each block right of a diagonal takes
   one for its F, and F is multiplied by all blocks of that row. */
static size_t count_products(my_entry *const *row, size_t n)
{
  size_t products = 0;
  for (size_t k = 0; k < n; k++) {
    const size_t right = equations_count(row, k, k + 1) - 1;
    products += right * (right + 1);
  }
  return products;
}

/* Counts products of blocks in the library, which has the lower triangle only
   and multiplies by those blocks that are not above. */
static size_t count_products_of(const pn_block_matrix *L)
{
  size_t products = 0;
  for (size_t k = 0; k < L->blocks; k++) {
    const size_t below = L->column[k + 1] - L->column[k] - 1;
    products += below + below * (below + 1) / 2;
  }
  return products;
}

/* Solves by the library with the same matrix and right-hand side; returns the
   largest difference, relative to the largest x. */
static double difference(const pn_block_matrix *A, pn_block_factor *factor,
                         const double *b, const pn_vec3 *x)
{
  double *y = calloc(A->rows, sizeof *y), most = 0, size = 0;
  mechanism_require(y && !pn_block_factor_set(factor, A), "it is singular");
  pn_block_factor_solve(factor, 1, b, y);
  for (size_t i = 0; i < A->blocks; i++) {
    const pn_vec3 own = pn_vec3_make(y[3 * i], y[3 * i + 1], y[3 * i + 2]);
    most = fmax(most, pn_vec3_norm(pn_vec3_sub(own, x[i])));
    size = fmax(size, pn_vec3_norm(own));
  }
  free(y);
  return most / size;
}

/* Eliminates and solves in both ways, and prints the counts. */
static void eliminate(pn_matrix *matrix)
{
  const size_t n = matrix->A->blocks;
  my_entry **row = equations_rows(matrix);
  const size_t before = (equations_count(row, 0, n) - n) / 2;
  for (size_t i = 0; i < n; i++)
    my_arrive(i, row);
  const size_t after = equations_count(row, 0, n) - n;

  double *b = calloc(3 * n, sizeof *b);
  pn_vec3 *x = calloc(n, sizeof *x);
  size_t *same = calloc(n, sizeof *same);
  mechanism_require(b && x && same, "out of memory");
  for (size_t i = 0; i < n; i++) {
    same[i] = i;
    x[i] = pn_vec3_make(1, sin((double)i), 0.385);
    b[3 * i] = x[i].x;
    b[3 * i + 1] = x[i].y;
    b[3 * i + 2] = x[i].z;
  }
  my_solve(n, row, x);
  pn_block_factor *factor = pn_block_factor_alloc(matrix->A, same);
  mechanism_require(factor != NULL, "out of memory");
  const double error = difference(matrix->A, factor, b, x);
  printf("lists:   %zu rows, %zu blocks right of the diagonal, %zu of fill, "
         "%zu products\n",
         n, after, after - before, count_products(row, n));
  printf("library: %zu columns, %zu blocks below the diagonal, %zu of fill, "
         "%zu products\n",
         n, pn_block_matrix_stored(factor->L) - n, factor->fill,
         count_products_of(factor->L));
  printf("they differ by %.1e of x\n", error);
  pn_block_factor_free(factor);
  free(same);
  free(x);
  free(b);
  equations_free(row, n);
}

int main(int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "puppet";
  const char *order_name = argc > 2 ? argv[2] : "leaves";
  gsl_set_error_handler_off();
  mechanism_require(!mechanism_keeps(order_name),
                    "orders: given, leaves, degree, root, random");
  pn_system *system = mechanism_alloc(name);
  pn_assembly *assembly = mechanism_assemble(system);
  size_t *order = mechanism_order(assembly, order_name);
  pn_matrix *matrix = mechanism_matrix(assembly, order_name, order);
  eliminate(matrix);
  free(order);
  pn_matrix_free(matrix);
  pn_assembly_free(assembly);
  pn_system_free(system);
  return EXIT_SUCCESS;
}
