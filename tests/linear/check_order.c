/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Orders of elimination on graphs of all shapes. The judge eliminates on
   paper: a table of which blocks are joined, in which it also counts the
   multiply-adds of each block that it changes. */
#include "pantin/linear/factor.h"
#include "pantin/linear/order.h"

#include "pantin/base/alloc.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>

enum { N = 60, EDGES_MAX = N * N, SIDE = 7, STAR = 20 };

static gsl_rng *source;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(source, 1729);
}

static void close_random(void)
{
  gsl_rng_free(source);
}

static size_t below(size_t n)
{
  return gsl_rng_uniform_int(source, n);
}

typedef struct {
  size_t blocks, edges, edge[EDGES_MAX][2];
} shape;

static void join(shape *s, size_t i, size_t j)
{
  s->edge[s->edges][0] = i;
  s->edge[s->edges++][1] = j;
}

static void chain(shape *s)
{
  for (size_t i = 1; i < N; i++)
    join(s, i, i - 1);
}

static void ring(shape *s)
{
  chain(s);
  join(s, 0, N - 1);
}

static void binary_tree(shape *s)
{
  for (size_t i = 1; i < N; i++)
    join(s, i, (i - 1) / 2);
}

static void random_tree(shape *s)
{
  for (size_t i = 1; i < N; i++)
    join(s, i, below(i));
}

/* Makes a hub with arms, the hub last, as it is in [A J; J^T -M]. */
static void star(shape *s)
{
  s->blocks = STAR;
  for (size_t i = 0; i + 1 < STAR; i++)
    join(s, i, STAR - 1);
}

/* Makes the same hub as J W J^T has it: all joints joined. */
static void clique(shape *s)
{
  s->blocks = STAR;
  for (size_t i = 0; i < STAR; i++)
    for (size_t j = 0; j < i; j++)
      join(s, i, j);
}

/* Makes J W J^T of a tree of bodies: joint i hangs body i + 1 from an earlier
   one. */
static void tree_of_cliques(shape *s)
{
  size_t parent[N];
  for (size_t i = 0; i < N; i++) {
    parent[i] = below(i + 1);
    for (size_t j = 0; j < i; j++)
      if (parent[i] == j + 1 || parent[i] == parent[j])
        join(s, i, j);
  }
}

static void grid(shape *s)
{
  s->blocks = SIDE * SIDE;
  for (size_t i = 0; i < SIDE; i++)
    for (size_t j = 0; j < SIDE; j++) {
      if (i > 0)
        join(s, i * SIDE + j, (i - 1) * SIDE + j);
      if (j > 0)
        join(s, i * SIDE + j, i * SIDE + j - 1);
    }
}

static void random_loops(shape *s)
{
  random_tree(s);
  for (size_t k = 0; k < N / 3; k++) {
    const size_t i = below(N);
    join(s, i, (i + 1 + below(N - 1)) % N);
  }
}

/* Makes three parts that are not joined. */
static void parts(shape *s)
{
  for (size_t i = 3; i < N; i++)
    join(s, i, i - 3);
}

typedef struct {
  const char *name;
  void (*make)(shape *s);
  int is_tree;    /* leaves to root does not fill in */
  int has_leaves; /* nor does minimum degree */
} shape_case;

