/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PROGRAMS_TUNE_THESIS_H
#define PROGRAMS_TUNE_THESIS_H

#include "programs/tune/results.h"

/* Prints the quantities of tables 3.1 to 3.6 of Kraiem (2022), beside the
   values there if the frames are those of one of its scenes, and the linear
   fit. Leaves out times, so that every run prints the same. */
void tune_thesis(FILE *stream, const tune_results *results);

#endif
