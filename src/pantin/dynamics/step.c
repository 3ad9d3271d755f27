/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The sums of the integrators, four numbers at a time; what is left over is
   the plain form. */
#include "pantin/dynamics/step.h"

#include "pantin/base/lanes.h"

PNI_WIDE void pni_step_sum(size_t dim, const double *a, double s,
                           const double *b, double *out)
{
  size_t i = 0;
#ifdef PNI_LANES
  for (; i + PNI_LANES <= dim; i += PNI_LANES) {
    const pni_lanes sum = lanes_load(a + i) + s * lanes_load(b + i);
    lanes_store(out + i, &sum);
  }
#endif
  for (; i < dim; i++)
    out[i] = a[i] + s * b[i];
}

PNI_WIDE void pni_step_sum_of_four(size_t dim, const double *a, double s,
                                   double *const b[4], double *out)
{
  const double *b0 = b[0], *b1 = b[1], *b2 = b[2], *b3 = b[3];
  size_t i = 0;
#ifdef PNI_LANES
  for (; i + PNI_LANES <= dim; i += PNI_LANES) {
    const pni_lanes sum =
        lanes_load(a + i) + s * (lanes_load(b0 + i) + 2 * lanes_load(b1 + i) +
                                 2 * lanes_load(b2 + i) + lanes_load(b3 + i));
    lanes_store(out + i, &sum);
  }
#endif
  for (; i < dim; i++)
    out[i] = a[i] + s * (b0[i] + 2 * b1[i] + 2 * b2[i] + b3[i]);
}
