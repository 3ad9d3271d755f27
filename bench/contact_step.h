/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tables of whole steps of piles of balls: see contact.c. */
#ifndef PANTIN_BENCH_CONTACT_STEP_H
#define PANTIN_BENCH_CONTACT_STEP_H

void show_step(void);
void show_growth(void);
void show_long(void);

#endif
