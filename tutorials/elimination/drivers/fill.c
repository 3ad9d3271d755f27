/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with an elimination in numbers: a dense matrix gets random entries
   where the graph has edges, is eliminated in the given order, and its new
   entries are counted. Random entries do not cancel each other. */
#include "elimination/drivers/inputs.h"

#include <gsl/gsl_randist.h>
#include <stdio.h>
#include <string.h>

enum { VERTICES_MAX = 12, GRAPHS = 20 };

/* Counts the entries below the diagonal that are not zero. */
static size_t count(const gsl_matrix *A)
{
  size_t entries = 0;
  for (size_t i = 0; i < A->size1; i++)
    for (size_t j = 0; j < i; j++)
      entries += gsl_matrix_get(A, i, j) != 0 ? 1 : 0;
  return entries;
}

/* Eliminates a dense matrix by Gauss's method, zeros included. */
static void eliminate(gsl_matrix *A)
{
  for (size_t k = 0; k < A->size1; k++)
    for (size_t i = k + 1; i < A->size1; i++) {
      const double f = gsl_matrix_get(A, i, k) / gsl_matrix_get(A, k, k);
      for (size_t j = k + 1; j < A->size1; j++)
        gsl_matrix_set(A, i, j,
                       gsl_matrix_get(A, i, j) - f * gsl_matrix_get(A, k, j));
    }
}

/* Counts the fill of an order with random numbers. */
static size_t expected_fill(size_t n, const int *joined, const size_t *order,
                            gsl_rng *random)
{
  gsl_matrix *A = gsl_matrix_calloc(n, n);
  for (size_t i = 0; i < n; i++) {
    gsl_matrix_set(A, i, i, (double)n);
    for (size_t j = 0; j < i; j++)
      if (joined[order[i] * n + order[j]]) {
        const double value = 0.3 + gsl_rng_uniform(random);
        gsl_matrix_set(A, i, j, value);
        gsl_matrix_set(A, j, i, value);
      }
  }
  const size_t before = count(A);
  eliminate(A);
  const size_t after = count(A);
  gsl_matrix_free(A);
  return after - before;
}

static void add_edge(size_t n, int *joined, size_t a, size_t b)
{
  joined[a * n + b] = joined[b * n + a] = 1;
}

/* Draws a random tree, and `more` random edges. */
static void random_graph(size_t n, size_t more, int *joined, gsl_rng *random)
{
  memset(joined, 0, n * n * sizeof *joined);
  for (size_t i = 1; i < n; i++)
    add_edge(n, joined, i, gsl_rng_uniform_int(random, i));
  for (size_t k = 0; k < more; k++) {
    const size_t i = 1 + gsl_rng_uniform_int(random, n - 1);
    add_edge(n, joined, i, gsl_rng_uniform_int(random, i));
  }
}

/* Shows the order, and the edges of each vertex to those behind it. */
static void show(exercise *e, size_t n, const int *joined, const size_t *order)
{
  double list[VERTICES_MAX] = {0};
  for (size_t i = 0; i < n; i++)
    list[i] = (double)order[i];
  exercise_given(e, "order", list, n);
  for (size_t i = 0; i < n; i++) {
    char name[EXERCISE_TEXT];
    size_t count = 0;
    for (size_t j = i + 1; j < n; j++)
      if (joined[i * n + j])
        list[count++] = (double)j;
    snprintf(name, sizeof name, "joins %zu", i);
    exercise_given(e, name, list, count);
  }
}

static void check(exercise *e, size_t n, int *joined, const size_t *order,
                  gsl_rng *random)
{
  show(e, n, joined, order);
  const size_t expected = expected_fill(n, joined, order, random);
  exercise_value(e, (double)my_fill(n, joined, order), (double)expected, 0,
                 "fill");
}

enum { SIDE = 6, SQUARES = SIDE * SIDE };

/* Prints the fill of a star whose hub is first or last. */
static void show_star(int hub_is_last)
{
  static int joined[SQUARES * SQUARES];
  size_t order[SQUARES];
  memset(joined, 0, sizeof joined);
  for (size_t i = 0; i < SQUARES; i++) {
    if (i > 0)
      add_edge(SQUARES, joined, 0, i);
    order[i] = hub_is_last ? SQUARES - 1 - i : i;
  }
  printf("  a star of %d, its hub %s  %6zu\n", SQUARES,
         hub_is_last ? "last " : "first", my_fill(SQUARES, joined, order));
}

/* Prints the fill of a grid, row by row or the white squares before the
   black. */
static void show_grid(int white_first)
{
  static int joined[SQUARES * SQUARES];
  size_t order[SQUARES], white = 0, black = SQUARES / 2;
  memset(joined, 0, sizeof joined);
  for (size_t i = 0; i < SQUARES; i++) {
    const int is_white = (i / SIDE + i) % 2 == 0;
    if (i % SIDE + 1 < SIDE)
      add_edge(SQUARES, joined, i, i + 1);
    if (i + SIDE < SQUARES)
      add_edge(SQUARES, joined, i, i + SIDE);
    order[!white_first ? i : is_white ? white++ : black++] = i;
  }
  printf("  a grid of %d, %s %5zu\n", SQUARES,
         white_first ? "as a chess board" : "row by row      ",
         my_fill(SQUARES, joined, order));
}

/* Compares orders. */
static void compare_orders(void)
{
  puts("\nThe fill by your count:");
  show_star(0);
  show_star(1);
  show_grid(0);
  show_grid(1);
  puts("The same matrices, the same solutions; only the order differs.");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/fill");
  int joined[VERTICES_MAX * VERTICES_MAX];
  size_t order[VERTICES_MAX];
  for (size_t k = 0; k < GRAPHS; k++) {
    const size_t n = 3 + k % (VERTICES_MAX - 2), more = k / 4;
    for (size_t i = 0; i < n; i++)
      order[i] = i;
    gsl_ran_shuffle(e.random, order, n, sizeof *order);
    random_graph(n, more, joined, e.random);
    exercise_input(&e, "%zu vertices in a random order, graph %zu", n, k);
    check(&e, n, joined, order, e.random);
  }
  for (size_t k = 0; k < 2; k++) { /* a star, its hub first, and last */
    memset(joined, 0, sizeof joined);
    for (size_t i = 1; i < VERTICES_MAX; i++)
      add_edge(VERTICES_MAX, joined, 0, i);
    for (size_t i = 0; i < VERTICES_MAX; i++)
      order[i] = k == 0 ? i : VERTICES_MAX - 1 - i;
    exercise_input(&e, "a star, its hub %s", k == 0 ? "first" : "last");
    check(&e, VERTICES_MAX, joined, order, e.random);
  }
  exercise_reward(&e, compare_orders);
  return exercise_end(&e);
}
