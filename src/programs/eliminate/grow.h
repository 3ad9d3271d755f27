/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the cost of the solvers grows with the number of bodies. */
#ifndef PROGRAMS_ELIMINATE_GROW_H
#define PROGRAMS_ELIMINATE_GROW_H

#include "pantin/body/system.h"
#include "pantin/multipliers/multipliers.h"

#include <stdio.h>

enum { GROW_SIZES_MAX = 16, GROW_CURVES_MAX = 24 };

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
  grow_end end;
  double microseconds, operations; /* NaN: not known */
  int failed;                      /* no solution, or not a good one */
} grow_point;

/* A solver on a topology. */
typedef struct {
  const pn_multiplier_type *solver;
  grow_point point[GROW_SIZES_MAX];
  double exponent;   /* of the time; NaN: too few points */
  double operations; /* exponent of the operations; NaN likewise */
} grow_curve;

/* A topology: what makes a mechanism of n bodies, and what was measured. */
typedef struct {
  const char *name;
  size_t curves;
  grow_curve curve[GROW_CURVES_MAX];
} grow_topology;

enum { GROW_TOPOLOGIES = 5 };
typedef struct {
  size_t sizes, n[GROW_SIZES_MAX]; /* numbers of bodies */
  grow_topology topology[GROW_TOPOLOGIES];
} grow_table;

/* The k-th topology's name, and its system of n bodies with weight; NULL, and
   the error filled, when memory is short. */
const char *grow_name(size_t k);
pn_system *grow_system(size_t k, size_t n, pn_error *error);

void grow_print(FILE *stream, const grow_table *table);
void grow_json(FILE *stream, const grow_table *table);
int grow_csv(const char *path, const grow_table *table, pn_error *error);
int grow_picture(const char *path, const grow_table *table, pn_error *error);

#endif
