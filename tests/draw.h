/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Random numbers of a fixed seed, as a fixture. */
#ifndef PANTIN_TESTS_DRAW_H
#define PANTIN_TESTS_DRAW_H

#include "pantin/base/vec3.h"

#include <gsl/gsl_rng.h>

/* Holds the numbers between draw_open and draw_close; gsl_rng_set gives it a
   seed. */
extern gsl_rng *draw_source;

/* Begin and end a test that draws numbers: a fixture. */
void draw_open(void);
void draw_close(void);

/* Draw a number from [-1, 1[, and a vector of three such numbers. */
double draw_uniform(void);
pn_vec3 draw_vec3(void);

/* Draws a number between these two, all orders of magnitude alike. */
double draw_between(double low, double high);

#endif