static const shape_case shapes[] = {
    {"chain", chain, 1, 1},
    {"ring", ring, 0, 0},
    {"binary tree", binary_tree, 1, 1},
    {"random tree", random_tree, 1, 1},
    {"star", star, 1, 1},
    {"clique", clique, 1, 1},
    {"tree of cliques", tree_of_cliques, 1, 0},
    {"grid", grid, 0, 0},
    {"random loops", random_loops, 0, 0},
    {"parts", parts, 1, 1},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* Makes a matrix of this pattern with blocks of all orders, and definite: every
   diagonal entry exceeds what stands beside it. */
static pn_block_matrix *matrix_of(const shape *s)
{
  size_t order[N];
  for (size_t i = 0; i < s->blocks; i++)
    order[i] = 1 + below(6);
  pn_block_matrix *A = pn_block_matrix_alloc(s->blocks, order, s->edges,
                                             (const size_t(*)[2])s->edge);
  ck_assert_ptr_nonnull(A);
  for (size_t k = 0; k < A->entry[pn_block_matrix_stored(A)]; k++)
    A->value[k] = gsl_rng_uniform(source) - 0.5;
  for (size_t j = 0; j < A->blocks; j++) {
    double *D = pn_block_matrix_at(A, j, j);
    for (size_t r = 0; r < order[j]; r++)
      for (size_t c = 0; c <= r; c++)
        D[c * order[j] + r] = D[r * order[j] + c] +=
            r == c ? 6. * (double)s->blocks : 0;
  }
  return A;
}

static pn_block_matrix *matrix_number(int k, shape *s)
{
  *s = (shape){.blocks = N};
  shapes[k].make(s);
  return matrix_of(s);
}

typedef struct {
  size_t fill, operations, solve_operations;
} cost;

static cost on_paper(const pn_block_matrix *A, const size_t *order)
{
  static int joined[N][N];
  int gone[N] = {0};
  cost total = {0};
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      joined[i][j] = 0;
  for (size_t j = 0; j < A->blocks; j++)
    for (size_t k = A->column[j]; k < A->column[j + 1]; k++)
      joined[j][A->row[k]] = joined[A->row[k]][j] = 1;
  for (size_t k = 0; k < A->blocks; k++) {
    const size_t v = order[k], n = A->order[v];
    gone[v] = 1;
    total.operations += n * n * n;
    total.solve_operations += n * n;
    for (size_t a = 0; a < A->blocks; a++) {
      if (gone[a] || !joined[a][v])
        continue;
      total.operations += A->order[a] * n * n;
      total.solve_operations += 2 * A->order[a] * n;
      for (size_t b = 0; b <= a; b++) {
        if (gone[b] || !joined[b][v])
          continue;
        const size_t m = A->order[a]; /* of A_aa the lower triangle */
        total.operations += n * (a == b ? m * (m + 1) / 2 : m * A->order[b]);
        total.fill += !joined[a][b];
        joined[a][b] = joined[b][a] = 1;
      }
    }
  }
  return total;
}

static size_t count_orders(void)
{
  size_t n = 0;
  while (pn_order_type_get(n))
    n++;
  return n;
}

/* Tells whether each of 0 .. count - 1 stands there once. */
static int is_permutation(const size_t *order, size_t count)
{
  int seen[N] = {0};
  for (size_t k = 0; k < count; k++)
    if (order[k] >= count || seen[order[k]]++)
      return 0;
  return 1;
}

/* Rounding of a well conditioned system. */
static const double solved = 1e-13;

START_TEST(operations_are_as_predicted)
{
  const shape_case *of = &shapes[(size_t)_i / count_orders()];
  const pn_order_type *type = pn_order_type_get((size_t)_i % count_orders());
  shape s;
  pn_block_matrix *A = matrix_number(_i / (int)count_orders(), &s);
  size_t order[N];
  ck_assert_int_eq(type->set(A, order), GSL_SUCCESS);
  ck_assert_msg(is_permutation(order, A->blocks), "%s: %s", of->name,
                type->name);
  pn_block_factor *factor = pn_block_factor_alloc(A, order);
  const cost want = on_paper(A, order);
  ck_assert_msg(factor->fill == want.fill, "%s, %s: fill %zu, not %zu",
                of->name, type->name, factor->fill, want.fill);
  ck_assert_uint_eq(factor->operations, want.operations);
  ck_assert_uint_eq(factor->solve_operations, want.solve_operations);
  ck_assert_int_eq(pn_block_factor_set(factor, A), GSL_SUCCESS);
  ck_assert_uint_eq(factor->performed, want.operations);
  if ((of->is_tree && type == pn_order_leaves) ||
      (of->has_leaves && type == pn_order_degree))
    ck_assert_uint_eq(factor->fill, 0);

  double want_x[6 * N], b[6 * N], x[6 * N];
  for (size_t i = 0; i < A->rows; i++)
    want_x[i] = sin(2.385 * (double)(i + 1));
  pn_block_matrix_apply(A, want_x, b);
  pn_block_factor_solve(factor, 1, b, x);
  for (size_t i = 0; i < A->rows; i++)
    test_close(x[i], want_x[i], solved, "%s, %s: x[%zu]", of->name, type->name,
               i);
  pn_block_factor_free(factor);
  pn_block_matrix_free(A);
}
END_TEST

static size_t fill_of(const pn_block_matrix *A, const pn_order_type *type)
{
  size_t order[N];
  ck_assert_int_eq(type->set(A, order), GSL_SUCCESS);
  return on_paper(A, order).fill;
}

START_TEST(a_bad_order_fills_in)
{
  shape s;
  pn_block_matrix *tree = matrix_number(2, &s), *hub = matrix_number(4, &s);
  pn_block_matrix *net = matrix_number(7, &s);
  ck_assert_uint_gt(fill_of(tree, pn_order_root), N);
  ck_assert_uint_gt(fill_of(tree, pn_order_random), 0);
  /* The search starts at an arm, so that its hub comes second, and then joins
     all others. */
  ck_assert_uint_eq(fill_of(hub, pn_order_root), (STAR - 2) * (STAR - 3) / 2);
  ck_assert_uint_lt(fill_of(net, pn_order_degree),
                    fill_of(net, pn_order_random));
  pn_block_matrix_free(tree);
  pn_block_matrix_free(hub);
  pn_block_matrix_free(net);
}
END_TEST

/* Without an order the factorisation takes the cheaper of the good ones. */
START_TEST(the_cheaper_order_is_taken)
{
  shape s;
  pn_block_matrix *A = matrix_number(_i, &s);
  size_t order[N], least = (size_t)-1;
  const pn_order_type *const good[] = {pn_order_leaves, pn_order_degree};
  for (size_t k = 0; k < 2; k++) {
    ck_assert_int_eq(good[k]->set(A, order), GSL_SUCCESS);
    const size_t operations = on_paper(A, order).operations;
    least = operations < least ? operations : least;
  }
  pn_block_factor *factor = pn_block_factor_alloc(A, NULL);
  ck_assert_uint_eq(factor->operations, least);
  pn_block_factor_free(factor);
  pn_block_matrix_free(A);
}
END_TEST

START_TEST(orders_are_found_by_name)
{
  const pn_order_type *type;
  for (size_t k = 0; (type = pn_order_type_get(k)); k++)
    ck_assert_ptr_eq(pn_order_type_find(type->name), type);
  ck_assert_uint_eq(count_orders(), 5);
  ck_assert_ptr_null(pn_order_type_find("leaf"));
}
END_TEST

/* [A J; J^T -M] has as many negative pivots as M has rows, and says which
   block is at fault. */
START_TEST(a_quasidefinite_matrix_is_factored)
{
  shape s = {.blocks = N};
  random_loops(&s);
  pn_block_matrix *K = matrix_of(&s);
  int negative[N];
  size_t rows = 0;
  for (size_t j = 0; j < N; j++) {
    negative[j] = j % 3 == 1;
    double *D = pn_block_matrix_at(K, j, j);
    const size_t n = K->order[j];
    rows += negative[j] ? n : 0;
    for (size_t k = 0; negative[j] && k < n * n; k++)
      D[k] = -D[k];
  }
  pn_block_factor *factor = pn_block_factor_alloc(K, NULL);
  ck_assert_int_eq(pn_block_factor_set(factor, K), GSL_EDOM);
  ck_assert(negative[factor->failed]);
  factor->negative = negative;
  ck_assert_int_eq(pn_block_factor_set(factor, K), GSL_SUCCESS);
  ck_assert_uint_eq(factor->dropped, 0);
  const pn_inertia inertia = pn_block_factor_inertia(factor);
  ck_assert_uint_eq(inertia.negative, rows);
  ck_assert_uint_eq(inertia.positive, K->rows - rows);
  ck_assert_uint_eq(inertia.zero, 0);

  double want[6 * N], b[6 * N];
  for (size_t i = 0; i < K->rows; i++)
    want[i] = sin(2.385 * (double)(i + 1));
  pn_block_matrix_apply(K, want, b);
  pn_block_factor_solve(factor, 1, b, b);
  for (size_t i = 0; i < K->rows; i++)
    test_close(b[i], want[i], solved, "x[%zu]", i);

  *pn_block_matrix_at(K, 7, 7) = 2.385;
  ck_assert_int_eq(pn_block_factor_set(factor, K), GSL_EDOM);
  ck_assert_uint_eq(factor->failed, 7);
  pn_block_factor_free(factor);
  pn_block_matrix_free(K);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  shape s;
  pn_block_matrix *A = matrix_number(3, &s);
  size_t order[N];
  const pn_order_type *const types[] = {pn_order_leaves, pn_order_degree};
  for (size_t k = 0; k < 2; k++) {
    int code = GSL_ENOMEM;
    for (size_t at = 1; code; at++) {
      pn_alloc_fail_at(at);
      code = types[k]->set(A, order);
      ck_assert(code == GSL_SUCCESS || code == GSL_ENOMEM);
    }
    pn_alloc_fail_at(0);
  }
  pn_block_matrix_free(A);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("order");
  TCase *order = tcase_create("order");
  tcase_add_checked_fixture(order, open_random, close_random);
  tcase_add_loop_test(order, operations_are_as_predicted, 0,
                      SHAPES * (int)count_orders());
  tcase_add_test(order, a_bad_order_fills_in);
  tcase_add_loop_test(order, the_cheaper_order_is_taken, 0, SHAPES);
  tcase_add_test(order, orders_are_found_by_name);
  tcase_add_test(order, a_quasidefinite_matrix_is_factored);
  tcase_add_test(order, short_memory_is_survived);
  suite_add_tcase(suite, order);
  return test_run(suite);
}
