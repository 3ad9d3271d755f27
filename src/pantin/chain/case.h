/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Cases: chains in files, in the format of base/scene.h:

       title = "a chain of five bars, started above its ends";
       lengths = (0.7, 0.5, 0.3, 0.2, 0.5);                        # m
       end = (1, -1);                                              # m
       start = ((0.2, 1), (0.4, 1.5), (0.6, 1.5), (0.8, 1.3));     # m

   or, for equal bars and a start of a known shape (start.h),

       bars = 100000;  length = 1.5;  end = (1, -0.2);  start = "parabola";

   where `length` is that of the whole chain. Without a start the nodes are
   placed on the parabola. Bars weigh 1 N for each metre, unless their weights
   are given, which may be 0, and loads may hang at the free nodes:

       weight = (0.7, 0.5, 0.9, 0.2, 0.5);  load = (0, 0, 2, 0);            # N

   Optional: a floor, facet by facet, y >= height + slope x, and the method that
   suits the case:

       floor = ( { height = -0.25; slope = -0.5; } );
       method = "armijo";                                                   */
#ifndef PANTIN_CHAIN_CASE_H
#define PANTIN_CHAIN_CASE_H

#include "pantin/chain/chain.h"
#include "pantin/chain/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pn_chain_start;

/* A chain as a file describes it. */
typedef struct {
  char *title;           /* one line, owned */
  pn_chain *chain;       /* checked by pn_chain_check, owned */
  pn_chain_point *start; /* multipliers zero, owned */
  const struct pn_chain_start *start_shape; /* NULL if the nodes were given */
  const pn_chain_method *method;            /* NULL if the file names none */
} pn_chain_case;

/* Reads a case. `shape`, if not NULL, replaces the start in the file; `seed`
   is for a random one. NULL, with the reason in error, when the file cannot be
   read, is not a case, or describes a chain that cannot be hung up. */
pn_chain_case *pn_chain_case_read(const char *path,
                                  const struct pn_chain_start *shape,
                                  unsigned long seed, pn_error *error);

/* Reads a case from `length` bytes in memory; `name` stands for the path in
   messages. */
pn_chain_case *pn_chain_case_read_string(const char *name, const char *text,
                                         size_t length, pn_error *error);

/* Frees a case with its chain; NULL is fine. */
void pn_chain_case_free(pn_chain_case *of);

#ifdef __cplusplus
}
#endif

#endif
