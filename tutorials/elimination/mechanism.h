/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The mechanisms of the text, by name: "puppet", which is shipped, and

     chain:N  ring:N  tree:N  star:N  net:N  block:N

   which are N bodies in a row, in a circle, in a tree with two children each,
   and around a hub (number 0), and N x N or N x N x N bodies, each joined to
   its neighbours. The bodies are boxes of 1 kg that do not move, on ball joints
   half way between their centres. */
#ifndef PANTIN_TUTORIALS_ELIMINATION_MECHANISM_H
#define PANTIN_TUTORIALS_ELIMINATION_MECHANISM_H

#include "pantin/multipliers/matrix.h"

/* Makes the mechanism of that name. Ends the program if there is none, or if
   memory is short. */
pn_system *mechanism_alloc(const char *name);

/* Assembles the system's arrays at its start. */
pn_assembly *mechanism_assemble(const pn_system *system);

/* Finds the order of that name: one for J W J^T, (joints), or one that keeps
   all bodies (multipliers/matrix.h), (joints + bodies). The latter are
   "bodies", first all bodies, then all joints, and "tree", from the leaves,
   each body before the joint by which it hangs. To be freed with free. */
size_t *mechanism_order(const pn_assembly *assembly, const char *name);

/* Returns whether the order of that name keeps all bodies. */
int mechanism_keeps(const char *name);

/* Makes the matrix that an order of that name is for. Its rows stand as they
   are numbered or, if `order` is not NULL, in that order. */
pn_matrix *mechanism_matrix(const pn_assembly *assembly, const char *name,
                            const size_t *order);

/* Counts the iterations of conjugate gradients that reduce the residual of A x
   = b by `factor`, for a b with all frequencies in it. */
double mechanism_cg_iterations(pn_block_matrix *A, double factor);

/* Ends the program with this text unless all is well. */
void mechanism_require(int well, const char *text);

#endif
