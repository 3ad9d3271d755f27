/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The scenes of jointed bodies that are shipped, in data/joints. */
#ifndef TESTS_SHIPPED_H
#define TESTS_SHIPPED_H

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"
#include "pantin/body/scene.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

/* Reads one of them; the caller frees it. */
static inline pn_system_scene *shipped_read(const char *name)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/joints/%s.cfg", getenv("PANTIN_DATA"), name);
  pn_error error = {0};
  pn_system_scene *of = pn_system_scene_read(path, 0, &error);
  ck_assert_msg(of != NULL, "%s:%d: %s", path, error.line, error.text);
  return of;
}

/* Calls `check` with each of them and its name. */
static inline void shipped_each(void (*check)(const char *,
                                              const pn_system_scene *))
{
  const char *folders[] = {getenv("PANTIN_DATA"), NULL};
  pn_data_entry *entries = NULL;
  size_t count = 0;
  ck_assert_int_eq(pn_data_list(folders, "joints", &entries, &count, NULL), 0);
  ck_assert_uint_ge(count, 17);
  for (size_t k = 0; k < count; k++) {
    pn_system_scene *of = shipped_read(entries[k].name);
    check(entries[k].name, of);
    pn_system_scene_free(of);
  }
  pn_free(entries);
}

#endif
