/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Counting boxes that overlap, by a sweep along x: a box is compared with those
   that begin before it ends. */
#include "pantin/contact/collision_private.h"

#include <stdlib.h>

/* Compares where two boxes begin. */
static int compare(const void *a, const void *b)
{
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

size_t pni_overlaps_count(double (*box)[6], size_t count, size_t most)
{
  size_t overlaps = 0;
  qsort(box, count, sizeof *box, compare);
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count && box[j][0] <= box[i][1]; j++) {
      overlaps += box[i][2] <= box[j][3] && box[j][2] <= box[i][3] &&
                  box[i][4] <= box[j][5] && box[j][4] <= box[i][5];
      if (overlaps > most)
        return overlaps;
    }
  return overlaps;
}
