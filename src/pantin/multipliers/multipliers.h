/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The multipliers' equations A lambda = b, A = J W J^T: a family of solvers.

     m = pn_multipliers_alloc(pn_multipliers_sparse, assembly);
     pn_assembly_set(assembly, y);
     pn_multipliers_set(m);
     pn_multipliers_solve(m, b, lambda);

   Where constraints are redundant A is singular, and lambda is not unique; the
   forces J^T lambda are. Each type says which lambda it finds. Rows that are
   redundant, but have drifted apart by d, are taken for what they are up to d
   of some 1e-5; the accelerations that the types find then differ by some d.
   Rows that were redundant when the joints were closed are that up to larger d,
   as in the stages of an integrator between two closed states. */
#ifndef PANTIN_MULTIPLIERS_MULTIPLIERS_H
#define PANTIN_MULTIPLIERS_MULTIPLIERS_H

#include "pantin/body/assembly.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pn_multipliers;
struct pn_elimination;

/* A way to solve for the multipliers, one of a family. */
typedef struct {
  const char *name;    /* as on the command line */
  const char *summary; /* one line */
  size_t rows_max;     /* more rows are refused; 0: any number */
  size_t state_size;   /* bytes of state, zeroed before alloc */
  int refuses_soft;    /* it cannot use `soft` of pn_multipliers */
  int counts_dropped;  /* it tells how many rows are redundant */
  int uses_drift;      /* it cannot tell, but uses `drift` of pn_multipliers */
  /* Tells whether it can solve this system; NULL: any. */
  int (*takes)(const pn_assembly *assembly);
  const char *condition; /* what such a system has, as in "takes .."; or NULL */
  /* GSL_SUCCESS or GSL_ENOMEM; after a failure `free` is called all the
     same. */
  int (*alloc)(void *state, struct pn_multipliers *m);
  /* Prepares to solve at the assembly's state, and sets m->dropped. */
  int (*set)(void *state, struct pn_multipliers *m);
  /* Computes a lambda with A lambda = b; b and lambda differ. */
  int (*solve)(void *state, struct pn_multipliers *m, const double *b,
               double *lambda);
  /* Does both; NULL: by `set` and `solve`. */
  int (*set_and_solve)(void *state, struct pn_multipliers *m, const double *b,
                       double *lambda);
  /* Frees what the state holds. */
  void (*free)(void *state);
} pn_multiplier_type;

/* The solver of the multipliers of an assembly. */
typedef struct pn_multipliers {
  const pn_multiplier_type *type; /* as given to _alloc */
  const pn_assembly *assembly;    /* borrowed */
  const double *soft; /* added to A's diagonal, (m), borrowed; or NULL */
  size_t place; /* `place` of the assembly at the last _set; 0: not known */
  size_t factorisations; /* calls of _set that factored */
  size_t dropped;        /* redundant rows found by the last _set; 0 from types
                            that do not count them (`counts_dropped`) */
  double size;           /* of bodies, and of the arms of their joints [m] */
  size_t redundant;      /* rows dropped where the joints were closed, at least;
                            once counted for types that use `drift` */
  int has_counted;       /* they have been closed */
  double drifted;        /* share of the diagonal that gaps of the joints may
                            leave of redundant rows; 0: they are closed */
  double drift;          /* share of the diagonal below which pivots are those
                            of redundant rows that have drifted; 0: they have
                            not */
  size_t iterations;     /* of the last _solve, if it iterates */
  uint64_t operations;   /* predicted multiply-adds of a _set and a _solve; 0:
                            not known */
  size_t fill;           /* predicted blocks that elimination adds */
  /* The elimination of auto, sparse and kkt, set by _alloc, by auto perhaps
     anew by _set, and owned by the state; NULL for other types. */
  const struct pn_elimination *elimination;
  struct pn_multipliers *counter; /* of redundant rows, for types that use
                                     `drift`, until it has counted; owned */
  const char *remark; /* why the type has not done as usual, or NULL */
  void *state;        /* the type's, owned */
} pn_multipliers;

