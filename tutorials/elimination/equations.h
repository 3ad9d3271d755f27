/* SPDX-License-Identifier: GPL-3.0-or-later */
/* J W J^T of a mechanism as lists, its block rows in some order. */
#ifndef PANTIN_TUTORIALS_ELIMINATION_EQUATIONS_H
#define PANTIN_TUTORIALS_ELIMINATION_EQUATIONS_H

#include "elimination/exercises.h"
#include "mechanism.h"

/* An array of rows, one per joint; all joints must be ball joints. The rows
   and the array are the caller's to free. */
my_entry **equations_rows(pn_matrix *matrix);

/* How many blocks rows first .. last - 1 hold. */
size_t equations_count(my_entry *const *row, size_t first, size_t last);

void equations_free(my_entry **row, size_t n);

#endif
