/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the scene_*.c files share among themselves; not installed. */
#ifndef PANTIN_BASE_SCENE_PRIVATE_H
#define PANTIN_BASE_SCENE_PRIVATE_H

#include <libconfig.h>

#include "pantin/base/scene.h"

/* Scans the text of a scene (scene_scan.c): checks `length` bytes, and copies
   them for libconfig, line for line, into *copy (ended by a zero; release with
   pn_free). Refused with a message: binary data, @include,
   brackets and quotes that do not match, unquoted words as values,
   hexadecimal numbers. Whole numbers of ten digits and more get a decimal
   point, because libconfig 1.5 wraps them silently. */
int pni_scene_scan(const char *name, const char *text, size_t length,
                   char **copy, pn_error *error);

/* Finds the setting of a key, and remembers that it was asked for; NULL if it
   is absent (an error if it is required) or after an error. */
const config_setting_t *pni_scene_ask(pn_scene_group *group, const char *key,
                                      pn_scene_need need);

/* Returns the kind of value that a setting holds. */
pn_scene_kind pni_scene_kind_of(const config_setting_t *setting);

/* Checks that a setting, called `what` in the message, is of the wanted kind;
   0 if it is. */
int pni_scene_expect(const pn_scene_group *group,
                     const config_setting_t *setting, const char *what,
                     pn_scene_kind wanted);

/* Records an error at the line of a setting; returns GSL_EINVAL. */
int pni_scene_refuse_at(const pn_scene_group *group,
                        const config_setting_t *setting, const char *format,
                        ...) PN_PRINTF(3, 4);

#endif
