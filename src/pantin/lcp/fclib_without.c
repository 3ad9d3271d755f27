/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Takes the place of fclib.c where Pantin is built without HDF5: no file counts
   as FCLIB, and reading or writing one is refused. */
#include "pantin/lcp/fclib.h"

#include <gsl/gsl_errno.h>

static int refuse(const char *path, pn_error *error)
{
  return pn_error_set(error, GSL_EUNSUP, path, 0,
                      "problems of FCLIB are HDF5 files, and Pantin was built "
                      "without HDF5");
}

int pn_fclib_is(const char *path)
{
  (void)path;
  return 0;
}

pn_lcp *pn_fclib_read(const char *path, pn_fclib *about, pn_error *error)
{
  (void)about;
  refuse(path, error);
  return NULL;
}

int pn_fclib_write(const pn_lcp *lcp, const char *path, const char *title,
                   pn_error *error)
{
  (void)lcp, (void)title;
  return refuse(path, error);
}
