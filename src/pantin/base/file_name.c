/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a name leads, and whether it can be written there. */
#include "config.h"

#include "pantin/base/file_private.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
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

int pni_file_descriptor(const char *path)
{
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
    return STDOUT_FILENO;
  if (strcmp(path, "/dev/stderr") == 0)
    return STDERR_FILENO;
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    const size_t length = strlen(folders[k]);
    char *end;
    if (strncmp(path, folders[k], length) != 0 ||
        !isdigit((unsigned char)path[length]))
      continue;
    const long number = strtol(path + length, &end, 10);
    if (*end == '\0' && number <= INT_MAX && fcntl((int)number, F_GETFD) != -1)
      return (int)number;
  }
  return -1;
}

int pn_file_is_in_place(const char *path)
{
  struct stat there;
  return pni_file_descriptor(path) >= 0 ||
         (stat(path, &there) == 0 && !S_ISREG(there.st_mode) &&
          !S_ISDIR(there.st_mode));
}

int pni_file_resolve(const char *path, char *resolved)
{
  char real[PATH_MAX];
  struct stat there;
  const char *target = path;
  if (!pn_file_is_in_place(path)) {
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

/* Checks that an open file can be written to. */
static int check_descriptor(int descriptor, const char *path, pn_error *error)
{
  errno = EBADF;
  return (fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY
             ? pni_file_refuse(error, path, "cannot be written")
             : GSL_SUCCESS;
}

int pn_file_check(const char *path, pn_error *error)
{
  char real[PN_TEXT_PATH];
  struct stat there;
  const int descriptor = pni_file_descriptor(path);
  if (descriptor >= 0)
    return check_descriptor(descriptor, path, error);
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
