/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Counts the multiply-adds that an elimination will cost, before any number of
   the matrix is known. `growth orders` compares orders of elimination, `growth
   solvers` shows how the work grows with the number of bodies, and `growth net`
   compares elimination with conjugate gradients on nets and blocks of
   bodies. */
#include "mechanism.h"

#include "pantin/multipliers/multipliers.h"
#include "pantin/linear/factor.h"
#include "pantin/linear/order.h"

#include <gsl/gsl_errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const order_name[] = {"leaves", "degree", "given", "root",
                                         "random"};
enum { ORDERS = sizeof order_name / sizeof order_name[0] };

/* Analyses the elimination in this order. */
static pn_block_factor *analysed(const pn_assembly *assembly, const char *name)
{
  pn_matrix *matrix = mechanism_matrix(assembly, name, NULL);
  size_t *order = mechanism_order(assembly, name);
  pn_block_factor *factor = pn_block_factor_alloc(matrix->A, order);
  mechanism_require(factor != NULL, "out of memory");
  free(order);
  pn_matrix_free(matrix);
  return factor;
}

/* Prints blocks of fill, and multiply-adds of the factorisation. */
static void show_orders(void)
{
  static const char *const name[] = {"puppet",   "chain:100", "tree:127",
                                     "ring:100", "star:30",   "net:10"};
  printf("%-10s %6s", "", "joints");
  for (size_t o = 0; o < ORDERS; o++)
    printf(" %16s", order_name[o]);
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    pn_system *system = mechanism_alloc(name[k]);
    pn_assembly *assembly = mechanism_assemble(system);
    printf("\n%-10s %6zu", name[k], system->joints);
    for (size_t o = 0; o < ORDERS; o++) {
      pn_block_factor *factor = analysed(assembly, order_name[o]);
      printf(" %6zu %9" PRIu64, factor->fill, factor->operations);
      pn_block_factor_free(factor);
    }
    pn_assembly_free(assembly);
    pn_system_free(system);
  }
  putchar('\n');
}

/* Counts the multiply-adds of matrix, factorisation and one solve. */
static double operations(const pn_assembly *assembly,
                         const pn_multiplier_type *type)
{
  /* Cholesky's method takes m^3 / 6 to factor and m^2 to solve. */
  const double m = (double)assembly->rows;
  if (type == pn_multipliers_dense)
    return m * m * m / 6 + m * m;
  pn_multipliers *multipliers = pn_multipliers_alloc(type, assembly);
  mechanism_require(multipliers != NULL, "out of memory");
  const double count = (double)multipliers->operations;
  pn_multipliers_free(multipliers);
  return count;
}

/* Prints the work of solvers by the number of bodies. */
static void show_solvers(void)
{
  static const char *const kind[] = {"chain", "tree", "ring", "star"};
  static const size_t size[] = {10, 30, 100, 300, 1000};
  enum { SIZES = sizeof size / sizeof size[0] };
  for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++) {
    const pn_multiplier_type *const type[] = {
        pn_multipliers_dense, pn_multipliers_sparse, pn_multipliers_kkt,
        pn_multipliers_auto};
    enum { TYPES = sizeof type / sizeof type[0] };
    double count[SIZES][TYPES];
    printf("# %-8s", kind[k]);
    for (size_t t = 0; t < TYPES; t++)
      printf(" %12s", type[t]->name);
    for (size_t s = 0; s < SIZES; s++) {
      char name[32];
      snprintf(name, sizeof name, "%s:%zu", kind[k], size[s]);
      pn_system *system = mechanism_alloc(name);
      pn_assembly *assembly = mechanism_assemble(system);
      printf("\n%-10zu", size[s]);
      for (size_t t = 0; t < TYPES; t++) {
        count[s][t] = operations(assembly, type[t]);
        printf(" %12.3g", count[s][t]);
      }
      pn_assembly_free(assembly);
      pn_system_free(system);
    }
    printf("\n# exponent");
    for (size_t t = 0; t < TYPES; t++)
      printf(" %12.2f",
             log(count[SIZES - 1][t] / count[SIZES - 3][t]) /
                 log((double)size[SIZES - 1] / (double)size[SIZES - 3]));
    printf("\n\n\n");
  }
}

/* Conjugate gradients. */

/* What the residual is to be taken down to. */
static const double wanted = 1e-6;

/* Counts the multiply-adds of an iteration. All joints are ball joints: the
   product takes 9 for a diagonal block and 18 for one beside the diagonal, the
   vectors take 5 for a row. */
static double work_of_iteration(const pn_block_matrix *A)
{
  const size_t beside = pn_block_matrix_stored(A) - A->blocks;
  return (double)(9 * A->blocks + 18 * beside + 5 * A->rows);
}

/* Lets the joints yield: adds `softness` [1/kg] to the diagonal of A. */
static void soften(pn_block_matrix *A, double softness)
{
  for (size_t j = 0; j < A->blocks; j++)
    for (size_t i = 0; i < A->order[j]; i++)
      A->value[A->entry[A->column[j]] + i * (A->order[j] + 1)] += softness;
}

/* Prints a row that compares both methods on one mechanism. */
static void compare(const char *name, double softness)
{
  pn_system *system = mechanism_alloc(name);
  pn_assembly *assembly = mechanism_assemble(system);
  pn_matrix *matrix = mechanism_matrix(assembly, "degree", NULL);
  pn_block_factor *factor = analysed(assembly, "degree");
  pn_matrix_set(matrix);
  soften(matrix->A, softness);
  const double count = mechanism_cg_iterations(matrix->A, wanted);
  printf("%-8s %4g %6zu %8zu %8zu %12.1e %11.1e %8.1e\n", name, softness,
         system->joints, pn_block_matrix_stored(matrix->A) - system->joints,
         factor->fill, (double)(factor->operations + factor->solve_operations),
         count, count * work_of_iteration(matrix->A));
  pn_block_factor_free(factor);
  pn_matrix_free(matrix);
  pn_assembly_free(assembly);
  pn_system_free(system);
}

static void show_net(void)
{
  printf("%-8s %4s %6s %8s %8s %12s %11s %8s\n", "", "soft", "joints", "blocks",
         "fill", "elimination", "iterations", "of cg");
  compare("net:4", 0);
  compare("net:8", 0);
  compare("net:16", 0);
  compare("net:16", 1);
  compare("block:4", 1);
  compare("block:8", 1);
  compare("block:12", 1);
}

int main(int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "orders";
  gsl_set_error_handler_off();
  if (strcmp(what, "solvers") == 0)
    show_solvers();
  else if (strcmp(what, "net") == 0)
    show_net();
  else {
    mechanism_require(strcmp(what, "orders") == 0,
                      "growth: orders, solvers, net");
    show_orders();
  }
  return EXIT_SUCCESS;
}
