/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --dump: the equations of an iterate, K (d, dlambda) = -(gradient of l, c), as
   MatrixMarket files and, for a short chain, to be read. Free nodes are counted
   as the source does: all x, then all y; then the bars. */
#include "programs/chain/chain.h"
#include "programs/market.h"

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"
#include "pantin/chain/simulator.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_matrix.h>

/* K of more bars would be a file of many megabytes; a text of more is not
   read. */
enum { BARS_MAX = 300, READABLE_BARS = 12 };

/* The equations: of n bars, with v = 2 (n - 1) coordinates. */
typedef struct {
  double e;
  gsl_matrix *c, *gradient, *lambda; /* (n x 1), (v x 1), (n x 1) */
  gsl_matrix *A, *H, *K;             /* (n x v), (v x v), (v + n)^2 */
} equations;

static void equations_free(equations *of)
{
  gsl_matrix_free(of->c);
  gsl_matrix_free(of->gradient);
  gsl_matrix_free(of->lambda);
  gsl_matrix_free(of->A);
  gsl_matrix_free(of->H);
  gsl_matrix_free(of->K);
}

static int equations_set(equations *of, const pn_chain *chain,
                         const pn_chain_point *at)
{
  const size_t n = chain->bars, v = 2 * (n - 1);
  of->e = pn_chain_energy(chain, at->y);
  of->c = gsl_matrix_calloc(n, 1);
  of->gradient = gsl_matrix_calloc(v, 1);
  of->lambda = gsl_matrix_calloc(n, 1);
  of->A = gsl_matrix_calloc(n, v);
  of->H = gsl_matrix_calloc(v, v);
  of->K = gsl_matrix_calloc(v + n, v + n);
  double *g = pn_alloc(2 * (n + 1), sizeof *g);
  if (!of->c || !of->gradient || !of->lambda || !of->A || !of->H || !of->K ||
      !g) {
    pn_free(g);
    return GSL_ENOMEM;
  }
  pn_chain_constraints(chain, at->x, at->y, of->c->data);
  pn_chain_jacobian(chain, at->x, at->y, of->A);
  pn_chain_hessian(chain, at->lambda, of->H);
  pn_chain_gradient(chain, at, g, g + n + 1);
  for (size_t i = 1; i < n; i++) {
    gsl_matrix_set(of->gradient, i - 1, 0, g[i]);
    gsl_matrix_set(of->gradient, n - 2 + i, 0, g[n + 1 + i]);
  }
  for (size_t i = 0; i < n; i++)
    gsl_matrix_set(of->lambda, i, 0, at->lambda[i]);
  gsl_matrix_view H = gsl_matrix_submatrix(of->K, 0, 0, v, v);
  gsl_matrix_view A = gsl_matrix_submatrix(of->K, v, 0, n, v);
  gsl_matrix_view At = gsl_matrix_submatrix(of->K, 0, v, v, n);
  gsl_matrix_memcpy(&H.matrix, of->H);
  gsl_matrix_memcpy(&A.matrix, of->A);
  gsl_matrix_transpose_memcpy(&At.matrix, of->A);
  pn_free(g);
  return GSL_SUCCESS;
}

/* Prints the entries of a matrix that are not 0. */
static size_t print_entries(FILE *stream, const void *of)
{
  const gsl_matrix *m = of;
  size_t count = 0;
  for (size_t i = 0; i < m->size1; i++)
    for (size_t j = 0; j < m->size2; j++) {
      const double x = gsl_matrix_get(m, i, j);
      if (x != 0)
        count += market_entry(stream, i, j, x);
    }
  return count;
}

/* Prints all entries of a vector. */
static size_t print_vector(FILE *stream, const void *of)
{
  const gsl_matrix *m = of;
  for (size_t i = 0; i < m->size1; i++)
    fprintf(stream, "%.17g\n", gsl_matrix_get(m, i, 0));
  return m->size1;
}

/* Prints a matrix; a vector as a row. */
static void print_matrix(FILE *stream, const char *name, const gsl_matrix *m)
{
  const int vector = m->size2 == 1;
  fprintf(stream, "\n%s\n", name);
  for (size_t i = 0; i < m->size1; i++) {
    for (size_t j = 0; j < m->size2; j++)
      fprintf(stream, " %9.5g", gsl_matrix_get(m, i, j));
    if (!vector || i + 1 == m->size1)
      fputc('\n', stream);
  }
}

/* Describes a matrix for its file: a vector whole, of others what is not 0. */
static market_matrix as_file(const char *name, const char *comment,
                             const gsl_matrix *m)
{
  const int is_vector = m->size2 == 1;
  return (market_matrix){.name = name,
                         .format = is_vector ? "array real general"
                                             : "coordinate real general",
                         .comment = comment,
                         .rows = m->size1,
                         .columns = m->size2,
                         .lines = is_vector ? print_vector : print_entries,
                         .of = m};
}

/* Writes PREFIX.txt and PREFIX-*.mtx. */
static int write_all(const chain_run *run, size_t k, const equations *of,
                     const char *prefix, pn_error *error)
{
  const market_matrix parts[] = {
      as_file("c", "c [m^2], of each bar", of->c),
      as_file("gradient",
              "gradient of l [N], all x, then all y of the free nodes",
              of->gradient),
      as_file("lambda", "lambda [N/m], of each bar", of->lambda),
      as_file("A", "A = dc / d(x, y) [m]", of->A),
      as_file("H", "H, the Hessian of l [N/m]", of->H),
      as_file("K", "K = [H A^T; A 0]", of->K),
  };
  char path[PN_TEXT_PATH];
  pn_file file;
  if (snprintf(path, sizeof path, "%s.txt", prefix) >= PN_TEXT_PATH)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "the prefix is too long");
  if (pn_file_open(&file, path, error))
    return error->code;
  fprintf(file.stream, "%s, iterate %zu of %zu\n\ne = %.17g N m\n", run->name,
          k, run->steps, of->e);
  for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++)
    if (run->of->chain->bars <= READABLE_BARS || parts[p].columns == 1)
      print_matrix(file.stream, parts[p].comment, parts[p].of);
  return market_write(parts, sizeof parts / sizeof parts[0], prefix, &file,
                      error);
}

int chain_dump_check(const pn_chain *chain, pn_error *error)
{
  return chain->bars <= BARS_MAX
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "--dump writes the equations of at most %d bars, "
                            "and this chain has %zu",
                            BARS_MAX, chain->bars);
}

int chain_dump(const chain_run *run, size_t k, const char *prefix,
               pn_error *error)
{
  const pn_chain *chain = run->of->chain;
  equations of = {0};
  if (equations_set(&of, chain, run->iterate[k])) {
    equations_free(&of);
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  }
  const int code = write_all(run, k, &of, prefix, error);
  equations_free(&of);
  return code;
}
