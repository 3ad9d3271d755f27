/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solving a chain: a family of methods behind one solver that the caller
   steps, so that any iterate can be printed, drawn or stopped at:

     solver = pn_chain_solver_alloc(pn_chain_armijo, chain);
     pn_chain_solver_set(solver, &settings, start, &error);
     while (pn_chain_solver_test(solver) == GSL_CONTINUE)
       if (pn_chain_solver_iterate(solver))
         break;
     outcome = pn_chain_solver_finish(solver);

   after which solver->point is the answer, or, if there is none, the iterate
   that came nearest to one, and solver->info says how near. */
#ifndef PANTIN_CHAIN_SOLVER_H
#define PANTIN_CHAIN_SOLVER_H

#include "pantin/chain/chain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the multipliers start from. */
typedef enum {
  PN_CHAIN_LAMBDA_ZEROS,
  PN_CHAIN_LAMBDA_ONES,
  PN_CHAIN_LAMBDA_LEAST_SQUARES, /* argmin |g + A^T lambda|_2 */
  PN_CHAIN_LAMBDA_GIVEN          /* those of the start point */
} pn_chain_lambda;

/* How a chain is solved. The comments say the defaults. */
typedef struct {
  double tolerance_gradient;   /* bound on info.gradient_relative; 1e-7; both
                                  are smaller where the slack is small, or
                                  the bars hang nearly along one line */
  double tolerance_constraint; /* bound on info.constraint_relative; 1e-7 */
  int absolute;                /* the bounds hold for info.gradient_inf [N] and
                                  constraint_inf [m^2], as in the source; 0 */
  size_t iterations;           /* most steps taken; 100 */
  pn_chain_lambda lambda;      /* start of the multipliers; least squares */
  double omega;                /* Armijo's rule: required share of the
                                  predicted decrease,
                                  in ]0, 1/2[; 1e-4 */
  double clamp;                /* least tension of a bar in the Hessian of the
                                  `minimum` method, in total weights; 0.1 */
} pn_chain_settings;

/* Returns the defaults. */
pn_chain_settings pn_chain_settings_default(void);

/* Checks the settings: GSL_EINVAL, and in error the rule that is broken with a
   value that works. */
int pn_chain_settings_check(const pn_chain_settings *settings, pn_error *error);

/* How good the current point is, and how it was reached. */
typedef struct {
  size_t iteration;           /* steps taken so far */
  double phi;                 /* 1/2 |F|^2, F = (gradient of l, c) */
  double energy;              /* e [N m] */
  double gradient_inf;        /* largest entry of the gradient of l [N] */
  double constraint_inf;      /* largest |c_i| [m^2] */
  double gradient_relative;   /* gradient over the largest tension, or weight
                                 at a node that no floor carries */
  double constraint_relative; /* largest |c_i| / (2 L_i^2) */
  double floor_relative;      /* largest |min(gap, mu)| at the floor, over
                                 the total length and weight */
  double step;                /* largest displacement of the last step [m] */
  double alpha;               /* its fraction of the full step */
  int singular;               /* the last step met a singular matrix */
  int thrown;                 /* steps were in vain, and the last one was none:
                                 all nodes were placed anew */
} pn_chain_info;

/* How a run ended. */
typedef enum {
  PN_CHAIN_CONVERGED,
  PN_CHAIN_TAUT,        /* the chain has one configuration, known by itself */
  PN_CHAIN_ITERATIONS,  /* they are used up */
  PN_CHAIN_NO_PROGRESS, /* no acceptable step was found */
  PN_CHAIN_INTERRUPTED  /* the caller stopped before the end */
} pn_chain_outcome;

/* Returns the words for an outcome: "converged", "taut", "iterations used up"
   and so on. */
const char *pn_chain_outcome_name(pn_chain_outcome outcome);

struct pn_chain_solver;
struct pn_chain_step;

/* A method: how to take one step. It keeps what it needs in `state`. */
typedef struct {
  const char *name;     /* as on the command line */
  const char *summary;  /* one line */
  int handles_floor;    /* 0: a chain with a floor is refused */
  int ignores_start;    /* 1: has a start of its own; no multipliers are sought
                           for the given one */
  int any_start;        /* 1: starts at lambda = 0 where there are no least-
                           squares multipliers; 0: refuses such a start */
  double residual_most; /* no point whose residual is larger is an answer,
                           whatever the tolerances; 0: any may be */
  size_t state_size;    /* bytes of state, zeroed before alloc */
  /* GSL_SUCCESS or GSL_ENOMEM; after a failure `free` is called all the
     same. */
  int (*alloc)(void *state, const pn_chain *chain);
  /* Called with solver->point = the start and its multipliers in place; may
     refuse the chain with GSL_EINVAL. NULL if there is nothing to do. */
  int (*set)(void *state, struct pn_chain_solver *solver, pn_error *error);
  /* One step: moves solver->point and fills info.step, alpha and singular.
     GSL_ENOPROG: no acceptable step was found, and the point is as it was. */
  int (*iterate)(void *state, struct pn_chain_solver *solver);
  /* One full step close to the answer, where rounding would mislead a line
     search; NULL: `iterate` does it. */
  int (*polish)(void *state, struct pn_chain_solver *solver);
  /* Frees what the state holds. */
  void (*free)(void *state);
} pn_chain_method;

