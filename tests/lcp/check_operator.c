/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests every kind of operator in one loop: its product, diagonal, entries,
   sweeps and copies are compared with a full matrix that is multiplied out from
   its definition. */
#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/lcp/operator_rigid.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The rounding of two sweeps whose sums have some hundred products of numbers
   near 1. */
static const double rounding = 1e-12;

/* Rows come in threes, a normal and two tangents. */
enum { CONTACTS = 15, ROWS = 3 * CONTACTS, BODIES = 5, COLUMNS = 6 * BODIES };
enum { BALLS, RIGID, CSR, DENSE, KINDS };

static gsl_rng *random_numbers;
static pn_lcp_operator *A;
static double full[ROWS][ROWS];

static double within(double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random_numbers);
}

static void draw(double *x, size_t n)
{
  for (size_t i = 0; i < n; i++)
    x[i] = within(-0.7, 1.3);
}

/* Computes full = J W J^T + C. */
static void multiply_out(double J[ROWS][COLUMNS], double W[COLUMNS][COLUMNS],
                         const double *C)
{
  for (size_t c = 0; c < ROWS; c++)
    for (size_t d = 0; d < ROWS; d++) {
      full[c][d] = c == d ? C[c] : 0;
      for (size_t k = 0; k < COLUMNS; k++)
        for (size_t l = 0; l < COLUMNS; l++)
          full[c][d] += J[c][k] * W[k][l] * J[d][l];
    }
}

/* Returns the bodies of row c, of which one may be the world. */
static pn_pair pair_of(size_t c)
{
  const size_t contact = c / 3, i = contact * 7 % BODIES;
  return (pn_pair){(uint32_t)(contact % 2 ? i : BODIES),
                   (uint32_t)((i + 1 + contact % 3) % BODIES)};
}

static void make_balls(void)
{
  static double J[ROWS][COLUMNS], W[COLUMNS][COLUMNS], C[ROWS];
  pn_delassus *made = pn_delassus_alloc(ROWS, BODIES);
  made->rows = ROWS;
  for (size_t k = 0; k < BODIES; k++) {
    made->inverse_mass[k] = within(0.2, 3);
    for (size_t m = 0; m < 3; m++)
      W[3 * k + m][3 * k + m] = made->inverse_mass[k];
  }
  for (size_t c = 0; c < ROWS; c++) {
    const pn_pair pair = made->pair[c] = pair_of(c);
    const pn_vec3 n = made->normal[c] = pn_vec3_normalize(
        pn_vec3_make(within(-1, 1), within(-1, 1), within(0.1, 1)));
    const double along[3] = {n.x, n.y, n.z};
    for (size_t m = 0; m < 3; m++) {
      if (pair.i < BODIES)
        J[c][3 * pair.i + m] = -along[m];
      if (pair.j < BODIES)
        J[c][3 * pair.j + m] = along[m];
    }
  }
  multiply_out(J, W, C);
  A = &made->base;
}

static void make_rigid(void)
{
  static double J[ROWS][COLUMNS], W[COLUMNS][COLUMNS], C[ROWS];
  pn_rigid_delassus *made = pn_rigid_delassus_alloc(ROWS, BODIES);
  made->rows = ROWS;
  for (size_t k = 0; k < BODIES; k++) {
    /* A full inertia tensor; as a product it is positive definite. */
    const double inverse_mass = within(0.3, 2);
    pn_mat3 root, inverse = {{{0}}};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        root.m[i][j] = within(-1, 1) + (i == j);
    for (size_t i = 0; i < 3; i++) {
      W[6 * k + i][6 * k + i] = inverse_mass;
      for (size_t j = 0; j < 3; j++) {
        for (int l = 0; l < 3; l++)
          inverse.m[i][j] += root.m[i][l] * root.m[j][l];
        W[6 * k + 3 + i][6 * k + 3 + j] = inverse.m[i][j];
      }
    }
    pn_rigid_delassus_set_body(made, k, inverse_mass, inverse);
  }
  for (size_t c = 0; c < ROWS; c++) {
    const pn_pair pair = pair_of(c);
    const size_t body[2] = {pair.i, pair.j};
    double block[2][6];
    for (size_t s = 0; s < 2; s++)
      for (size_t k = 0; k < 6; k++) {
        block[s][k] = within(-1, 1);
        if (body[s] < BODIES)
          J[c][6 * body[s] + k] = block[s][k];
      }
    C[c] = c % 2 ? 0 : within(0, 0.1);
    pn_rigid_delassus_set_row(made, c, pair, block[0], block[1], C[c]);
  }
  multiply_out(J, W, C);
  A = &made->base;
}

