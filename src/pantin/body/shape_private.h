/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rule that the sizes of shapes obey, wherever they come from. */
#ifndef PANTIN_BODY_SHAPE_PRIVATE_H
#define PANTIN_BODY_SHAPE_PRIVATE_H

#include "pantin/body/shape.h"

/* The greatest size, and distance, that is computed with [m]. */
enum { PNI_LENGTH_MAX = 1000000000 };

/* Tells whether all sizes of the shape are positive and at most PNI_LENGTH_MAX.
 */
int pni_shape_has_sizes(const pn_shape *shape, const double *size);

#endif
