/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Windows in a row: four-bars that share their posts, of thin rods. */
#ifndef PANTIN_BENCH_WINDOWS_H
#define PANTIN_BENCH_WINDOWS_H

#include "pantin/body/scene.h"

/* Makes posts 0 to `count` that stand in hinges on the ground, and a bar
   between the tops of each two neighbours; all posts turn by 1 rad/s. NULL if
   memory is short. */
pn_system_scene *windows_make(size_t count);

#endif
