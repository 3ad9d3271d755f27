/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Shows how fast Gauss-Seidel converges on straight chains: the factor by which
   a sweep reduces the error, after many sweeps; that factor by a formula; the
   sweeps for six digits; and the iterations of conjugate gradients for six
   digits. */
#include "equations.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>

/* Six digits. */
static const double wanted = 1e-6;

/* Computes the length of x. */
static double norm(size_t n, const pn_vec3 *x)
{
  double square = 0;
  for (size_t i = 0; i < n; i++)
    square += pn_vec3_dot(x[i], x[i]);
  return sqrt(square);
}

/* Measures the factor by which a sweep reduces the error. For A x = 0 the error
   is x; after n^2 sweeps only its most persistent part is left. */
static double rate(my_entry *const *row, size_t n)
{
  pn_vec3 *x = calloc(n, sizeof *x), *b = calloc(n, sizeof *b);
  mechanism_require(x && b, "out of memory");
  for (size_t i = 0; i < n; i++)
    x[i] = pn_vec3_make(1, sin((double)i), 0.385);
  double before = 1;
  for (size_t k = 0; k <= n * n; k++) {
    before = norm(n, x);
    for (size_t i = 0; i < n; i++) /* so that it never gets too small */
      x[i] = pn_vec3_scale(1 / before, x[i]);
    my_sweep(n, row, b, x);
  }
  const double after = norm(n, x);
  free(b);
  free(x);
  return after;
}

int main(void)
{
  gsl_set_error_handler_off();
  printf("%6s  %12s  %12s  %8s  %10s\n", "bodies", "a sweep", "cos^2(pi/n)",
         "sweeps", "iterations");
  static const size_t size[] = {10, 20, 50, 100};
  for (size_t k = 0; k < sizeof size / sizeof size[0]; k++) {
    char name[32];
    snprintf(name, sizeof name, "chain:%zu", size[k]);
    pn_system *system = mechanism_alloc(name);
    pn_assembly *assembly = mechanism_assemble(system);
    pn_matrix *matrix = mechanism_matrix(assembly, "given", NULL);
    my_entry **row = equations_rows(matrix);
    const double measured = rate(row, system->joints);
    printf("%6zu  %12.6f  %12.6f  %#8.3g  %#10.2g\n", size[k], measured,
           gsl_pow_2(cos(M_PI / (double)size[k])), log(wanted) / log(measured),
           mechanism_cg_iterations(matrix->A, wanted));
    equations_free(row, system->joints);
    pn_matrix_free(matrix);
    pn_assembly_free(assembly);
    pn_system_free(system);
  }
  return EXIT_SUCCESS;
}
