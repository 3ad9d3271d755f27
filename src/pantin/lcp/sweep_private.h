/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One row of projected Gauss-Seidel: what every operator's sweep does once it
   knows w_i = (A x + b)_i. In each column,

     r = w_i + kappa x_i                     the row's residual, regularised
     x_i <- clip(x_i - step_i r, lo_i, hi_i)
     lo_i, hi_i = -+ mu_i max(0, x_normal)   in a friction row,

   with step_i = omega / (D_i + kappa).

   `columns` is a constant, 1 or PN_LCP_COLUMNS, wherever these functions are
   expanded, and the loops over columns use local arrays: so compilers keep a
   single column in plain variables, and several in vector registers. */
#ifndef PANTIN_LCP_SWEEP_PRIVATE_H
#define PANTIN_LCP_SWEEP_PRIVATE_H

#include "pantin/base/lanes.h"
#include "pantin/lcp/operator.h"

#include <string.h>

/* Returns the largest friction impulse: 0 where the contact does not push. */
PNI_INLINE double pni_friction_bound(double mu, double normal)
{
  return mu * (normal > 0 ? normal : 0); /* no branch, as above */
}

/* Sets the bounds of row i, (columns). */
PNI_INLINE void pni_sweep_bounds(const pn_lcp_sweep *how, size_t columns,
                                 size_t i, const double *x, double *lo,
                                 double *hi)
{
  for (size_t l = 0; l < columns; l++) {
    lo[l] = how->lo[i];
    hi[l] = how->hi[i];
  }
  if (how->normal && how->normal[i] != i)
    for (size_t l = 0; l < columns; l++) {
      hi[l] = pni_friction_bound(how->mu[i], x[how->normal[i] * columns + l]);
      lo[l] = -hi[l];
    }
}

/* Moves row i of x by d, (columns), given its w, (columns), and adds d^2 to
   `moved`, (columns). */
PNI_INLINE void pni_sweep_row(const pn_lcp_sweep *how, size_t columns, size_t i,
                              const double *w, double *x, double *d,
                              double *moved)
{
  double at[PN_LCP_COLUMNS], lo[PN_LCP_COLUMNS], hi[PN_LCP_COLUMNS];
  const double *step = &how->step[i * columns], *kappa = how->kappa;
  memcpy(at, &x[i * columns], columns * sizeof *at);
  pni_sweep_bounds(how, columns, i, x, lo, hi);
  for (size_t l = 0; l < columns; l++) {
    const double r = columns > 1 || kappa ? w[l] + kappa[l] * at[l] : w[l];
    const double to = pni_clip(at[l] - step[l] * r, lo[l], hi[l]);
    d[l] = to - at[l];
    at[l] = to;
    moved[l] += d[l] * d[l];
  }
  memcpy(&x[i * columns], at, columns * sizeof *at);
}

/* Returns the k-th row, from 0, of a sweep over n rows; `order` is how->order,
   or a constant NULL where a function is expanded for sweeps without one. */
PNI_INLINE size_t pni_sweep_order(const pn_lcp_sweep *how, const size_t *order,
                                  size_t n, size_t k)
{
  if (order)
    return order[k];
  return how->backward ? n - 1 - k : k;
}

/* Reports |dx|^2 of each column if the caller asked for it. */
PNI_INLINE void pni_sweep_end(const pn_lcp_sweep *how, const double *moved)
{
  for (size_t l = 0; how->moved && l < how->columns; l++)
    how->moved[l] = moved[l];
}

/* Returns 0, for operators that need no scratch. */
size_t pni_no_scratch(const pn_lcp_operator *A);
void pni_begin_nothing(const pn_lcp_operator *A, size_t columns,
                       const double *x, double *scratch);

#endif
