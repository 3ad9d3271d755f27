/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef BENCH_ELIMINATION_FACTOR_H
#define BENCH_ELIMINATION_FACTOR_H

/* Shows what the factorisation alone costs, beside CHOLMOD's. */
void elimination_factor(void);

#endif
