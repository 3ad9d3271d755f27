/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "plain_sweeps.h"

#include "pantin/lcp/colours_private.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

plain_sweeps plain_sweeps_compare(const pn_lcp *lcp, pn_lcp_order order,
                                  int coupled, double kappa, int sweeps)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = order;
  settings.coupled = coupled;
  settings.kappa = kappa;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_psor, lcp);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  const pn_lcp_sweep how = {.columns = 1,
                            .b = lcp->b,
                            .lo = lcp->lo,
                            .hi = lcp->hi,
                            .step = solver->step,
                            .kappa = kappa > 0 ? &kappa : NULL,
                            .order =
                                order == PN_LCP_COLOURS ? solver->order : NULL,
                            .count = lcp->size,
                            .normal = coupled ? lcp->normal : NULL,
                            .mu = lcp->mu};
  double *x = calloc(lcp->size, sizeof *x);
  memcpy(x, solver->lambda, lcp->size * sizeof *x);
  double *scratch = calloc(lcp->A->type->scratch(lcp->A), sizeof *scratch);
  for (int s = 0; s < sweeps; s++) {
    if (s == 0 || s % 50 == 49) /* where the solver begins anew */
      lcp->A->type->begin(lcp->A, 1, x, scratch);
    ck_assert(!pn_lcp_solver_iterate(solver));
    lcp->A->type->sweep(lcp->A, &how, x, scratch);
    for (size_t i = 0; i < lcp->size; i++)
      ck_assert_msg(memcmp(&solver->lambda[i], &x[i], sizeof *x) == 0,
                    "%s, %s, coupled %d, kappa %g, sweep %d: lambda(%zu) = "
                    "%.17g, plain %.17g",
                    lcp->A->type->name, pn_lcp_order_name(order), coupled,
                    kappa, s, i + 1, solver->lambda[i], x[i]);
  }
  const pni_colours *of = solver->colours;
  const plain_sweeps went = {of && of->is_packed,
                             of && of->is_packed && of->by_pairs};
  free(scratch);
  free(x);
  pn_lcp_solver_free(solver);
  return went;
}
