/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working with the factors of A = J W J^T. A sweep keeps the velocities
   v = W J^T lambda up to date in scratch: row c needs those of its two
   bodies only, w_c = n . (v_j - v_i) + b_c, and a change d of its impulse
   gives v_i -= d n / m_i and v_j += d n / m_j. The cost of a row does not
   depend on how many contacts its bodies have. */
#include "pantin/contact/lcp_private.h"

/* Whole vectors, so that the scratch of reals holds (bodies + 1) of them. */
enum { REALS = sizeof(pn_vec3) / sizeof(double) };
_Static_assert(sizeof(pn_vec3) == REALS * sizeof(double), "no padding");

static size_t free_scratch(const pn_lcp *lcp)
{
  return REALS * (lcp->J->bodies + 1);
}

static void free_multiply(const pn_lcp *lcp, const double *x, double *y,
                          double *scratch)
{
  pn_vec3 *v = (pn_vec3 *)scratch;
  pn_delassus_velocities(lcp->J, x, v);
  pn_delassus_opening(lcp->J, v, y);
}

static void free_begin(const pn_lcp *lcp, const double *lambda, double *scratch)
{
  pn_delassus_velocities(lcp->J, lambda, (pn_vec3 *)scratch);
}

static void free_sweep(const pn_lcp *lcp, const pn_lcp_sweep *how,
                       double *lambda, double *scratch)
{
  const pn_delassus *J = lcp->J;
  pn_vec3 *v = (pn_vec3 *)scratch;
  for (size_t k = 0; k < lcp->size; k++) {
    const size_t c = how->backward ? lcp->size - 1 - k : k;
    const pn_pair at = J->pair[c];
    const pn_vec3 n = J->normal[c], vi = v[at.i], vj = v[at.j];
    const double w = pn_vec3_dot(n, pn_vec3_sub(vj, vi)) + how->b[c];
    const double step = how->omega / lcp->D[c]; /* while w is waited for */
    const double clipped = pni_sweep_clip(how, lambda, c, lambda[c] - step * w);
    const double d = clipped - lambda[c];
    lambda[c] = clipped;
    v[at.i] = pn_vec3_add_scaled(vi, -d * J->inverse_mass[at.i], n);
    v[at.j] = pn_vec3_add_scaled(vj, d * J->inverse_mass[at.j], n);
  }
}

static const pn_lcp_form matrix_free = {
    .name = "matrix-free",
    .scratch = free_scratch,
    .multiply = free_multiply,
    .begin = free_begin,
    .sweep = free_sweep,
};

const pn_lcp_form *const pn_lcp_matrix_free = &matrix_free;
