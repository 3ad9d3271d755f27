/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The scenes that are shipped: TOPIC/NAME.cfg in one of several folders. */
#ifndef PANTIN_BASE_DATA_H
#define PANTIN_BASE_DATA_H

#include <stddef.h>

#include "pantin/base/error.h"

/* A scene by its bare name, with the text of its `title` key. */
typedef struct {
  char name[64];
  char title[128];
} pn_data_entry;

/* Finds the file of a scene and writes its path (size bytes). A name with a
   '/', or of a file or recording that exists, is the path itself; any other is
   looked for as FOLDER/TOPIC/NAME.cfg in the folders, a list that NULL ends.
   GSL_SUCCESS; GSL_EINVAL if there is no such scene, with a similar name in
   the error; GSL_ENOMEM. */
int pn_data_find(const char *const *folders, const char *topic,
                 const char *name, char *path, size_t size, pn_error *error);

/* Lists the scenes of a topic, sorted by name; of two with the same name the
   one in the earlier folder counts. A scene that cannot be read has the reason
   as its title. Release *entries with pn_free. GSL_SUCCESS or GSL_ENOMEM. */
int pn_data_list(const char *const *folders, const char *topic,
                 pn_data_entry **entries, size_t *count, pn_error *error);

#endif
