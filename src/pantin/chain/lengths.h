/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The bars' lengths l_i = |p_{i+1} - p_i| and their linearisation, which the
   `minimum` method uses in the place of l^2. */
#ifndef PANTIN_CHAIN_LENGTHS_H
#define PANTIN_CHAIN_LENGTHS_H

#include "pantin/chain/kkt.h"

/* Sets the matrix of Newton's method at this point (pn_chain_kkt_set), and
   r = -(g, 2 l (l - L)) with g the gradient of the energy: its solution is
   (d, lambda), lambda the multipliers themselves, not their change. */
void pn_chain_lengths_linearise(const pn_chain *chain,
                                const pn_chain_point *point, pn_chain_kkt *kkt,
                                pn_chain_vector r);

/* Returns sum |l_i - L_i| [m]. */
double pn_chain_lengths_misfit(const pn_chain *chain,
                               const pn_chain_point *point);

/* Returns the same sum after the step z.x, z.y from the kkt's point, as
   linearised; a bar without length has no direction to grow in. */
double pn_chain_lengths_predicted(const pn_chain *chain,
                                  const pn_chain_kkt *kkt, pn_chain_vector z);

/* Return the same two sums with each bar's error times its price [N m]. */
double pn_chain_lengths_cost(const pn_chain *chain, const pn_chain_point *point,
                             const double *price);
double pn_chain_lengths_predicted_cost(const pn_chain *chain,
                                       const pn_chain_kkt *kkt,
                                       pn_chain_vector z, const double *price);

/* Returns the largest |2 lambda_i l_i| of z.lambda [N], at the kkt's point. */
double pn_chain_lengths_tension(const pn_chain_kkt *kkt, pn_chain_vector z);

/* The same bar by bar from `begin` on, added to the sum, or compared with the
   largest, so far; right: the part 2 l (L - l) of r. */
void pni_chain_lengths_right_plain(const pn_chain *chain,
                                   const pn_chain_kkt *kkt, size_t begin,
                                   pn_chain_vector r);
double pni_chain_lengths_misfit_plain(const pn_chain *chain,
                                      const pn_chain_point *point, size_t begin,
                                      double sum);
double pni_chain_lengths_predicted_plain(const pn_chain *chain,
                                         const pn_chain_kkt *kkt,
                                         pn_chain_vector z, size_t begin,
                                         double sum);
double pni_chain_lengths_tension_plain(const pn_chain_kkt *kkt,
                                       pn_chain_vector z, size_t begin,
                                       double most);

#endif