/* Replaces the operator by one of another kind with the same matrix. */
static void store_as(int kind)
{
  pn_lcp_operator *const factors = A;
  pn_lcp_dense *dense = kind == DENSE ? pn_lcp_dense_alloc(ROWS) : NULL;
  if (dense)
    memcpy(dense->A, full, sizeof full);
  A = dense ? &dense->base : &pn_lcp_csr_assemble(factors)->base;
  pn_lcp_operator_free(factors);
}

static void make(int kind)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 20220614);
  if (kind == BALLS)
    make_balls();
  else
    make_rigid();
  if (kind > RIGID)
    store_as(kind);
}

static void finish(void)
{
  pn_lcp_operator_free(A);
  gsl_rng_free(random_numbers);
}

static double *scratch_of(size_t columns)
{
  double *scratch = calloc(A->type->scratch(A) * columns + 1, sizeof *scratch);
  ck_assert_ptr_nonnull(scratch);
  return scratch;
}

/* Computes (full x)_i of column l. */
static double product(const double *x, size_t columns, size_t i, size_t l)
{
  double sum = 0;
  for (size_t j = 0; j < ROWS; j++)
    sum += full[i][j] * x[j * columns + l];
  return sum;
}

START_TEST(product_and_diagonal_match_the_matrix)
{
  double x[ROWS], y[ROWS], D[ROWS];
  make(_i);
  double *scratch = scratch_of(1);
  ck_assert_uint_eq(A->type->rows(A), ROWS);
  draw(x, ROWS);
  A->type->multiply(A, x, y, scratch);
  A->type->diagonal(A, D);
  for (size_t i = 0; i < ROWS; i++) {
    test_close(y[i], product(x, 1, i, 0), rounding, "%s: (A x)(%zu)",
               A->type->name, i);
    test_close(D[i], full[i][i], rounding, "%s: D(%zu)", A->type->name, i);
  }
  free(scratch);
  finish();
}
END_TEST

START_TEST(entries_match_the_matrix_in_order)
{
  make(_i);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(A);
  ck_assert_ptr_nonnull(csr);
  const gsl_spmatrix *M = csr->A;
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t j = 0; j < ROWS; j++)
      test_close(gsl_spmatrix_get(M, i, j), full[i][j], rounding,
                 "%s: A(%zu, %zu)", A->type->name, i, j);
    for (int k = M->p[i] + 1; k < M->p[i + 1]; k++)
      ck_assert_int_lt(M->i[k - 1], M->i[k]);
  }
  /* Assemble again into the same memory, and fail where there are too many
     entries. */
  const double *data = M->data;
  ck_assert_int_eq(A->type->assemble(A, M->nz, csr), GSL_EOVRFLW);
  ck_assert_int_eq(A->type->assemble(A, M->nz + 1, csr), GSL_SUCCESS);
  ck_assert_ptr_eq(csr->A->data, data);
  pn_lcp_csr_free(csr);
  finish();
}
END_TEST

/* The bounds, friction, steps and regularisation of a sweep. */
typedef struct {
  double b[ROWS], lo[ROWS], hi[ROWS], mu[ROWS];
  double step[ROWS * PN_LCP_COLUMNS], kappa[PN_LCP_COLUMNS];
  double moved[PN_LCP_COLUMNS];
  size_t normal[ROWS];
  pn_lcp_sweep how;
} sweeping;

