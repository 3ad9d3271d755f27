/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what file.c and file_name.c share; not installed. */
#ifndef PANTIN_BASE_FILE_PRIVATE_H
#define PANTIN_BASE_FILE_PRIVATE_H

#include "pantin/base/file.h"

#include <sys/stat.h>

/* Room for ".tmp", a process number and an attempt. */
enum { PNI_FILE_SUFFIX = 40 };

/* Records what failed, with the reason that errno gives; returns GSL_EFAILED.
 */
int pni_file_refuse(pn_error *error, const char *path, const char *what);

/* Returns the open file for which a name stands: 1 for "-" and /dev/stdout, N
   for /dev/fd/N; -1 if it stands for none. Others may write to it, too: it is
   written to where it is, and never replaced. */
int pni_file_descriptor(const char *path);

/* Follows symbolic links, so that a link stays a link; 0, or -1 with errno, as
   for a link that leads nowhere or a name that no file can have. What is
   written in place keeps the name given: that to which /dev/fd/1 leads may be
   no path. `resolved` has room for PN_TEXT_PATH. */
int pni_file_resolve(const char *path, char *resolved);

/* Tells whether a regular file that is there may be replaced; its permission
   to write counts for root, too. errno says why not. */
int pni_file_may_replace(const struct stat *there);

#endif
