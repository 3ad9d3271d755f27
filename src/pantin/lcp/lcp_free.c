/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working with the factors of A = J W J^T. A sweep keeps the velocities
   v = W J^T lambda up to date in scratch: row c needs those of its two
   bodies only, w_c = n . (v_j - v_i) + b_c, and a change d of its impulse
   gives v_i -= d n / m_i and v_j += d n / m_j. The cost of a row does not
   depend on how many contacts its bodies have. */
#include "pantin/lcp/lcp_private.h"

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

/* A row waits for those before it that moved its bodies: what does not depend
   on velocities is computed meanwhile, and the rest in few steps after each
   other. */
static void free_sweep(const pn_lcp *lcp, const pn_lcp_sweep *how,
                       double *lambda, double *scratch)
{
  const pn_lcp_sweep with = *how; /* not touched by what is stored */
  const pn_pair *pair = lcp->J->pair;
  const pn_vec3 *normal = lcp->J->normal;
  const double *inverse_mass = lcp->J->inverse_mass, *D = lcp->D;
  const size_t size = lcp->size;
  pn_vec3 *restrict v = (pn_vec3 *)scratch;
  for (size_t k = 0; k < size; k++) {
    const size_t c = with.backward ? size - 1 - k : k;
    const pn_pair at = pair[c];
    const pn_vec3 n = normal[c], vi = v[at.i], vj = v[at.j];
    const pn_vec3 apart = pn_vec3_sub(vj, vi);
    const double w =
        (n.x * apart.x + n.y * apart.y) + (n.z * apart.z + with.b[c]);
    const double old = lambda[c], step = with.omega / D[c];
    const double now = pni_sweep_clip(&with, lambda, c, old - step * w);
    const pn_vec3 to_i = pn_vec3_scale(inverse_mass[at.i], n);
    const pn_vec3 to_j = pn_vec3_scale(inverse_mass[at.j], n);
    lambda[c] = now;
    v[at.i] = pn_vec3_add_scaled(vi, old - now, to_i);
    v[at.j] = pn_vec3_add_scaled(vj, now - old, to_j);
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
