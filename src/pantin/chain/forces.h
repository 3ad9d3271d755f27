/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The force form of a small chain, and what can be said of its roots in a box
   of forces: the parts of the search in stationary.c. forces.c tells how. */
#ifndef PANTIN_CHAIN_FORCES_H
#define PANTIN_CHAIN_FORCES_H

#include "pantin/chain/chain.h"

enum { PN_CHAIN_FORCES_BARS_MAX = 12 };

/* A chain without units: lengths in its total length S, forces in the weight
   of that. */
typedef struct {
  size_t bars;
  double length[PN_CHAIN_FORCES_BARS_MAX]; /* L_i */
  double weight[PN_CHAIN_FORCES_BARS_MAX]; /* W_i, of the nodes up to bar i */
  double end[2];                           /* (a, b) */
  double size;                             /* S [m] */
  double heavy;                            /* the weight of the chain [N] */
} pn_chain_forces;

/* Which of (X, Y, Z) is 1, where (X, Y) / Z is the force of the first bar and
   (p, q) the other two of them, in that order. */
typedef enum {
  PN_CHAIN_FACE_Z,
  PN_CHAIN_FACE_X,
  PN_CHAIN_FACE_Y,
  PN_CHAIN_FACES
} pn_chain_face;

typedef struct {
  pn_chain_face face;
  double p, q; /* centre */
  double half; /* half its width; it is searched somewhat beyond */
} pn_chain_box;

/* A value in [middle - radius, middle + radius]. */
typedef struct {
  double middle, radius;
} pn_chain_ball;

/* Bounds of L f / |f| of one bar over a box, and of its derivatives. */
typedef struct {
  double centre[2]; /* at the centre */
  pn_chain_ball value[2];
  pn_chain_ball slope[2][2]; /* (component, by p or q) */
  int kink;                  /* f may be 0: no centre and no slope */
} pn_chain_bar_bounds;

/* Those of all bars, and the sums of their radii, which are the same for every
   pattern of signs. */
typedef struct {
  pn_chain_bar_bounds bar[PN_CHAIN_FORCES_BARS_MAX];
  double value[2], slope[2][2];
  size_t kinks, kink; /* how many, and the last one */
} pn_chain_box_bounds;

typedef enum {
  PN_CHAIN_NO_ROOT,
  PN_CHAIN_ONE_ROOT, /* exactly one */
  PN_CHAIN_UNKNOWN
} pn_chain_roots;

/* Sets the force form of a chain of at most PN_CHAIN_FORCES_BARS_MAX bars. */
void pn_chain_forces_set(pn_chain_forces *forces, const pn_chain *chain);

/* s_i = -1 if bit i of the pattern is set, else 1. */
double pn_chain_forces_sign(unsigned pattern, size_t bar);

/* Writes to f the direction of f_i at (p, q), not normalised. */
void pn_chain_forces_direction(const pn_chain_forces *forces,
                               pn_chain_face face, size_t bar, double p,
                               double q, double f[2]);

/* Newton's method on G = (a, b) from (p, q), for as long as it gets nearer.
   Returns the |G - (a, b)| that is left; INFINITY where some f_i = 0. */
double pn_chain_forces_refine(const pn_chain_forces *forces, pn_chain_face face,
                              unsigned pattern, double *p, double *q);

/* Measures a box, for all patterns. */
void pn_chain_box_measure(const pn_chain_forces *forces,
                          const pn_chain_box *box, pn_chain_box_bounds *bounds);

/* Tells how many roots a measured box holds for one pattern. */
pn_chain_roots pn_chain_box_judge(const pn_chain_forces *forces,
                                  const pn_chain_box *box,
                                  const pn_chain_box_bounds *bounds,
                                  unsigned pattern);

#endif
