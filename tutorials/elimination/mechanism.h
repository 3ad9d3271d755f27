/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanisms of the text, by name: "puppet", the shipped one; and

     chain:N  ring:N  tree:N  star:N  net:N  block:N

   N bodies in a row, in a circle, each with two more on it, around a hub
   (number 0); N x N, or N x N x N bodies, each joined to its neighbours. Boxes
   of 1 kg on ball joints, which lie half way between two centres. Nothing
   moves. */
#ifndef PANTIN_TUTORIALS_ELIMINATION_MECHANISM_H
#define PANTIN_TUTORIALS_ELIMINATION_MECHANISM_H

#include "pantin/multipliers/matrix.h"

/* A name that is none, or want of memory, ends the program. */
pn_system *mechanism_alloc(const char *name);

/* The system's arrays at its start. */
pn_assembly *mechanism_assemble(const pn_system *system);

/* The order of that name for J W J^T, or one that keeps all bodies
   (dynamics/matrix.h): "bodies", first all bodies, then all joints; "tree",
   from the leaves, each body before the joint by which it hangs. (joints), or
   (joints + bodies); freed with free. */
size_t *mechanism_order(const pn_assembly *assembly, const char *name);

/* Whether the order of that name keeps all bodies. */
int mechanism_keeps(const char *name);

/* The matrix that such an order is for, its rows as they are numbered or, if
   order is not NULL, in that order. */
pn_matrix *mechanism_matrix(const pn_assembly *assembly, const char *name,
                            const size_t *order);

/* How many iterations of conjugate gradients take the residual of A x = b, for
   a b with all frequencies in it, down to `share` of what it is at x = 0. */
double mechanism_cg_iterations(pn_block_matrix *A, double share);

/* Ends the program with this text unless all is well. */
void mechanism_require(int well, const char *text);

#endif
