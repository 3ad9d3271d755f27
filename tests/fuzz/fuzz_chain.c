/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any bytes as a chain case: either refused with a reason and a line, or a
   chain that passes its check, has a finite start, and that every method can
   be let loose on. */
#include "pantin/chain/case.h"

#include "fuzz.h"

#include "pantin/base/scene.h"

#include <gsl/gsl_errno.h>
#include <math.h>

const char fuzz_topic[] = "chain";

/* Ten million bars are a good case, but a thousand show the same faults. */
enum { BARS_MAX = 1000 };

/* Chains short enough to be solved, a little, for each input. */
enum { SOLVED_BARS_MAX = 50, SOLVED_STEPS = 5 };

/* Tells whether it is a text that a scene reader takes and that asks for many
   bars. */
static int asks_for_many_bars(const char *text, size_t length)
{
  pn_error error = {0};
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, &error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  size_t bars = 0;
  pn_scene_count(&root, "bars", PN_OPTIONAL, 0, PN_CHAIN_BARS_MAX, &bars);
  pn_scene_free(scene);
  return bars > BARS_MAX;
}

static void require_finite(const pn_chain_point *point)
{
  for (size_t i = 0; i <= point->bars; i++)
    fuzz_require(isfinite(point->x[i]) && isfinite(point->y[i]));
  for (size_t i = 0; i < point->bars; i++)
    fuzz_require(isfinite(point->lambda[i]));
}

static void solve_a_little(const pn_chain_method *method,
                           const pn_chain_case *of)
{
  pn_chain_solver *solver = pn_chain_solver_alloc(method, of->chain);
  fuzz_require(solver != NULL);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.iterations = SOLVED_STEPS;
  pn_error error = {0};
  if (pn_chain_solver_set(solver, &settings, of->start, &error)) {
    fuzz_require(error.text[0] != '\0');
  } else {
    while (pn_chain_solver_test(solver) == GSL_CONTINUE)
      if (pn_chain_solver_iterate(solver))
        break;
    pn_chain_solver_finish(solver);
    require_finite(solver->point);
  }
  pn_chain_solver_free(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  const char *text = (const char *)bytes;
  gsl_set_error_handler_off();
  if (asks_for_many_bars(text, length))
    return 0;
  pn_error error = {0};
  pn_chain_case *of = pn_chain_case_read_string("x.cfg", text, length, &error);
  if (!of) {
    fuzz_require_reason(&error, "x.cfg", text, length);
    return 0;
  }
  fuzz_require(error.code == GSL_SUCCESS);
  fuzz_require(pn_chain_check(of->chain, NULL, NULL) == GSL_SUCCESS);
  require_finite(of->start);
  const pn_chain_method *method;
  if (of->chain->bars <= SOLVED_BARS_MAX)
    for (size_t k = 0; (method = pn_chain_method_get(k)); k++)
      solve_a_little(method, of);
  pn_chain_case_free(of);
  return 0;
}
