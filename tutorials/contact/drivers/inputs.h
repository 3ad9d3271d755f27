/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Random contacts for the drivers of the exercises. Each function ends the
   program if memory is short. */
#ifndef PANTIN_TUTORIALS_CONTACT_INPUTS_H
#define PANTIN_TUTORIALS_CONTACT_INPUTS_H

#include "exercise.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/solver.h"

#include <gsl/gsl_rng.h>

/* How many random inputs an exercise is tried on. */
enum { CONTACT_INPUTS = 8 };

/* Draws a unit vector. */
pn_vec3 contact_direction(gsl_rng *random);

/* Allocates n doubles of 0, to be freed with free. */
double *contact_array(size_t n);

/* Makes a problem of contacts between random pairs of bodies with random
   masses, one in three with the wall, in random directions; b is in [-1, 1[. To
   be freed with pn_lcp_free. */
pn_lcp *contact_problem(gsl_rng *random, size_t contacts, size_t bodies);

/* Makes the problem of equal balls on top of each other, all of which would
   fall by 0.2 m/s in the step: A is tridiagonal, b = (-0.2, 0, .., 0). */
pn_lcp *contact_stack(size_t balls);

/* Makes the same problem of two balls with these masses [kg]. */
pn_lcp *contact_pair(double lower, double upper);

/* Makes the problem of the text's groove: a ball of 1 kg falls between two
   sides that slope by 30 degrees. */
pn_lcp *contact_groove(void);

/* Computes A of the problem's contacts, by rows, from the definition of each
   entry: A_cd = sum s_ck s_dk n_c.n_d / m_k over the bodies k of both contacts,
   s = -1 for the first body of a contact and 1 for its second. To be freed with
   free. */
double *contact_matrix(const pn_delassus *J);

/* Computes 1/2 x^T A x + b^T x. */
double contact_energy(size_t n, const double *A, const double *b,
                      const double *x);

/* Finds the solution, (lcp->size), by trying all sets of active rows. */
void contact_solution(const pn_lcp *lcp, double *lambda);

#endif
