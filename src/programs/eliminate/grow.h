/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How the cost of the solvers grows with the number of bodies (--grow). */
#ifndef PROGRAMS_ELIMINATE_GROW_H
#define PROGRAMS_ELIMINATE_GROW_H

#include "programs/eliminate/eliminate.h"

enum { GROW_TOPOLOGIES = 5, GROW_SIZES_MAX = 16, GROW_CURVES_MAX = 24 };

/* Exponents are of sizes from here on, if that leaves enough of them: below,
   costs that do not grow are still seen. */
enum { GROW_FITTED_FROM = 100 };

/* What became of one solver at one size. */
typedef enum {
  GROW_NOT_YET, /* interrupted before */
  GROW_DONE,
  GROW_REFUSED, /* the solver does not take it */
  GROW_SLOW,    /* left out: it would have taken too long */
  GROW_MEMORY   /* it needs more than there is */
} grow_end;

typedef struct {
  const char *topology, *solver;
  size_t bodies;
  grow_end end;
  int solved;                           /* the solution is a good one */
  double microseconds, operations;      /* NaN: not known */
  double exponent, operations_exponent; /* of its curve; NaN: too few points */
} grow_point;

typedef struct {
  size_t sizes, n[GROW_SIZES_MAX]; /* numbers of bodies */
  size_t curves;                   /* solvers */
  grow_point point[GROW_TOPOLOGIES][GROW_CURVES_MAX][GROW_SIZES_MAX];
} grow_table;

/* Measures and writes what was asked for. */
void grow(program *self, const eliminate_request *asked);

/* Draws time against the number of bodies, a picture for each topology. */
int grow_picture(pn_plot *plot, const void *result, pn_error *error);

/* Prints the tables of times and operations; writes the points as JSON and as
   CSV. */
void grow_print(FILE *stream, const void *result);
void grow_json(pn_json *json, const void *result);
int grow_csv(const char *path, const void *result, pn_error *error);

#endif