static void draw_sweep(sweeping *of, size_t columns, int coupled,
                       int regularised)
{
  static const double omega[] = {1.285, 1, 0.7, 1.6};
  static const double kappa[] = {0.05, 0, 1e-3, 0.4};
  draw(of->b, ROWS);
  for (size_t i = 0; i < ROWS; i++) {
    of->lo[i] = i % 3 ? -0.2 : i % 4 == 3 ? -INFINITY : 0;
    of->hi[i] = i % 3 ? 0.3 : INFINITY;
    of->normal[i] = i - i % 3;
    of->mu[i] = i % 3 ? 0.6 : 0;
    for (size_t l = 0; l < columns; l++)
      of->step[i * columns + l] =
          omega[l] / (full[i][i] + (regularised ? kappa[l] : 0));
  }
  for (size_t l = 0; l < columns; l++)
    of->kappa[l] = regularised ? kappa[l] : 0;
  of->how =
      (pn_lcp_sweep){.columns = columns,
                     .b = of->b,
                     .lo = of->lo,
                     .hi = of->hi,
                     .step = of->step,
                     .kappa = regularised || columns > 1 ? of->kappa : NULL,
                     .normal = coupled ? of->normal : NULL,
                     .mu = of->mu,
                     .moved = of->moved};
}

/* Makes two sweeps over column l by the formula; returns |dx|^2 of the
   second. */
static double sweep_by_formula(const sweeping *of, size_t l, double *x)
{
  const pn_lcp_sweep *how = &of->how;
  const size_t columns = how->columns;
  double moved = 0;
  for (size_t k = 0; k < 2 * ROWS; k++) {
    const size_t i = how->backward ? ROWS - 1 - k % ROWS : k % ROWS;
    double *const at = &x[i * columns + l], old = *at;
    double lo = how->lo[i], hi = how->hi[i];
    if (how->normal && i % 3) {
      hi = how->mu[i] * fmax(0, x[(i - i % 3) * columns + l]);
      lo = -hi;
    }
    const double w = product(x, columns, i, l) + how->b[i] +
                     (how->kappa ? how->kappa[l] * old : 0);
    *at = fmin(fmax(old - how->step[i * columns + l] * w, lo), hi);
    moved += k < ROWS ? 0 : (*at - old) * (*at - old);
  }
  return moved;
}

/* Sweeps one column in both directions and four columns side by side, with
   frozen and coupled bounds, with and without kappa. */
START_TEST(sweeps_follow_their_formula)
{
  enum { ALL = ROWS * PN_LCP_COLUMNS };
  const int variant = _i / KINDS;
  const size_t columns = variant % 3 == 2 ? PN_LCP_COLUMNS : 1;
  sweeping of;
  double want[ALL], x[ALL], w[ALL];
  make(_i % KINDS);
  double *scratch = scratch_of(columns);
  draw_sweep(&of, columns, variant / 3 % 2, variant / 6);
  of.how.backward = variant % 3 == 1;
  draw(x, ROWS * columns);
  memcpy(want, x, ROWS * columns * sizeof *x);
  A->type->begin(A, columns, x, scratch);
  for (int k = 0; k < 2; k++)
    A->type->sweep(A, &of.how, x, scratch);
  A->type->measure(A, &of.how, x, w, scratch);
  for (size_t l = 0; l < columns; l++) {
    const double moved = sweep_by_formula(&of, l, want);
    test_close(of.moved[l], moved, rounding, "%s: |dx|^2", A->type->name);
    for (size_t i = 0; i < ROWS; i++) {
      const size_t at = i * columns + l;
      test_close(x[at], want[at], rounding, "%s: x(%zu, %zu)", A->type->name, i,
                 l);
      test_close(w[at], product(want, columns, i, l) + of.b[i], rounding,
                 "%s: w(%zu, %zu)", A->type->name, i, l);
    }
  }
  free(scratch);
  finish();
}
END_TEST

