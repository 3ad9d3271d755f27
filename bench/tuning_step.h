/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A step of the wall beside ODE's. */
#ifndef PANTIN_BENCH_TUNING_STEP_H
#define PANTIN_BENCH_TUNING_STEP_H

void show_tuning_step(void);

#endif
