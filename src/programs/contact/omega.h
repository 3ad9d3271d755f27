/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rules of tuning/rule.h that choose the relaxation of each step: the program
   hands the world a callback, for `contact` knows nothing of `tuning`. */
#ifndef PROGRAMS_CONTACT_OMEGA_H
#define PROGRAMS_CONTACT_OMEGA_H

#include "pantin/tuning/rule.h"

typedef struct {
  const pn_rule *rule; /* NULL: none */
  pn_rule_known known;
  pn_pgs_settings pgs;
} contact_omega;

/* Reads "guarded", "radius", "golden", "line:A,B" or "cond:A,B": alpha = A
   radius + B, or A log10 cond(A) + B. Returns 0 if it is none of them. */
int contact_omega_read(contact_omega *of, const char *text);

/* Chooses the omega of a problem; 1 when memory is short. A callback of
   pn_world_settings. */
double contact_omega_choose(void *of, const pn_lcp *lcp);

#endif
