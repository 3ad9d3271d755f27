/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "piles.h"

#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

static double within(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

/* Sets an inertia tensor near that of a ball. */
static void draw_body(gsl_rng *random, pn_rigid_delassus *R, size_t k)
{
  pn_mat3 inverse = {{{0}}};
  for (int i = 0; i < 3; i++)
    inverse.m[i][i] = within(random, 2, 5);
  pn_rigid_delassus_set_body(R, k, within(random, 0.5, 2), inverse);
}

/* Sets contact c: unit axes in a random order, at arms of up to 0.5 m. */
static void draw_contact(gsl_rng *random, pn_rigid_delassus *R, size_t c,
                         pn_pair pair, double C)
{
  const size_t first = gsl_rng_uniform_int(random, 3);
  double arm[2][3];
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < 3; i++)
      arm[s][i] = within(random, -0.5, 0.5);
  for (size_t t = 0; t < 3; t++) {
    const size_t row = 3 * c + t, axis = (first + t) % 3;
    double J[2][6] = {{0}};
    for (size_t s = 0; s < 2; s++) {
      const double sign = s == 0 ? -1 : 1;
      const size_t y = (axis + 1) % 3, z = (axis + 2) % 3;
      J[s][axis] = sign;
      J[s][3 + y] = sign * arm[s][z];
      J[s][3 + z] = -sign * arm[s][y];
    }
    pn_rigid_delassus_set_row(R, row, pair, J[0], J[1], C);
  }
}

pn_lcp *pile(gsl_rng *random, size_t contacts, size_t bodies, double C)
{
  static const double friction = 0.8;
  pn_lcp *lcp = pn_lcp_alloc(3 * contacts);
  ck_assert_ptr_nonnull(lcp);
  pn_rigid_delassus *R = pn_rigid_delassus_alloc(3 * contacts, bodies);
  ck_assert_ptr_nonnull(R);
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  R->rows = 3 * contacts;
  for (size_t k = 0; k < bodies; k++)
    draw_body(random, R, k);
  for (size_t c = 0; c < contacts; c++) {
    pn_pair pair = {(uint32_t)(c % bodies),
                    (uint32_t)gsl_rng_uniform_int(random, bodies)};
    if (c % 3 == 0 || pair.i == pair.j)
      pair.i = (uint32_t)bodies;
    draw_contact(random, R, c, pair, C);
    const double load = within(random, 0, 0.4);
    for (size_t t = 0; t < 3; t++) {
      const size_t row = 3 * c + t;
      lcp->b[row] = within(random, -1, t == 0 ? 0.3 : 1);
      if (t > 0) {
        lcp->normal[row] = 3 * c;
        lcp->mu[row] = friction;
        lcp->hi[row] = friction * load;
        lcp->lo[row] = -friction * load;
      }
    }
  }
  pn_lcp_set_operator(lcp, &R->base);
  return lcp;
}

double *pile_matrix(const pn_lcp *lcp)
{
  double *A = calloc(lcp->size * lcp->size, sizeof *A);
  ck_assert_ptr_nonnull(A);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  ck_assert_ptr_nonnull(csr);
  for (size_t i = 0; i < lcp->size; i++)
    for (size_t j = 0; j < lcp->size; j++)
      A[i * lcp->size + j] = gsl_spmatrix_get(csr->A, i, j);
  pn_lcp_csr_free(csr);
  return A;
}
