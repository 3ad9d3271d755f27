/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs that must not fail: each function fails the test that calls it. */
#ifndef TESTS_SIMULATE_H
#define TESTS_SIMULATE_H

#include "pantin/dynamics/simulation.h"
#include "test.h"

/* Starts a run; the caller frees it. */
static inline pn_simulation *
simulate_start(const pn_system *system, const pn_simulation_settings *settings)
{
  pn_error error = {0};
  pn_simulation *s = pn_simulation_alloc(system, settings, &error);
  ck_assert_msg(s != NULL, "%s", error.text);
  return s;
}

static inline void simulate_step(pn_simulation *s)
{
  pn_error error = {0};
  ck_assert_msg(!pn_simulation_step(s, &error), "%s", error.text);
}

/* Steps until the time is nearest to t. */
static inline void simulate_to(pn_simulation *s, double t)
{
  while (s->t < t - s->settings.dt / 2)
    simulate_step(s);
}

/* Returns the ledger now. */
static inline pn_ledger simulate_ledger(pn_simulation *s)
{
  pn_measure now;
  ck_assert(!pn_simulation_measure(s, &now));
  return pn_simulation_ledger(s, &now);
}

/* Runs to t, where all is at rest, and tests that from then on nothing moves,
   and that walls exchange no more energy with what corrects places [J]. */
static inline void simulate_rests(pn_simulation *s, double t, double allowed)
{
  pn_measure measure;
  simulate_to(s, t);
  const pn_ledger then = simulate_ledger(s);
  simulate_to(s, t + 1);
  const pn_ledger now = simulate_ledger(s);
  ck_assert(!pn_simulation_measure(s, &measure));
  test_close(measure.kinetic, 0, 1e-9, "kinetic energy");
  test_close(now.impacts, then.impacts, allowed, "impacts");
  test_close(now.corrections, then.corrections, allowed, "corrections");
}

#endif
