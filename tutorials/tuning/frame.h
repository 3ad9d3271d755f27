/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the programs of this text share: one recorded frame. Each function
   ends the program with a message if it fails. */
#ifndef PANTIN_TUTORIALS_TUNING_FRAME_H
#define PANTIN_TUTORIALS_TUNING_FRAME_H

#include "pantin/tuning/frames.h"

/* Ends the program with this message unless `ok`. */
void frame_require(int ok, const char *what);

/* Reads a number of the command line. */
double frame_number(const char *text);

/* Reads the problem of the frame with this number, or that of a text file, .mtx
   or .lcp, which has one; free it with pn_lcp_free. */
pn_lcp *frame_problem(const char *path, const char *number);

#endif
