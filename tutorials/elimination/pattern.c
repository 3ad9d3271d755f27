/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pattern MECHANISM ORDER: prints which blocks of the matrix are not zero
   before and after the elimination in this order, how many are fill, and what
   it costs. (The rows are printed in the order of elimination; joints as j,
   bodies, if the order keeps them, as b.) `pattern MECHANISM ORDER points`
   prints row, column and 1 for fill, for a picture. No number of the matrix is
   computed. */
#include "mechanism.h"

#include "pantin/linear/factor.h"

#include <gsl/gsl_errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns 'X' where A has a block, '+' where only L has one, '.' elsewhere. */
static char sign(const pn_block_matrix *A, const pn_block_factor *factor,
                 size_t i, size_t j)
{
  const size_t low = i > j ? i : j, left = i > j ? j : i;
  const size_t a = factor->order[low], b = factor->order[left];
  if (pn_block_matrix_at(A, a > b ? a : b, a > b ? b : a))
    return 'X';
  return pn_block_matrix_at(factor->L, low, left) ? '+' : '.';
}

static void print_matrix(const pn_block_matrix *A, size_t joints,
                         const pn_block_factor *factor)
{
  for (size_t i = 0; i < A->blocks; i++) {
    const size_t k = factor->order[i];
    printf("%c%-2zu ", k < joints ? 'j' : 'b', k < joints ? k : k - joints);
    for (size_t j = 0; j < A->blocks; j++)
      printf(" %c", sign(A, factor, i, j));
    putchar('\n');
  }
}

static void print_points(const pn_block_matrix *A,
                         const pn_block_factor *factor)
{
  for (size_t i = 0; i < A->blocks; i++)
    for (size_t j = 0; j < A->blocks; j++)
      if (sign(A, factor, i, j) != '.')
        printf("%zu %zu %d\n", i, j, sign(A, factor, i, j) == '+');
}

int main(int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "puppet";
  const char *order_name = argc > 2 ? argv[2] : "leaves";
  gsl_set_error_handler_off();
  pn_system *system = mechanism_alloc(name);
  pn_assembly *assembly = mechanism_assemble(system);
  pn_matrix *matrix = mechanism_matrix(assembly, order_name, NULL);
  size_t *order = mechanism_order(assembly, order_name);
  pn_block_factor *factor = pn_block_factor_alloc(matrix->A, order);
  mechanism_require(factor != NULL, "out of memory");
  if (argc > 3)
    print_points(matrix->A, factor);
  else {
    print_matrix(matrix->A, system->joints, factor);
    printf("%zu blocks below the diagonal, %zu of fill, %" PRIu64
           " multiply-adds\n",
           pn_block_matrix_stored(factor->L) - matrix->A->blocks, factor->fill,
           factor->operations);
  }
  pn_block_factor_free(factor);
  free(order);
  pn_matrix_free(matrix);
  pn_assembly_free(assembly);
  pn_system_free(system);
  return EXIT_SUCCESS;
}
