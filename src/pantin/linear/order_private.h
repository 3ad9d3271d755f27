/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Two ways to an order of minimum degree, with workspaces that are used
   again: on any graph, and on the graph whose vertices are the edges of
   another. */
#ifndef PANTIN_LINEAR_ORDER_PRIVATE_H
#define PANTIN_LINEAR_ORDER_PRIVATE_H

#include "pantin/linear/block.h"
#include "pantin/linear/buckets.h"

/* Lists the neighbours of each block, ascending: those of block i are
   neighbour[first[i]] .. neighbour[first[i + 1] - 1]. first: (blocks + 2) of
   zeros, neighbour: twice the blocks below the diagonal. */
void pni_block_neighbours(const pn_block_matrix *matrix, size_t *first,
                          size_t *neighbour);

/* A graph under elimination (order_minimum_degree.c): each vertex has a list
   of neighbours somewhere in one pool of memory. */
typedef struct {
  size_t vertices;
  size_t *start;  /* of each vertex's list in the pool, (vertices) */
  size_t *space;  /* that the list may fill there, (vertices) */
  buckets by;     /* degree: the length of the list, (vertices) */
  size_t *mark;   /* the last stamp put on each vertex, (vertices) */
  size_t stamp;   /* the current one */
  uint32_t *pool; /* (pool_room), owned */
  size_t pool_room;
  size_t used;    /* of the pool, from its beginning */
  int may_grow;   /* 0: a full pool ends the elimination */
  size_t *memory; /* of the arrays, owned */
  size_t room;    /* vertices that fit in them */
} pni_graph;

/* Makes room for so many vertices and for a pool of that size, unless there
   is. GSL_SUCCESS or GSL_ENOMEM. */
int pni_graph_reserve(pni_graph *g, size_t vertices, size_t pool);

void pni_graph_clear(pni_graph *g);

/* Gives the next vertex, from 0 on, an empty list with space for `degree`
   neighbours; then adds one to the list of vertex i. */
void pni_graph_begin(pni_graph *g);
void pni_graph_add_vertex(pni_graph *g, size_t degree);
void pni_graph_add_neighbour(pni_graph *g, size_t i, size_t neighbour);

/* Eliminates all vertices: order[k] is the k-th, (vertices). GSL_SUCCESS;
   GSL_ENOMEM if the pool is full and may not grow, or memory is short. */
int pni_graph_eliminate(pni_graph *g, size_t *order);

/* Work for edges in the place of vertices (order_edges.c). */
typedef struct {
  size_t ground;  /* number of the vertex that joins nothing */
  size_t *merged; /* the vertex it is a part of now, or itself, (ground + 1) */
  size_t *end;    /* one of its edges' ends, or SIZE_MAX, (ground + 1) */
  size_t *size;   /* edges of a vertex, (ground + 1) */
  size_t *shared; /* of them with the vertex at hand, (ground + 1), zeros */
  size_t *vertex; /* at each end as it was at first, (2 edges) */
  size_t *next;   /* the next end at the same vertex, in a ring, (2 edges) */
  buckets by;     /* edges by degree */
  char *gone;     /* 1 for eliminated edges, (edges) */
  size_t *vertex_memory, *edge_memory; /* of the arrays, owned */
  size_t vertex_room, edge_room;       /* that fit in them */
} pni_edges;

/* Makes room for so many edges between so many vertices and the ground,
   unless there is. GSL_SUCCESS or GSL_ENOMEM. */
int pni_edges_reserve(pni_edges *e, size_t edges, size_t vertices);

void pni_edges_clear(pni_edges *e);

/* Orders a matrix with a row for each edge, where two rows have an entry if
   their edges share a vertex other than the ground: edge k joins
   ends[2 row[k]] and ends[2 row[k] + 1]. order[k] is the edge eliminated
   k-th, (edges). */
void pni_edges_order(pni_edges *e, size_t edges, const size_t *row,
                     const uint32_t *ends, size_t vertices, size_t *order);

#endif
