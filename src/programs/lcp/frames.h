/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Several recorded frames, solved one after the other. */
#ifndef PROGRAMS_LCP_FRAMES_H
#define PROGRAMS_LCP_FRAMES_H

#include "programs/lcp/run.h"

/* Solves all frames that were asked for, and writes a line for each solver; in
   CSV and JSON one for each frame and solver. */
void lcp_frames_solve(program *self, const lcp_request *asked, size_t frames);

#endif
