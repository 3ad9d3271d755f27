/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the programs of this text that run CMA-ES share. */
#ifndef PANTIN_TUTORIALS_TUNING_ELLIPSE_H
#define PANTIN_TUTORIALS_TUNING_ELLIPSE_H

#include "pantin/tuning/cmaes.h"

/* Prints the ellipse of standard deviations from which the next generation of
   two variables is drawn: its number, the mean, and both half axes. */
void ellipse_print(const pn_cmaes *es);

/* Prints a generation that was asked for: its number, each point, its value. */
void ellipse_print_points(const pn_cmaes *es, const double *value);

#endif
