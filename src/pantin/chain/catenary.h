/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The catenary: a cable of given length that hangs from (0, 0) to (a, b), the
   limit of a chain of more and more bars. It weighs 1 N per metre, as the
   chain's bars do. */
#ifndef PANTIN_CHAIN_CATENARY_H
#define PANTIN_CHAIN_CATENARY_H

#include "pantin/chain/chain.h"

/* y(x) = c cosh((x - x0) / c) + k */
typedef struct {
  double length, end[2]; /* as given to _set [m] */
  double c;              /* radius at the lowest point [m]; as the cable weighs
                            1 N/m, also its horizontal tension [N] */
  double x0;             /* where the lowest point is [m] */
  double k;              /* [m] */
  double energy;         /* the integral of y over the length [N m] */
} pn_chain_catenary;

/* Finds the cable. GSL_EINVAL, with the reason in error, if it is not longer
   than the distance of the ends, or if these are one above the other. */
int pn_chain_catenary_set(pn_chain_catenary *cable, double length, double a,
                          double b, pn_error *error);

/* Returns y(x) [m], without the cancellation of the formula above. */
double pn_chain_catenary_height(const pn_chain_catenary *cable, double x);

/* Writes to f the force that the cable at the length s from (0, 0) exerts on
   the part before it [N], of size its tension. */
void pn_chain_catenary_force(const pn_chain_catenary *cable, double s,
                             double f[2]);

/* Returns the distance of the point (x, y) to the curve [m], for a point nearer
   to it than c. */
double pn_chain_catenary_distance(const pn_chain_catenary *cable, double x,
                                  double y);

#endif