START_TEST(a_copy_is_independent)
{
  double x[ROWS], y[ROWS], z[ROWS];
  make(_i);
  double *scratch = scratch_of(1);
  draw(x, ROWS);
  A->type->multiply(A, x, y, scratch);
  pn_lcp_operator *const copy = A->type->copy(A);
  ck_assert_ptr_nonnull(copy);
  ck_assert_ptr_eq(copy->type, A->type);
  pn_lcp_operator_free(A);
  A = copy;
  A->type->multiply(A, x, z, scratch);
  ck_assert_mem_eq(y, z, sizeof y);
  free(scratch);
  finish();
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  make(_i);
  pn_lcp_operator *copy = NULL;
  pn_lcp_csr *csr = NULL;
  pn_lcp_dense *dense = NULL;
  for (size_t k = 1; !copy || !csr || !dense; k++) {
    ck_assert_uint_lt(k, 40);
    pn_alloc_fail_at(k);
    copy = copy ? copy : A->type->copy(A);
    pn_alloc_fail_at(k);
    csr = csr ? csr : pn_lcp_csr_assemble(A);
    pn_alloc_fail_at(k);
    dense = dense ? dense : pn_lcp_dense_assemble(A);
    pn_alloc_fail_at(0);
  }
  pn_lcp_operator_free(copy);
  pn_lcp_csr_free(csr);
  pn_lcp_dense_free(dense);
  finish();
}
END_TEST

/* Without rows nothing is multiplied, swept or assembled, and nothing
   crashes. */
START_TEST(a_matrix_without_rows_does_no_harm)
{
  enum { SCRATCH = 1024 };
  double none = 2.385, scratch[SCRATCH] = {0};
  const sweeping of = {.how = {.columns = 1}};
  pn_lcp_operator *empty[] = {
      &pn_delassus_alloc(0, 1)->base, &pn_rigid_delassus_alloc(0, 0)->base,
      &pn_lcp_csr_alloc(NULL)->base, &pn_lcp_dense_alloc(0)->base};
  const pn_lcp_operator_type *type = empty[_i]->type;
  ck_assert_uint_eq(type->rows(empty[_i]), 0);
  ck_assert_uint_le(type->scratch(empty[_i]), SCRATCH);
  type->diagonal(empty[_i], &none);
  type->multiply(empty[_i], &none, &none, scratch);
  type->begin(empty[_i], 1, &none, scratch);
  type->sweep(empty[_i], &of.how, &none, scratch);
  type->measure(empty[_i], &of.how, &none, &none, scratch);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(empty[_i]);
  ck_assert_ptr_nonnull(csr);
  pn_lcp_operator *copy = type->copy(empty[_i]);
  ck_assert_ptr_nonnull(copy);
  ck_assert(none == 2.385);
  pn_lcp_operator_free(copy);
  pn_lcp_csr_free(csr);
  for (int k = 0; k < KINDS; k++)
    pn_lcp_operator_free(empty[k]);
}
END_TEST

int main(void)
{
  enum { VARIANTS = 12 };
  Suite *suite = suite_create("operator");
  TCase *kinds = tcase_create("kinds");
  tcase_add_loop_test(kinds, product_and_diagonal_match_the_matrix, 0, KINDS);
  tcase_add_loop_test(kinds, entries_match_the_matrix_in_order, 0, KINDS);
  tcase_add_loop_test(kinds, sweeps_follow_their_formula, 0, KINDS * VARIANTS);
  tcase_add_loop_test(kinds, a_copy_is_independent, 0, KINDS);
  tcase_add_loop_test(kinds, failed_allocations_leak_nothing, 0, KINDS);
  tcase_add_loop_test(kinds, a_matrix_without_rows_does_no_harm, 0, KINDS);
  suite_add_tcase(suite, kinds);
  return test_run(suite);
}
