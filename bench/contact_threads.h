/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PANTIN_BENCH_CONTACT_THREADS_H
#define PANTIN_BENCH_CONTACT_THREADS_H

/* Shows what threads take of a sweep's time. */
void show_threads(void);

#endif
