/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A line of text that shows how much of long work is done. */
#ifndef PANTIN_BASE_PROGRESS_H
#define PANTIN_BASE_PROGRESS_H

#include <stddef.h>

/* Room for any line of pn_progress_text. */
enum { PN_PROGRESS_TEXT = 80 };

/* Writes "[######......]  42 %, 3 s left" for a fraction done (0 to 1) after
   `elapsed` seconds; the time left supposes an even pace, and is not shown
   before a hundredth is done. Returns buffer. */
char *pn_progress_text(char buffer[PN_PROGRESS_TEXT], double fraction,
                       double elapsed);

#endif
