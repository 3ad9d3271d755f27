/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks the project: the order must be a permutation, and its fill no more
   than is allowed: none on trees and on the joints of trees, a tenth above
   minimum degree elsewhere. The fill is counted by playing the game. */
#include "elimination/drivers/inputs.h"

#include <math.h>
#include <string.h>

enum { VERTICES_MOST = 200, NET = 8, RANDOM_GRAPHS = 3, BINARY = 127 };
static const size_t tree_of[] = {5, 12, 40, 120};

/* A graph, and the one that the student may change. */
typedef struct {
  size_t n;
  int joined[VERTICES_MOST * VERTICES_MOST];
} graph;
static graph given, copy;

static void begin_graph(size_t n)
{
  given.n = n;
  memset(given.joined, 0, n * n * sizeof *given.joined);
}

static void add_edge(size_t a, size_t b)
{
  given.joined[a * given.n + b] = given.joined[b * given.n + a] = 1;
}

/* Counts the neighbours of a vertex of the copy. */
static size_t degree(size_t v)
{
  size_t count = 0;
  for (size_t a = 0; a < copy.n; a++)
    count += copy.joined[v * copy.n + a] ? 1 : 0;
  return count;
}

/* Takes a vertex of the copy away; returns the fill. */
static size_t play(size_t v)
{
  const size_t n = copy.n;
  size_t fill = 0;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < a; b++)
      if (copy.joined[v * n + a] && copy.joined[v * n + b] &&
          !copy.joined[a * n + b]) {
        copy.joined[a * n + b] = copy.joined[b * n + a] = 1;
        fill++;
      }
  for (size_t a = 0; a < n; a++)
    copy.joined[a * n + v] = copy.joined[v * n + a] = 0;
  return fill;
}

/* Counts the fill of minimum degree, which takes the first of equals. */
static size_t minimum_degree_fill(void)
{
  int gone[VERTICES_MOST] = {0};
  size_t fill = 0;
  copy = given;
  for (size_t k = 0; k < given.n; k++) {
    size_t best = given.n;
    for (size_t v = 0; v < given.n; v++)
      if (!gone[v] && (best == given.n || degree(v) < degree(best)))
        best = v;
    gone[best] = 1;
    fill += play(best);
  }
  return fill;
}

/* Asks for an order of the given graph, and checks it. */
static void check(exercise *e, size_t allowed)
{
  size_t order[VERTICES_MOST], fill = 0, missing = 0;
  int times[VERTICES_MOST] = {0};
  memset(order, 0xff, sizeof order);
  copy = given;
  my_order(given.n, copy.joined, order);
  copy = given;
  for (size_t k = 0; k < given.n; k++)
    if (order[k] < given.n && !times[order[k]]++)
      fill += play(order[k]);
  for (size_t v = 0; v < given.n; v++)
    missing += times[v] == 0;
  exercise_value(e, (double)missing, 0, 0, "vertices that the order lacks");
  exercise_value(e, fmax((double)fill, (double)allowed), (double)allowed, 0,
                 "blocks of fill, if more than allowed");
}

/* Draws a tree: each body but the first hangs from an earlier one. If it is to
   be complete, each has two that hang from it. */
static void draw_tree(exercise *e, size_t bodies, int complete, size_t *parent)
{
  for (size_t b = 1; b < bodies; b++)
    parent[b] = complete ? (b - 1) / 2 : gsl_rng_uniform_int(e->random, b);
}

/* Checks the graph of the bodies of a tree. */
static void check_tree(exercise *e, size_t bodies)
{
  size_t parent[VERTICES_MOST];
  draw_tree(e, bodies, 0, parent);
  begin_graph(bodies);
  for (size_t b = 1; b < bodies; b++)
    add_edge(b, parent[b]);
  exercise_input(e, "a tree of %zu vertices", bodies);
  check(e, 0);
}

/* Checks the graph of the joints of a tree: joint b - 1 holds body b, and two
   joints are neighbours if they share a body. */
static void check_joints(exercise *e, size_t bodies, int complete)
{
  size_t parent[VERTICES_MOST];
  draw_tree(e, bodies, complete, parent);
  begin_graph(bodies - 1);
  for (size_t b = 1; b < bodies; b++)
    for (size_t c = 1; c < b; c++)
      if (parent[c] == parent[b] || c == parent[b])
        add_edge(b - 1, c - 1);
  exercise_input(e, "the joints of a %s tree of %zu bodies",
                 complete ? "complete binary" : "random", bodies);
  check(e, 0);
}

/* Checks a graph for which no order without fill is known. */
static void check_with_fill(exercise *e)
{
  check(e, minimum_degree_fill() * 11 / 10);
}

static void check_net(exercise *e)
{
  begin_graph(NET * NET);
  for (size_t i = 0; i < NET; i++)
    for (size_t j = 0; j < NET; j++) {
      if (i > 0)
        add_edge(NET * i + j, NET * (i - 1) + j);
      if (j > 0)
        add_edge(NET * i + j, NET * i + j - 1);
    }
  exercise_input(e, "a net of %d x %d vertices", NET, NET);
  check_with_fill(e);
}

static void check_random(exercise *e, size_t n)
{
  begin_graph(n);
  for (size_t b = 1; b < n; b++) {
    add_edge(b, gsl_rng_uniform_int(e->random, b));
    add_edge(b, gsl_rng_uniform_int(e->random, b));
  }
  exercise_input(e, "a random graph of %zu vertices", n);
  check_with_fill(e);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/order");
  begin_graph(4);
  for (size_t b = 1; b < 4; b++)
    add_edge(0, b);
  exercise_input(&e, "vertex 0 joined with 1, 2 and 3");
  check(&e, 0);
  for (size_t k = 0; k < sizeof tree_of / sizeof *tree_of; k++) {
    check_tree(&e, tree_of[k]);
    check_joints(&e, tree_of[k], 0);
  }
  check_joints(&e, BINARY, 1);
  check_net(&e);
  for (size_t k = 0; k < RANDOM_GRAPHS; k++)
    check_random(&e, 20 + 20 * k);
  return exercise_end(&e);
}
