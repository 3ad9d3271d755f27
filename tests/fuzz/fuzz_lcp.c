/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any bytes as a complementarity problem: either refused with a reason and a
   line, or a problem that passes its check, and that every method can be let
   loose on. */
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/solver.h"

#include "fuzz.h"

#include <gsl/gsl_errno.h>

const char fuzz_topic[] = "lcp";

/* Problems small enough to be solved, a little, for each input. */
enum { SOLVED_ROWS_MAX = 40, SOLVED_STEPS = 5 };

/* Makes a few steps of every method that takes it. */
static void let_loose(const pn_lcp *lcp)
{
  const pn_lcp_settings settings = pn_lcp_settings_default();
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
    if (!solver)
      continue;
    if (!pn_lcp_solver_set(solver, &settings, NULL, NULL))
      for (int k = 0; k < SOLVED_STEPS; k++) {
        pn_lcp_solver_measure(solver);
        if (pn_lcp_solver_iterate(solver))
          break;
      }
    pn_lcp_solver_free(solver);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  gsl_set_error_handler_off();
  pn_error error = {0};
  pn_lcp *lcp = pn_lcp_read_string("x.lcp", text, length, &error);
  if (!lcp)
    fuzz_require_reason(&error, "x.lcp", text, length);
  else {
    fuzz_require(pn_lcp_check(lcp, NULL, NULL) == GSL_SUCCESS);
    if (lcp->size <= SOLVED_ROWS_MAX)
      let_loose(lcp);
  }
  pn_lcp_free(lcp);
  return 0;
}
