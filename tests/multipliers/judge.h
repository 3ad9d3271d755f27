/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Judges accelerations: forms J W J^T anew from J and the masses, and
   eliminates it densely in long double, rows exchanged for the largest pivot.
 */
#ifndef PANTIN_TESTS_MULTIPLIERS_JUDGE_H
#define PANTIN_TESTS_MULTIPLIERS_JUDGE_H

#include "pantin/body/assembly.h"

/* Computes u', (velocities), of an assembly that is set and loaded; returns the
   number of redundant rows. */
size_t judge_accelerations(const pn_assembly *a, double *acceleration);

#endif