/* Dense, by pivoted L D L^T; where A is singular by eigenvalues, with the
   lambda of least norm. For up to PN_MULTIPLIERS_DENSE_MAX rows. */
extern const pn_multiplier_type *const pn_multipliers_dense;
/* The elimination below that is predicted to take the fewest operations on the
   system; that of kkt where thin rods close loops and rows may be redundant,
   from the first _set on that meets them. In poses in which that loses digits
   schur or dense stands in, if there are not too many rows. The default. */
extern const pn_multiplier_type *const pn_multipliers_auto;
/* Block elimination of J W J^T, O(n) on chains and on trees with few branches
   at a body; redundant rows get lambda = 0. */
extern const pn_multiplier_type *const pn_multipliers_sparse;
/* Block elimination of bodies and joints along the tree, O(n) on all trees;
   redundant rows get lambda = 0. */
extern const pn_multiplier_type *const pn_multipliers_kkt;
/* Featherstone's articulated bodies, O(n), for trees; without `soft`
   (GSL_EUNIMPL). */
extern const pn_multiplier_type *const pn_multipliers_aba;
/* Block elimination of a spanning tree, and the Schur complement of the joints
   left over: dense, for up to PN_MULTIPLIERS_LOOP_ROWS_MAX of their rows, with
   least norm of their part where it is singular; or by conjugate gradients. */
extern const pn_multiplier_type *const pn_multipliers_schur;
extern const pn_multiplier_type *const pn_multipliers_schur_cg;
/* Gauss-Seidel over the joints, and with over-relaxation: about n^2 sweeps on a
   chain of n bodies, and about n. */
extern const pn_multiplier_type *const pn_multipliers_gauss_seidel;
extern const pn_multiplier_type *const pn_multipliers_sor;
/* Conjugate gradients on products with J, W, J^T; least norm where A is
   singular. */
extern const pn_multiplier_type *const pn_multipliers_cg;

/* The most rows that dense takes in all, and the most that schur takes of the
   joints that close loops: 100 of those take some 20 times as long as
   elimination, 200 some 40 times. */
enum { PN_MULTIPLIERS_DENSE_MAX = 600, PN_MULTIPLIERS_LOOP_ROWS_MAX = 100 };

/* Returns the k-th of all types, from 0; NULL past the last one. */
const pn_multiplier_type *pn_multiplier_type_get(size_t k);

/* Returns the type of that name; NULL if there is none. */
const pn_multiplier_type *pn_multiplier_type_find(const char *name);

/* Tells whether the type can solve this system: some take no loops, or not so
   many rows. */
int pn_multiplier_type_takes(const pn_multiplier_type *type,
                             const pn_assembly *assembly);

/* Checks the same; GSL_SUCCESS, or the reason in error. */
int pn_multiplier_type_check(const pn_multiplier_type *type,
                             const pn_system *system, pn_error *error);

/* Allocates a solver of this type; NULL when memory is short, or the type does
   not take the system. */
pn_multipliers *pn_multipliers_alloc(const pn_multiplier_type *type,
                                     const pn_assembly *assembly);

/* Frees the solver, but not the assembly; NULL is fine. */
void pn_multipliers_free(pn_multipliers *m);

/* Prepares to solve at the assembly's state. GSL_SUCCESS; GSL_EDOM if A is not
   finite or not semidefinite; GSL_EUNIMPL from aba with `soft`. */
int pn_multipliers_set(pn_multipliers *m);

/* Calls _set unless the last one was made with the bodies where they are now. A
   depends on positions only: accelerations, corrections and impulses at one
   position share a factorisation. If the parameters of a custom joint have
   changed, set `place` to 0 before. */
int pn_multipliers_renew(pn_multipliers *m);

/* Calls _renew and _solve, or does both at once. Errors are those of the two.
 */
int pn_multipliers_renew_and_solve(pn_multipliers *m, const double *b,
                                   double *lambda);

/* Solves A lambda = b after _set; both (m), not the same array. GSL_SUCCESS;
   GSL_EMAXITER, GSL_EDOM if an iteration fails. */
int pn_multipliers_solve(pn_multipliers *m, const double *b, double *lambda);

#ifdef __cplusplus
}
#endif

#endif
