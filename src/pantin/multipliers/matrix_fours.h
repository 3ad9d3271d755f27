/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The blocks of J W J^T between joints that are nothing but points, four at a
   time. */
#ifndef PANTIN_MULTIPLIERS_MATRIX_FOURS_H
#define PANTIN_MULTIPLIERS_MATRIX_FOURS_H

#include "pantin/multipliers/matrix.h"

/* Lists the bodies and the blocks that are set four at a time, once it is known
   into which matrix the numbers go. */
void pni_matrix_list_fours(pn_matrix *matrix);

/* Sets the blocks of the lists, as add_points in matrix_set.c does in blocks of
   zeros, to the bit; and the joints' part of the scale. */
void pni_matrix_set_fours(pn_matrix *matrix);

#endif
