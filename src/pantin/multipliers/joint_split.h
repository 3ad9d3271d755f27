/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a joint takes from a body, and what it leaves. The body has n = 6
   motions, 3 for a point, and the joint m rows J there; then n motions are
   those of P, which the rows see one by one, and of S, which they do not:

     J P = 1 (n x m),   J S = 0 (n x (n - m)).                                */
#ifndef PANTIN_MULTIPLIERS_JOINT_SPLIT_H
#define PANTIN_MULTIPLIERS_JOINT_SPLIT_H

#include "pantin/body/assembly.h"

/* The columns of J that count for a body of n motions, (m x n). */
void pni_joint_columns(const pn_assembly *a, size_t joint, size_t body,
                       size_t n, double *J);

/* P^T, (m x n), and S^T, ((n - m) x n), row by row; for a body without joint
   (PN_NO_JOINT) m = 0. GSL_SUCCESS, or GSL_EDOM if the rows are not
   independent. */
int pni_joint_split(const pn_assembly *a, size_t joint, size_t body, size_t n,
                    double *PT, double *ST);

#endif
