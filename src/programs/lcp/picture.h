/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PROGRAMS_LCP_PICTURE_H
#define PROGRAMS_LCP_PICTURE_H

#include "pantin/base/plot.h"
#include "programs/lcp/run.h"

/* Draws the residuals of all runs, lcp_runs, against iterations and time. */
int lcp_draw(pn_plot *plot, const void *runs, pn_error *error);

#endif
