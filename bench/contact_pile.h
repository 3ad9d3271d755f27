/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Piles of balls, and their contact problems. All functions return 0 if
   well. */
#ifndef PANTIN_BENCH_CONTACT_PILE_H
#define PANTIN_BENCH_CONTACT_PILE_H

#include "contact_peer.h"

#include "pantin/contact/balls_scene.h"
#include "pantin/lcp/operator_balls.h"

typedef struct {
  pn_balls_scene *scene;
  pn_stepper *stepper;
} pile;

/* Makes the pile of a scene after so many steps of so many iterations. */
int pile_read(pile *of, const char *path, size_t iterations, size_t steps);

/* Makes a pile of so many balls, ten layers of them in a box as wide as that
   takes. */
int pile_make(pile *of, size_t balls, size_t iterations, size_t steps);

/* Makes of the problem of the last step one of velocities alone, b = J v with
   the velocities that gravity is about to give: all contacts touch. They are
   left in stepper->change. */
int pile_at_rest(pile *of);

void pile_free(pile *of);

/* Sets plain arrays of a problem with J, borrowed; v: (bodies), or NULL. */
int problem_set(contact_problem *problem, pn_lcp *lcp, const pn_vec3 *v);

#endif
