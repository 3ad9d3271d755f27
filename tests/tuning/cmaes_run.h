/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs of CMA-ES on functions whose least value, 0, is known. */
#ifndef PANTIN_TESTS_TUNING_CMAES_RUN_H
#define PANTIN_TESTS_TUNING_CMAES_RUN_H

#include "pantin/tuning/cmaes.h"

/* The most variables. */
enum { CMAES_MOST = 40 };

/* Where a run is at its goal. */
#define CMAES_GOAL 1e-9

typedef double objective(const double *x, size_t n);

objective objective_sphere;
objective objective_ellipsoid; /* with the condition number 1e6 */
objective objective_rosenbrock;

/* Evaluates a generation of f and tells the values. */
void cmaes_step(pn_cmaes *es, objective *f);

/* Begins at (x, x, ...) with one deviation; a failure ends the test. */
pn_cmaes *cmaes_start(size_t n, double x, double deviation,
                      const pn_cmaes_settings *settings);

/* Returns settings with which only the target, CMAES_GOAL, ends the run. */
pn_cmaes_settings cmaes_patient(size_t seed);

#endif
