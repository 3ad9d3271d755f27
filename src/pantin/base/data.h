/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Finds the file of a scene and writes its path (size bytes). What holds a
   '/' or names a file, or a recording, that exists is itself the path; anything
   else is looked for as FOLDER/TOPIC/NAME.cfg in the folders, a list that NULL
   ends. Unknown names suggest a near one. GSL_EINVAL when there is none,
   GSL_ENOMEM. */
int pn_data_find(const char *const *folders, const char *topic,
                 const char *name, char *path, size_t size, pn_error *error);

/* The scenes of a topic, sorted by name; where two folders have the same
   name the earlier one counts. The title of a scene that cannot be read is
   the reason. Release *entries with pn_free. GSL_ENOMEM. */
int pn_data_list(const char *const *folders, const char *topic,
                 pn_data_entry **entries, size_t *count, pn_error *error);

#endif
