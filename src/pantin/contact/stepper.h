/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Balls in time. One step of length dt:

     v* = v + dt g,
     contacts: pairs, and balls at walls, with the unit normal n and gap d,
     w = A lambda + b >= 0,  lambda >= 0,  lambda^T w = 0,
       A = J W J^T,  b = J v* + d / dt,
     v = v* + W J^T lambda,   x <- x + dt v.

   So w dt is the gap after the step, if the bodies moved along straight lines:
   an impulse is asked for as soon as a contact would be violated at the end
   (anticipation), and an overlap, d < 0, is undone within the step (position
   correction). Each idea can be switched off.

     stepper = pn_stepper_alloc(balls, &settings, &error);
     while (stepper->info.time < 10)
       if (pn_stepper_advance(stepper, &error))
         break;

   Source: Benet (2019), with its conventions. */
#ifndef PANTIN_CONTACT_STEPPER_H
#define PANTIN_CONTACT_STEPPER_H

#include "pantin/contact/balls.h"
#include "pantin/contact/step_info.h"
#include "pantin/lcp/solver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pn_grid;
struct pn_delassus;

/* How balls are stepped. The comments say the defaults. */
typedef struct {
  double step;             /* dt [s]; 0.01 */
  int position_correction; /* overlaps are undone; 1 */
  int anticipation;        /* contacts that are still open count; 1. Without
                              it only pairs that touch do */
  int warm_start;          /* the impulses of the last step are the start; 0 */
  double margin;           /* wider gaps are no contacts, but for the way that
                              the two bodies make in a step, and a millionth of
                              the smallest radius [m]; 0 */
  double damping;          /* velocities decay as exp(-damping t) [1/s]; 0 */
  const pn_lcp_method *method; /* psor */
  double tolerance;   /* stop at this residual.scaled.inf [m/s]; 0 (the default)
                         takes all iterations, and measures the last iterate
                         alone: lambda = 0 takes its place if it ran away */
  size_t iterations;  /* most in a step; 20 */
  double omega;       /* over-relaxation of psor; 1.75 */
  double kappa;       /* regularisation of pgs and psor [1/kg]; 0 */
  pn_lcp_order order; /* of the sweeps; forward */
  size_t threads;     /* that share the rows of a sweep; 0: one */
} pn_stepper_settings;

/* Returns the defaults. */
pn_stepper_settings pn_stepper_settings_default(void);

/* Returns GSL_EINVAL, with the rule that is broken and a value that works. */
int pn_stepper_settings_check(const pn_stepper_settings *settings,
                              pn_error *error);

/* Balls in time. Its members are to be read. */
typedef struct {
  pn_balls *balls;              /* borrowed, moved */
  pn_stepper_settings settings; /* as given */
  pn_lcp *lcp;           /* the problem of the last step, owned; may be written
                            to a file (lcp_file.h) */
  struct pn_delassus *J; /* the factors of its matrix, the problem's */
  pn_lcp_solver *solver; /* its solver, with the impulses, owned; NULL before
                            the first step */
  pn_step_info info;     /* of the last step */

  double touching; /* with anticipation, balls with a gap below this touch [m];
                      set by pn_stepper_alloc */
  struct pn_grid *grid; /* owned */
  uint32_t *near;       /* neighbours of a ball, (balls), owned */
  double *way;          /* how far each gets in a step, if that is anticipated
                           [m], (balls), owned */
  pn_vec3 *change;      /* W J^T lambda [m/s], (balls + 1), owned */
  size_t *first;        /* where the contacts of each ball begin, (balls + 1),
                           owned */
  size_t *last_first;   /* the same of the step before, (balls + 1), owned */
  uint32_t *other; /* the other side of each contact: a ball, or `balls` and
                      the wall's number, (room), owned; rows of the problem
                      are in another order (stepper_contacts.c) */
  uint32_t *last_other; /* of the step before, (room), owned */
  double *last_lambda;  /* impulses of the step before [N s], (room), owned */
  double *start;        /* where the solver starts, (room), owned */
  size_t room;          /* contacts that fit in those */
} pn_stepper;

/* Returns NULL, with the reason, for bad settings or balls (pn_balls_check), or
   when memory is short. */
pn_stepper *pn_stepper_alloc(pn_balls *balls,
                             const pn_stepper_settings *settings,
                             pn_error *error);

/* Makes one step. Takes memory only when there are more contacts than ever
   before. Returns GSL_SUCCESS; or GSL_ENOMEM, GSL_ETABLE if margin or step are
   so large that there are more than some 100 contacts a ball, GSL_EFAILED if
   the impulses are not finite: then the balls are as they were, but for
   gravity. */
int pn_stepper_advance(pn_stepper *stepper, pn_error *error);

/* Frees a stepper, but not its balls; NULL is fine. */
void pn_stepper_free(pn_stepper *stepper);

#ifdef __cplusplus
}
#endif

#endif
