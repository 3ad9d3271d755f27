/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: drives the contact on into the wall */
/* WRONG 2: multiplies the joints by 1 + e, too */
/* WRONG 3: multiplies by e, where 1 + e belongs */
/* WRONG 4: gives what J u is after the impact, where its change is asked for */
#include "joints/exercises.h"

void my_rebound(size_t joints, size_t rows, const double *Ju, double e,
                double *r)
{
  for (size_t i = 0; i < joints; i++)
#if WRONG == 2
    r[i] = -(1 + e) * Ju[i];
#elif WRONG == 4
    r[i] = 0;
#else
    r[i] = -Ju[i];
#endif
  for (size_t i = joints; i < rows; i++)
#if WRONG == 1
    r[i] = (1 + e) * Ju[i];
#elif WRONG == 3 || WRONG == 4
    r[i] = -e * Ju[i];
#else
    r[i] = -(1 + e) * Ju[i];
#endif
}
