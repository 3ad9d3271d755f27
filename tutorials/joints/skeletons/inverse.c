/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse dynamics: what a joint must exert on one body of a tree (section 8).

   In:  the body in its given motion: b->mass, its inertia b->I in the world's
        frame, b->gravity; its position b->x, acceleration b->a, angular
        velocity b->omega and acceleration b->alpha; b->A, the point of its own
        joint. The bodies that hang from it: child[c].f and child[c].t are what
        their joints exert on *them*, at the points child[c].A.
   Out: the force f and torque t of the body's own joint on it, the Q and tau of
        the text, and that point.

   The torques t are those besides the moment of f: about the body's centre of
   mass a joint at A exerts t + (A - x) x f. A - x is the arm r of the text (the
   points A have nothing to do with the matrix A).

   Example: a rod of 2 kg and 1 m is held level at its left end, A = (0, 0, 0)
   and x = (0.5, 0, 0); gravity (0, -10, 0). A weight hangs from its right end,
   child[0].A = (1, 0, 0), held up there with f = (0, 30, 0). So f = (0, 50, 0),
   and t = (0, 0, 40). */
#include "joints/exercises.h"

my_wrench my_inverse(const my_body *b, size_t children, const my_wrench *child)
{
  my_wrench own = {.A = b->A};
  own.f = pn_vec3_make(0, 0, 0); /* TODO: by Newton's law */
  own.t = pn_vec3_make(0, 0, 0); /* TODO: by Euler's equation about b->x */
  for (size_t c = 0; c < children; c++) {
    /* TODO: what does this child's joint add? */
  }
  /* TODO: own.f is complete now; what does its moment change in own.t? */
  return own;
}
