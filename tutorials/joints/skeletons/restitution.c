/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The jump of velocities in an impact. Impulses lambda change u by W J^T
   lambda, hence J u by (J W J^T) lambda =: r. The first rows of J are the
   joints', which must hold afterwards; the others are the contacts', which must
   rebound with e times the velocity with which they met:

     (J u)+ = 0 for joints,   (J u)+ = -e J u for contacts.

   What must r be? */
#include "joints/exercises.h"

void my_rebound(size_t joints, size_t rows, const double *Ju, double e,
                double *r)
{
  for (size_t i = 0; i < joints; i++)
    r[i] = 0; /* TODO */
  for (size_t i = joints; i < rows; i++)
    r[i] = 0; /* TODO */
}
