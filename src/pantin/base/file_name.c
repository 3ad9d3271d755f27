/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a name leads, and whether it can be written there. */
#include "config.h"

#include "pantin/base/file_private.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Tells whether a symbolic link leads to nothing; errno stays. */
static int is_dangling(const char *path)
{
  const int reason = errno;
  struct stat link, there;
  const int dangles = lstat(path, &link) == 0 && S_ISLNK(link.st_mode) &&
                      stat(path, &there) != 0 && errno == ENOENT;
  errno = reason;
  return dangles;
}

int pni_file_refuse(pn_error *error, const char *path, const char *what)
{
  if (errno == ENOENT && is_dangling(path))
    return pn_error_set(error, GSL_EFAILED, path, 0,
                        "%s: it is a link to a file that does not exist", what);
  return pn_error_set(error, GSL_EFAILED, path, 0, "%s: %s", what,
                      strerror(errno));
}

/* Tells whether a name stands for a device or a pipe, which is written in
   place. */
static int is_device(const char *path)
{
  struct stat there;
  return stat(path, &there) == 0 && !S_ISREG(there.st_mode) &&
         !S_ISDIR(there.st_mode);
}

int pni_file_resolve(const char *path, char *resolved)
{
  char real[PATH_MAX];
  struct stat there;
  const char *target = path;
  if (!is_device(path)) {
    if (realpath(path, real))
      target = real;
    else if (errno == ENAMETOOLONG || lstat(path, &there) == 0)
      return -1; /* with realpath's reason */
  }
  if (strlen(target) >= PN_TEXT_PATH - PNI_FILE_SUFFIX) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(resolved, target);
  return 0;
}

int pni_file_may_replace(const struct stat *there)
{
  errno = EACCES;
  return (there->st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) != 0;
}

int pni_file_is_output(const char *path)
{
  return strcmp(path, "-") == 0;
}

int pn_file_check(const char *path, pn_error *error)
{
  char real[PN_TEXT_PATH];
  struct stat there;
  if (pni_file_is_output(path))
    return GSL_SUCCESS;
  if (pni_file_resolve(path, real))
    return pni_file_refuse(error, path, "cannot be written");

  /* A device or a pipe is asked itself, and all else the folder it is in. */
  const int exists = stat(real, &there) == 0;
  errno = 0;
  if (exists && S_ISREG(there.st_mode) && !pni_file_may_replace(&there))
    return pni_file_refuse(error, path, "cannot be written");
  if (exists && !S_ISREG(there.st_mode)) {
    if (S_ISDIR(there.st_mode))
      errno = EISDIR;
    else
      access(real, W_OK);
  } else {
    char *slash = strrchr(real, '/');
    errno = 0;
    if (slash)
      slash[slash == real] = '\0';
    else
      strcpy(real, *path ? "." : "");
    access(real, W_OK | X_OK);
    if (!errno && (stat(real, &there) || !S_ISDIR(there.st_mode)))
      errno = ENOTDIR;
  }
  return errno ? pni_file_refuse(error, path, "cannot be written")
               : GSL_SUCCESS;
}
