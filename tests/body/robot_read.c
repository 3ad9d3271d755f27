/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "robot_read.h"

#include "test.h"

#include <string.h>

pn_system_scene *robot_read(const char *text, pn_error *error)
{
  return pn_system_scene_read_string("r.xml", text, strlen(text), 0, error);
}

pn_system_scene *robot_read_good(const char *text)
{
  pn_error error = {0};
  pn_system_scene *of = robot_read(text, &error);
  ck_assert_msg(of != NULL, "line %d: %s", error.line, error.text);
  return of;
}
