/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PANTIN_BODY_SCENE_MJCF_H
#define PANTIN_BODY_SCENE_MJCF_H

#include "pantin/body/scene.h"

/* Writes the scene with its bodies at the state y, (dimension), in MJCF.
   Errors as of pn_file_open; GSL_EINVAL for bodies that hang on each other in
   too long a row. */
int pni_scene_write_mjcf(const pn_system_scene *of, const double *y,
                         const char *path, pn_error *error);

#endif
