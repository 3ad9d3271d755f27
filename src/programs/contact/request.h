/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-contact asks for. */
#ifndef PROGRAMS_CONTACT_REQUEST_H
#define PROGRAMS_CONTACT_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/contact/balls_scene.h"
#include "pantin/contact/world_scene.h"
#include "programs/contact/omega.h"
#include "programs/frame_list.h"

enum { CONTACT_OPTIONS = 20, CONTACT_NAMES_MAX = 32 };

/* The most iterations of a pivoting method, which has no answer before its end,
   unless others are asked for. */
enum { CONTACT_PIVOTS = 1000000 };

typedef struct {
  int solver;        /* the k-th of pn_lcp_method_get; -1: not given */
  int order;         /* a pn_lcp_order; forward where not given */
  size_t threads;    /* 0 where not given: one */
  size_t iterations; /* 0: not given */
  /* Not given where < 0. */
  double tolerance, omega, kappa, time, dt, margin, damping, friction;
  int no_correction, no_anticipation, warm_start, coupled, cone;
  const char *relaxation; /* --omega as given: a number or a rule; or NULL */
  contact_omega rule;     /* that chooses it in each step, if it is one */
  const char *record;     /* the file for contact problems, or NULL */
  const char *frames;     /* as given, or NULL */
  frame_list wanted;      /* the steps to record; empty: all */
  size_t every;           /* 0: not given */

  pn_option options[CONTACT_OPTIONS + 1];     /* the table for program.h */
  const char *solvers[CONTACT_NAMES_MAX + 1]; /* names, ended by NULL */
  const char *orders[CONTACT_NAMES_MAX + 1];  /* the same */
} contact_request;

/* Sets the defaults, and the table of options that point into the request. */
void contact_request_init(contact_request *asked);

/* Prints what settings the kinds of scenes have where neither the command line
   nor the scene gives them, as the library does. */
void contact_request_print_defaults(FILE *stream);

/* Reads --omega and --frames. Returns the error's code. */
int contact_request_check(contact_request *asked, pn_error *error);

/* Refuses an option that only another kind of scene understands. */
int contact_request_refuse(const char *option, const char *kind,
                           pn_error *error);

/* Puts what was asked for in the place of the settings that both kinds of scene
   have; OF is a pn_balls_scene * or a pn_world_scene *. */
#define CONTACT_OVERRIDE(ASKED, OF)                                            \
  do {                                                                         \
    if ((ASKED)->solver >= 0)                                                  \
      (OF)->settings.method = pn_lcp_method_get((size_t)(ASKED)->solver);      \
    if ((ASKED)->iterations > 0)                                               \
      (OF)->settings.iterations = (ASKED)->iterations;                         \
    contact_override((ASKED)->time, &(OF)->time);                              \
    contact_override((ASKED)->dt, &(OF)->settings.step);                       \
    contact_override((ASKED)->tolerance, &(OF)->settings.tolerance);           \
    contact_override((ASKED)->omega, &(OF)->settings.omega);                   \
    contact_override((ASKED)->kappa, &(OF)->settings.kappa);                   \
    (OF)->settings.order = (pn_lcp_order)(ASKED)->order;                       \
    (OF)->settings.threads = (ASKED)->threads;                                 \
    contact_override((ASKED)->margin, &(OF)->settings.margin);                 \
    contact_override((ASKED)->damping, &(OF)->settings.damping);               \
    (OF)->settings.warm_start |= (ASKED)->warm_start;                          \
    if ((OF)->settings.method->pivots && (ASKED)->iterations == 0)             \
      (OF)->settings.iterations = CONTACT_PIVOTS;                              \
  } while (0)

static inline void contact_override(double asked, double *value)
{
  if (asked >= 0)
    *value = asked;
}

#endif