/* The bounds of the test for the end. */
typedef struct {
  double gradient;   /* on info.gradient_relative */
  double constraint; /* on info.constraint_relative and floor_relative */
  double misfit;     /* on the sum of the bars' errors [m]; INFINITY for a chain
                        that is not nearly taut; smaller where bars
                        hang nearly along one line */
} pn_chain_bounds;

/* A run of a method on a chain. Its members are to be read. */
typedef struct pn_chain_solver {
  const pn_chain_method *method; /* as given to _alloc */
  const pn_chain *chain;         /* borrowed; must outlive the solver */
  pn_chain_settings settings;    /* as given to _set; relative tolerances are
                                    no larger than the method's residual_most */
  pn_chain_point *point;         /* the current iterate, owned */
  pn_chain_info info;            /* measured at `point` */
  pn_chain_point *last;          /* the iterate before, owned */
  pn_chain_point *best;       /* the iterate of least residual, unless at_best;
                                 owned */
  pn_chain_info best_info;    /* measured at the iterate of least residual */
  int at_best;                /* 1: that iterate is `point` */
  int stuck;                  /* 1: the last step could not be taken */
  struct pn_chain_step *step; /* step.h: for the multipliers' start, and lent
                                 to the method; NULL if it ignores the start;
                                 owned */
  void *state;                /* the method's, owned */
  int measured;               /* 1: the method has measured `point` itself */
  int ready;                  /* 1: the last _set succeeded */
  pn_chain_bounds within;     /* the test's, set by _set */
} pn_chain_solver;

/* The methods. */
extern const pn_chain_method *const pn_chain_unit;    /* sqp.c */
extern const pn_chain_method *const pn_chain_armijo;  /* sqp.c */
extern const pn_chain_method *const pn_chain_minimum; /* minimum.c */
extern const pn_chain_method *const pn_chain_dual;    /* dual.c */

/* Returns the k-th of all methods, from 0; NULL past the last one. */
const pn_chain_method *pn_chain_method_get(size_t k);

/* Finds the method of that name; NULL if there is none. */
const pn_chain_method *pn_chain_method_find(const char *name);

/* Allocates a solver for this chain; NULL when memory is short. */
pn_chain_solver *pn_chain_solver_alloc(const pn_chain_method *method,
                                       const pn_chain *chain);

/* Places the solver at the start; its multipliers are used if
   settings->lambda says so. GSL_EINVAL (with the reason in error) for bad
   settings, a chain that pn_chain_check refuses or the method does not handle,
   or a start that is missing, of another chain's size or not finite. */
int pn_chain_solver_set(pn_chain_solver *solver,
                        const pn_chain_settings *settings,
                        const pn_chain_point *start, pn_error *error);

/* Makes one step of the method, then measures. GSL_SUCCESS; GSL_ENOPROG if no
   step could be taken; GSL_EFAILED if the iterate is no longer finite (it is
   then put back to the last one that was); GSL_EINVAL, and nothing happens,
   unless the last _set succeeded. */
int pn_chain_solver_iterate(pn_chain_solver *solver);

/* Tests for the end: GSL_SUCCESS when the point is within the tolerances and
   the method's residual_most, GSL_EMAXITER when the iterations are used up,
   GSL_EINVAL unless the last _set succeeded, GSL_CONTINUE otherwise. */
int pn_chain_solver_test(const pn_chain_solver *solver);

/* Ends a run, and tells how it went. The point becomes
   - the only configuration of a taut chain, unless the run was interrupted,
     with the multipliers that come nearest to balancing it;
   - after convergence, the exact fold of a chain that hangs folded as far as
     lengths tell, with tensions that pull all bars, if there are such;
   - else the one of least residual after a few more steps, so that the answer
     is right to its last digits;
   - otherwise the iterate of least residual.
   Unless the last _set succeeded the run counts as interrupted, and the point
   stays as it is.
   info is measured there; info.iteration, step and alpha tell how the iterate
   that it comes from was reached. */
pn_chain_outcome pn_chain_solver_finish(pn_chain_solver *solver);

/* Frees a solver, but not its chain; NULL is fine. */
void pn_chain_solver_free(pn_chain_solver *solver);

/* Measures a point: phi, energy and all residuals of `info`, the other
   members left as they are. */
void pn_chain_measure(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_info *info);

/* Returns the residual of a measured point, by which iterates are compared: the
   largest of info's three relative ones. */
double pn_chain_residual(const pn_chain_info *info);

#ifdef __cplusplus
}
#endif

#endif
