/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* J W J^T of a mechanism as lists, its block rows in some order. */
#ifndef PANTIN_TUTORIALS_ELIMINATION_EQUATIONS_H
#define PANTIN_TUTORIALS_ELIMINATION_EQUATIONS_H

#include "elimination/exercises.h"
#include "mechanism.h"

/* Makes an array of rows, one per joint; all joints must be ball joints. To be
   freed with equations_free. */
my_entry **equations_rows(pn_matrix *matrix);

/* Counts the blocks in the rows first .. last - 1. */
size_t equations_count(my_entry *const *row, size_t first, size_t last);

void equations_free(my_entry **row, size_t n);

#endif
