/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The outputs of pantin-tune, whose result is a tune_results: a table with a
   line for each frame, or the tables of --report; JSON with the keys of
   pantin-tune(1); CSV with a row for each frame; a figure. */
#ifndef PROGRAMS_TUNE_REPORT_H
#define PROGRAMS_TUNE_REPORT_H

#include "programs/program.h"

extern const program_outputs tune_outputs;

#endif
