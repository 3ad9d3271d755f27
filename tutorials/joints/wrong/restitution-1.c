/* Wrong, sign: the contact goes on into the wall. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

void my_rebound(size_t joints, size_t rows, const double *Ju, double e,
                double *r)
{
  for (size_t i = 0; i < joints; i++)
    r[i] = -Ju[i];
  for (size_t i = joints; i < rows; i++)
    r[i] = (1 + e) * Ju[i];
}
