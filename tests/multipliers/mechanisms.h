/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Random mechanisms of all shapes, with joints of all kinds, for the tests of
   multipliers. The caller frees them; a failure ends the test. */
#ifndef PANTIN_TESTS_MULTIPLIERS_MECHANISMS_H
#define PANTIN_TESTS_MULTIPLIERS_MECHANISMS_H

#include "pantin/body/system.h"

/* Eight shapes in four sizes each, up to 200 bodies; the least ring's number.
 */
enum {
  MECHANISM_SIZES = 4,
  MECHANISM_RING = MECHANISM_SIZES,
  MECHANISMS = 8 * MECHANISM_SIZES
};

/* Makes the k-th mechanism, always the same one, which spins so that loops keep
   closed, or is at rest. */
pn_system *mechanism_make(size_t k);

/* Returns the name of its shape. */
const char *mechanism_name(size_t k);

/* Makes a star of 3000 bodies. */
pn_system *mechanism_large_hub(void);

/* Makes a chain that hangs from the world, with masses of ratio 1e8 (k < 3) or
   sizes from 1e-4 m to 1e4 m (k = 3, 4). */
pn_system *mechanism_badly_scaled(size_t k);

#endif
