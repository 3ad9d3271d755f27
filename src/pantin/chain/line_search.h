/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Armijo's rule with backtracking, on any merit function. */
#ifndef PANTIN_CHAIN_LINE_SEARCH_H
#define PANTIN_CHAIN_LINE_SEARCH_H

/* A merit function phi along a direction: phi(alpha) is its value a fraction
   alpha of the way. */
typedef struct {
  double (*merit)(void *context, double alpha); /* phi(alpha); may be NaN */
  void *context;                                /* passed to merit */
  double start;                                 /* phi(0) */
  double slope;       /* phi'(0), or a bound above it; at most 0 */
  double slope_error; /* a positive slope up to this is taken for its error;
                         0 for the plain rule */
  double rounding;    /* an increase of phi by no more than this is taken for
                         rounding; 0 for the plain rule */
  double omega; /* required share of the predicted decrease, in ]0, 1/2[ */
  double first; /* the first alpha to try, usually 1 */
  int halvings; /* the last alpha to try is first / 2^halvings */
} pn_line_search;

/* Finds the first alpha = first, first / 2, first / 4, ... with

     phi(alpha) <= phi(0) + omega alpha phi'(0) + rounding.

   A NaN merit counts as too large. The last call of `merit` is the one at the
   accepted alpha, so that it may leave the trial point behind. GSL_SUCCESS, or
   GSL_ENOPROG if no alpha is accepted or phi ascends: the slope exceeds
   slope_error or is NaN. */
int pn_line_search_armijo(const pn_line_search *search, double *alpha);

#endif
