/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The product y = A x of contacts of balls, A = J W J^T, by vectors of four
   numbers. It takes the operations of the plain form,

     v_i <- v_i - (x_c n_c) / m_i,   v_j <- v_j + (x_c n_c) / m_j,
     y_c = (n_x dv_x + n_y dv_y) + n_z dv_z,   dv = v_j - v_i,

   one for one, hence its bits. A vector holds x, y, z of a velocity, an
   impulse or a normal; what its fourth place holds is not used. */
#ifndef PANTIN_LCP_PRODUCT_PRIVATE_H
#define PANTIN_LCP_PRODUCT_PRIVATE_H

#include "pantin/lcp/lanes_private.h"

#ifdef PNI_LANES
/* Returns a normal, and behind it what follows, which must be another one. */
PNI_INLINE pni_lanes pni_load_normal(const pn_vec3 *from)
{
  pni_lanes n;
  memcpy(&n, from, sizeof n);
  return n;
}

/* Adds the impulse x along the normal n to the velocities v of two balls. */
PNI_INLINE void pni_product_push(const pn_delassus *J, size_t c, double x,
                                 const pni_lanes *n, double *v)
{
  const pn_pair at = J->pair[c];
  double *const pi = &v[PNI_LANES * (size_t)at.i];
  double *const pj = &v[PNI_LANES * (size_t)at.j];
  const pni_lanes impulse = x * *n;
  const pni_lanes vi = lanes_load(pi) - J->inverse_mass[at.i] * impulse;
  lanes_store(pi, &vi);
  const pni_lanes vj = lanes_load(pj) + J->inverse_mass[at.j] * impulse;
  lanes_store(pj, &vj);
}

/* Sets t to the products of the components of n and v_j - v_i. */
PNI_INLINE void pni_product_part(const pn_delassus *J, size_t c,
                                 const pni_lanes *n, const double *v,
                                 pni_lanes *t)
{
  const pn_pair at = J->pair[c];
  const pni_lanes vi = lanes_load(&v[PNI_LANES * (size_t)at.i]);
  const pni_lanes vj = lanes_load(&v[PNI_LANES * (size_t)at.j]);
  *t = *n * (vj - vi);
}

/* Computes y of four contacts, from c on. */
PNI_INLINE void pni_product_four(const pn_delassus *J, size_t c,
                                 const double *v, double *y)
{
  pni_lanes t[PNI_LANES];
  PNI_UNROLL
  for (size_t l = 0; l < PNI_LANES; l++) {
    const pni_lanes n = pni_load_normal(&J->normal[c + l]);
    pni_product_part(J, c + l, &n, v, &t[l]);
  }
  lanes_swap(t);
  const pni_lanes sum = (t[0] + t[1]) + t[2];
  lanes_store(&y[c], &sum);
}

/* Computes y = A x; v: (4 (bodies + 1)). The last contact's normal is copied,
   because nothing follows it. */
PNI_INLINE void pni_product_lanes(const pn_delassus *from, const double *x,
                                  double *y, double *v)
{
  const pn_delassus copy = *from, *const J =
                                      &copy; /* stores cannot change it */
  const size_t last = J->rows - 1;
  pni_lanes n, t;
  size_t c;
  if (J->rows == 0)
    return;
  const pni_lanes end = {J->normal[last].x, J->normal[last].y,
                         J->normal[last].z, 0};
  memset(v, 0, PNI_LANES * (J->bodies + 1) * sizeof *v);
  for (c = 0; c < last; c++) {
    n = pni_load_normal(&J->normal[c]);
    pni_product_push(J, c, x[c], &n, v);
  }
  pni_product_push(J, last, x[last], &end, v);

  for (c = 0; c + PNI_LANES <= last; c += PNI_LANES)
    pni_product_four(J, c, v, y);
  for (; c <= last; c++) {
    n = end;
    if (c < last)
      n = pni_load_normal(&J->normal[c]);
    pni_product_part(J, c, &n, v, &t);
    y[c] = (t[0] + t[1]) + t[2];
  }
}
#endif

#endif
