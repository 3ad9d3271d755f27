/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots, with libxml2 to read them and without. */
#include "config.h"

#include "pantin/body/robot_model.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#include "pantin/base/alloc.h"

int pni_robot_is_one(const char *text, size_t length)
{
  size_t k = 0;
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
    k = 3; /* the mark of UTF-8 */
  while (k < length && text[k] && strchr(" \t\r\n", text[k]))
    k++;
  return k < length && text[k] == '<';
}

void pni_robot_free(pni_robot_model *robot)
{
  if (!robot)
    return;
  pn_free(robot->title);
  pn_free(robot->remarks);
  pn_system_free(robot->system);
  pn_free(robot->shape);
  pn_free(robot);
}

#ifndef HAVE_LIBXML2
pni_robot_model *pni_robot_read(const char *name, const char *text,
                                size_t length, int with_ground, pn_error *error)
{
  (void)text;
  (void)length;
  (void)with_ground;
  pn_error_set(error, GSL_EUNSUP, name, 0,
               "this is a robot in XML, and Pantin was built without libxml2, "
               "which reads it");
  return NULL;
}
#endif
