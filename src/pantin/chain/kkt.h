/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain's KKT matrix

     K = [ H + E   A^T ]
         [ A       -D  ]

   with H the Hessian of the Lagrangian for the multipliers `weight`, E an
   extra 2x2 block per node, A the Jacobian, D a diagonal. Taken node by node
   (x_i, y_i, lambda_{i-1}) it is block-tridiagonal, so that it is factored and
   solved in O(bars). kkt_factor.c tells how. */
#ifndef PANTIN_CHAIN_KKT_H
#define PANTIN_CHAIN_KKT_H

#include "pantin/chain/chain.h"

/* Symmetric 2x2 block. */
typedef struct {
  double xx, xy, yy;
} pn_chain_block;

typedef struct {
  size_t bars;

  /* The matrix: set by the caller, zero at the start. */
  double *weight;       /* Hessian's multiplier of each bar, (bars) */
  double *dx, *dy;      /* p_{i+1} - p_i [m], (bars) */
  int is_uniform;       /* 1: E is `spring` times the identity and D is 0, and
                           node and soft are not read; so at the start */
  double spring;        /* see there; 0 at the start */
  pn_chain_block *node; /* E, (bars + 1); the fixed nodes' are not read */
  double *soft;         /* D, (bars) */

  double balance;  /* s: rank and condition are those of S K S, S = diag(I, s I)
                      with s I for the multipliers; a power of 2, 1 at the
                      start */
  double accuracy; /* componentwise backward error at which the refinement of a
                      solution ends; the least there is, unless changed */

  size_t middle; /* the node m where eliminations from both ends meet, from 1
                    to bars - 1; set by pn_chain_kkt_alloc */

  /* The factorisation: set by pn_chain_kkt_factor. */
  double (*inverse)[6]; /* inverted pivot blocks, (bars): xx xy yy xl yl ll, in
                           the place of their bars; that of bar m holds its
                           multiplier's alone (ll) */
  double cx, cy;        /* what couples that multiplier to node m */
  size_t negative;      /* number of negative eigenvalues of K */
  double *work;         /* 3 bars + 2, for the refinement */
} pn_chain_kkt;

/* A right-hand side, or a solution: one entry per unknown. */
typedef struct {
  double *x, *y;  /* of the nodes, (bars + 1); 0 at the fixed ones */
  double *lambda; /* of the bars, (bars) */
} pn_chain_vector;

/* Allocates a zero matrix for a chain of that many bars, at least 2. NULL when
   memory is short. */
pn_chain_kkt *pn_chain_kkt_alloc(size_t bars);

void pn_chain_kkt_free(pn_chain_kkt *kkt);

/* Divides an array of 3 bars + 2 entries into the three parts of a vector. */
pn_chain_vector pn_chain_vector_view(double *array, size_t bars);

/* Returns the number of entries in such an array, 3 bars + 2. */
size_t pn_chain_vector_size(size_t bars);

/* Sets weight = lambda, dx and dy from the nodes, E = 0, D = 0: the matrix of
   Newton's method at this point. */
void pn_chain_kkt_set(pn_chain_kkt *kkt, const pn_chain_point *point);

/* Sets weight, dx and dy as pn_chain_kkt_set does, E to `spring` times the
   identity, and D = 0, without memory for either. */
void pn_chain_kkt_set_uniform(pn_chain_kkt *kkt, const pn_chain_point *point,
                              double spring);

/* Sets `balance` to what makes the entries of S K S alike, one that does not
   depend on the units: about the chain's weight over its length squared, or 1
   if this is less than 2^5 times from 1. */
void pn_chain_kkt_balance(pn_chain_kkt *kkt, const pn_chain *chain);

/* Writes a uniform E, and D, to node and soft. */
void pn_chain_kkt_spell_out(pn_chain_kkt *kkt);

/* Returns E_i. */
static inline pn_chain_block pn_chain_kkt_extra(const pn_chain_kkt *kkt,
                                                size_t i)
{
  const pn_chain_block uniform = {kkt->spring, 0, kkt->spring};
  return kkt->is_uniform ? uniform : kkt->node[i];
}

/* Returns D_i. */
static inline double pn_chain_kkt_soft(const pn_chain_kkt *kkt, size_t i)
{
  return kkt->is_uniform ? 0 : kkt->soft[i];
}

/* Adds a spring to node i that pushes away from a line of slope s: E_i grows
   by stiffness (s, -1)^T (s, -1). */
static inline void pn_chain_kkt_add_spring(pn_chain_kkt *kkt, size_t i,
                                           double stiffness, double s)
{
  if (kkt->is_uniform)
    pn_chain_kkt_spell_out(kkt);
  kkt->node[i].xx += stiffness * s * s;
  kkt->node[i].xy -= stiffness * s;
  kkt->node[i].yy += stiffness;
}

/* Factors K = L D L^T by 3x3 blocks, and counts its negative eigenvalues.
   GSL_ESING if a pivot block is singular (K itself need not be). */
int pn_chain_kkt_factor(pn_chain_kkt *kkt);

/* Solves K z = r with the last factorisation; r and z must not overlap. The
   solution is refined until its backward error is `accuracy` or stays;
   GSL_ELOSS if it stays above 1e-8. */
int pn_chain_kkt_solve(pn_chain_kkt *kkt, pn_chain_vector r, pn_chain_vector z);

/* Factors K and solves K z = r, with the bits of pn_chain_kkt_factor and
   pn_chain_kkt_solve, going through the chain once less. Returns what the one
   that failed returns. */
int pn_chain_kkt_factor_solve(pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z);

/* Solves K z = r and counts K's negative eigenvalues, too, but need not leave a
   factorisation: a long chain is solved bar by bar where that can be
   (kkt_bars.c). Else it is pn_chain_kkt_factor_solve. */
int pn_chain_kkt_solve_new(pn_chain_kkt *kkt, pn_chain_vector r,
                           pn_chain_vector z);

#endif
