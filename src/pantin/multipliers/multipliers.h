/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multipliers' equations A lambda = b, A = J W J^T: a family of solvers.

     m = pn_multipliers_alloc(pn_multipliers_sparse, assembly);
     pn_assembly_set(assembly, y);
     pn_multipliers_set(m);
     pn_multipliers_solve(m, b, lambda);

   Where constraints are redundant A is singular, and lambda is not unique; the
   forces J^T lambda are. Each type says which lambda it finds. Rows that are
   redundant, but have drifted apart by d, are taken for what they are up to d
   of some 1e-5; the accelerations that the types find then differ by some d. */
#ifndef PANTIN_MULTIPLIERS_MULTIPLIERS_H
#define PANTIN_MULTIPLIERS_MULTIPLIERS_H

#include "pantin/body/assembly.h"

struct pn_multipliers;
struct pn_elimination;

typedef struct {
  const char *name;    /* as on the command line */
  const char *summary; /* one line */
  size_t rows_max;     /* more rows are refused; 0: any number */
  size_t state_size;   /* bytes of state, zeroed before alloc */
  int refuses_soft;    /* it cannot do with `soft` of pn_multipliers */
  /* Whether it can do with this system; NULL: with any. */
  int (*takes)(const pn_assembly *assembly);
  /* GSL_SUCCESS or GSL_ENOMEM; after a failure `free` is called all the
     same. */
  int (*alloc)(void *state, struct pn_multipliers *m);
  /* Prepares for A at the assembly's state, and sets m->dropped. */
  int (*set)(void *state, struct pn_multipliers *m);
  /* lambda = A^+ b, of some kind; b and lambda differ. */
  int (*solve)(void *state, struct pn_multipliers *m, const double *b,
               double *lambda);
  void (*free)(void *state);
} pn_multiplier_type;

typedef struct pn_multipliers {
  const pn_multiplier_type *type;
  const pn_assembly *assembly; /* borrowed */
  const double *soft; /* added to A's diagonal, (m), borrowed; or NULL */
  size_t place; /* of the assembly when they were set last; 0: not known */
  size_t factorisations; /* how often they were set */
  size_t dropped;        /* redundant rows found by the last _set; 0 from those
                            that iterate: they find directions, in _solve */
  size_t iterations;     /* of the last _solve, if it iterates */
  size_t operations; /* multiply-adds of a _set and a _solve, as predicted by
                        _alloc; 0: not known */
  size_t fill;       /* blocks that elimination adds, as predicted */
  /* That of auto, sparse and kkt, set by _alloc; NULL: another type. The
     state's. */
  const struct pn_elimination *elimination;
  void *state; /* the type's, owned */
} pn_multipliers;

/* Dense, by pivoted L D L^T; singular: by eigenvalues, lambda of least norm.
   For up to PN_MULTIPLIERS_DENSE_MAX rows. */
extern const pn_multiplier_type *const pn_multipliers_dense;
/* The best of the eliminations below for the system, by the operations that
   they are predicted to take. The default. */
extern const pn_multiplier_type *const pn_multipliers_auto;
/* Block elimination of J W J^T, O(n) on chains and trees of few branches a
   body; singular: redundant rows get lambda = 0. */
extern const pn_multiplier_type *const pn_multipliers_sparse;
/* Block elimination of bodies and joints along the tree, O(n) on all trees;
   singular: redundant rows get lambda = 0. */
extern const pn_multiplier_type *const pn_multipliers_kkt;
/* Articulated bodies, O(n), for trees; not with `soft` (GSL_EUNIMPL). */
extern const pn_multiplier_type *const pn_multipliers_aba;
/* A spanning tree by block elimination, the joints left over by their Schur
   complement: dense, for up to 100 loops, singular: least norm of their part;
   or by conjugate gradients. */
extern const pn_multiplier_type *const pn_multipliers_schur;
extern const pn_multiplier_type *const pn_multipliers_schur_cg;
/* Joint after joint, over and over; and over-relaxed. Many sweeps: some n^2 on
   a chain of n bodies, some n with over-relaxation. */
extern const pn_multiplier_type *const pn_multipliers_gauss_seidel;
extern const pn_multiplier_type *const pn_multipliers_sor;
/* Conjugate gradient on products with J, W, J^T; singular: least norm. */
extern const pn_multiplier_type *const pn_multipliers_cg;

enum { PN_MULTIPLIERS_DENSE_MAX = 600 };

/* The k-th of all types, from 0; NULL past the last one. */
const pn_multiplier_type *pn_multiplier_type_get(size_t k);

/* The type of that name; NULL if there is none. */
const pn_multiplier_type *pn_multiplier_type_find(const char *name);

/* Whether the type can do with this system: some take no loops, or not so many
   rows. */
int pn_multiplier_type_takes(const pn_multiplier_type *type,
                             const pn_assembly *assembly);

/* GSL_SUCCESS if it can; else the error says so. */
int pn_multiplier_type_check(const pn_multiplier_type *type,
                             const pn_system *system, pn_error *error);

/* NULL when memory is short, or the type does not take the system. */
pn_multipliers *pn_multipliers_alloc(const pn_multiplier_type *type,
                                     const pn_assembly *assembly);

void pn_multipliers_free(pn_multipliers *m);

/* GSL_SUCCESS; GSL_EDOM if A is not finite (or not semidefinite); GSL_EUNIMPL
   from aba where there is `soft`. */
int pn_multipliers_set(pn_multipliers *m);

/* The same, unless they were set with the bodies where they are: A depends on
   positions only, so that accelerations, corrections and impulses there have
   one factorisation. (Not known to it: that a custom joint has been given other
   params. Then set `place` to 0 before.) */
int pn_multipliers_renew(pn_multipliers *m);

/* Solves A lambda = b after _set; both (m), not the same array. GSL_SUCCESS;
   GSL_EMAXITER, GSL_EDOM if an iteration fails. */
int pn_multipliers_solve(pn_multipliers *m, const double *b, double *lambda);

#endif
