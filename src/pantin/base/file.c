/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Safe replacement of files: a new file in the same folder, flushed to the
   disk, then renamed over the old one, which POSIX does in one step.

   Files that are being written are listed, so that a program that a signal ends
   leaves none behind. A place in the list is filled before its file is made,
   and left after the file has its name or is gone: at any moment a signal
   handler may go through the list. */
#include "config.h"

#include "pantin/base/file_private.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names tried for the temporary file before giving up. */
enum { MOST_ATTEMPTS = 100 };

/* The list; files for which it has no room are not known to it. */
enum { PLACES = 16 };
enum { FREE, TAKEN, TO_REMOVE, TO_KEEP, FOLDER };
static struct {
  atomic_int is;
  char temporary[PN_TEXT_PATH], path[PN_TEXT_PATH];
} unfinished[PLACES];

/* Finds a place for a file; 0 if there is none. */
static size_t take_place(const char *path)
{
  for (size_t k = 0; k < PLACES; k++) {
    int was = FREE;
    if (atomic_compare_exchange_strong(&unfinished[k].is, &was, TAKEN)) {
      strcpy(unfinished[k].path, path);
      return k + 1;
    }
  }
  return 0;
}

static void set_place(const pn_file *file, int is)
{
  if (file->place == 0)
    return;
  if (is == TO_REMOVE)
    strcpy(unfinished[file->place - 1].temporary, file->temporary);
  atomic_store(&unfinished[file->place - 1].is, is);
}

static void leave_place(pn_file *file)
{
  set_place(file, FREE);
  file->place = 0;
}

void pn_file_end_all(void)
{
  for (size_t k = 0; k < PLACES; k++) {
    const int is = atomic_load(&unfinished[k].is);
    if (is == TO_KEEP)
      rename(unfinished[k].temporary, unfinished[k].path);
    else if (is == TO_REMOVE)
      unlink(unfinished[k].temporary);
  }
  for (size_t k = 0; k < PLACES; k++)
    if (atomic_load(&unfinished[k].is) == FOLDER)
      rmdir(unfinished[k].path);
}

int pn_file_make_folder(const char *path, size_t *place)
{
  *place = take_place(path);
  if (*place > 0)
    atomic_store(&unfinished[*place - 1].is, FOLDER);
  if (mkdir(path, 0777) == 0)
    return 0;
  pn_file_leave_folder(place);
  return -1;
}

void pn_file_leave_folder(size_t *place)
{
  if (*place > 0)
    atomic_store(&unfinished[*place - 1].is, FREE);
  *place = 0;
}

/* Opens a new file beside the final one, with the permissions of the old one,
   `mode`, or of a new one if that is 0. Returns its descriptor, or -1 with
   errno. */
static int open_temporary(pn_file *file, mode_t mode)
{
  char suffix[PNI_FILE_SUFFIX];
  int descriptor = -1;
  file->place = take_place(file->path);
  for (int i = 0; i < MOST_ATTEMPTS && descriptor < 0; i++) {
    snprintf(suffix, sizeof suffix, ".tmp%ld-%d", (long)getpid(), i);
    pni_text_beside(file->temporary, file->path, suffix);
    set_place(file, TO_REMOVE);
    descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                      mode ? S_IRUSR | S_IWUSR : 0666);
    if (descriptor >= 0)
      break;
    set_place(file, TAKEN);
    if (errno != EEXIST)
      break;
  }
  if (descriptor >= 0 && mode && fchmod(descriptor, mode) != 0) {
    close(descriptor);
    unlink(file->temporary);
    descriptor = -1;
  }
  if (descriptor < 0) {
    leave_place(file);
    file->temporary[0] = '\0'; /* it is of others, or not there */
  }
  return descriptor;
}

/* Starts writing to an open file, which stays open behind it. */
static int open_descriptor(pn_file *file, const char *path, int open_file,
                           pn_error *error)
{
  const int descriptor = dup(open_file);
  file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  snprintf(file->path, sizeof file->path, "%s",
           strcmp(path, "-") == 0 ? "standard output" : path);
  if (file->stream)
    return GSL_SUCCESS;
  const int code = pni_file_refuse(error, file->path, "cannot be written");
  if (descriptor >= 0)
    close(descriptor);
  return code;
}

int pn_file_open(pn_file *file, const char *path, pn_error *error)
{
  *file = (pn_file){0};
  const int open_file = pni_file_descriptor(path);
  if (open_file >= 0)
    return open_descriptor(file, path, open_file, error);
  if (pni_file_resolve(path, file->path))
    return pni_file_refuse(error, path, "cannot be written");

  /* A device or a pipe is written in place; all else by a temporary file. */
  struct stat there;
  const int exists = stat(file->path, &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) {
    errno = EISDIR;
    return pni_file_refuse(error, path, "cannot be written");
  }
  const int regular = exists && S_ISREG(there.st_mode);
  if (regular && !pni_file_may_replace(&there))
    return pni_file_refuse(error, path, "cannot be written");
  const int descriptor =
      exists && !regular
          ? open(file->path, O_WRONLY | O_CLOEXEC)
          : open_temporary(file, regular ? there.st_mode & 0777 : 0);
  if (descriptor < 0)
    return pni_file_refuse(error, path, "cannot be written");
  file->stream = fdopen(descriptor, "w");
  if (!file->stream) {
    const int code = pni_file_refuse(error, path, "cannot be written");
    close(descriptor);
    pn_file_discard(file);
    return code;
  }
  return GSL_SUCCESS;
}

void pn_file_keep(const pn_file *file)
{
  set_place(file, TO_KEEP);
}

const char *pn_file_name(const pn_file *file)
{
  return file->temporary[0] ? file->temporary : file->path;
}

/* Writes what is buffered to the disk and closes the file; its name is still to
   be given. Returns 0, or -1 with errno. */
static int finish_writing(pn_file *file)
{
  /* ferror remembers that an earlier write failed, but not why. */
  const int failed_before = ferror(file->stream);
  const int regular = file->temporary[0] != '\0';
  errno = 0;
  if (fflush(file->stream) != 0 ||
      (regular && fsync(fileno(file->stream)) != 0))
    return -1;
  if (failed_before) {
    errno = EIO;
    return -1;
  }
  FILE *stream = file->stream;
  file->stream = NULL;
  return fclose(stream) == 0 ? 0 : -1;
}

int pn_file_commit_all(pn_file *file, size_t count, pn_error *error)
{
  int code = GSL_SUCCESS;
  for (size_t k = 0; k < count && !code; k++)
    if (finish_writing(&file[k]))
      code = pni_file_refuse(error, file[k].path, "cannot be written");

  /* From here on a signal, too, gives all of them their names. */
  for (size_t k = 0; k < count && !code; k++)
    pn_file_keep(&file[k]);
  for (size_t k = 0; k < count && !code; k++) {
    if (file[k].temporary[0] && rename(file[k].temporary, file[k].path) != 0)
      code = pni_file_refuse(error, file[k].path, "cannot be written");
    else {
      leave_place(&file[k]);
      file[k].temporary[0] = '\0';
    }
  }
  for (size_t k = 0; k < count && code; k++)
    pn_file_discard(&file[k]);
  return code;
}

int pn_file_commit(pn_file *file, pn_error *error)
{
  return pn_file_commit_all(file, 1, error);
}

void pn_file_discard(pn_file *file)
{
  /* A lock is held until its file is gone. */
  if (file->temporary[0]) {
    unlink(file->temporary);
    leave_place(file);
  }
  file->temporary[0] = '\0';
  if (file->stream)
    fclose(file->stream);
  file->stream = NULL;
}

/* Tells whether an open file still has this name. */
static int has_name(int descriptor, const char *path, off_t *size)
{
  struct stat open_one, named;
  if (fstat(descriptor, &open_one) != 0 || lstat(path, &named) != 0)
    return 0;
  *size = open_one.st_size;
  return open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

/* Opens the file of a lock and takes the lock. Returns its descriptor, or -1
   with errno: EWOULDBLOCK if another run has it, EEXIST if the file is of
   others, for it is not empty. */
static int open_lock(const char *path)
{
  for (int i = 0; i < MOST_ATTEMPTS; i++) {
    off_t size = 0;
    const int descriptor =
        open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0)
      return -1;
    int failed = flock(descriptor, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
    /* The other run may just have ended, and its file be gone. */
    if (!failed && has_name(descriptor, path, &size)) {
      if (size == 0)
        return descriptor;
      failed = EEXIST;
    }
    close(descriptor);
    if (failed) {
      errno = failed;
      return -1;
    }
  }
  errno = EWOULDBLOCK;
  return -1;
}

/* Tells whether this is how a file system says that it knows no locks. */
static int is_without_locks(int number)
{
  return number == ENOSYS || number == EOPNOTSUPP || number == ENOLCK;
}

int pn_file_lock(pn_file *lock, const char *path, pn_error *error)
{
  char name[PN_TEXT_PATH];
  struct stat there;
  *lock = (pn_file){0};
  if (pn_file_is_in_place(path))
    return GSL_SUCCESS;
  if (pni_file_resolve(path, lock->path))
    return pni_file_refuse(error, path, "cannot be written");
  if (stat(lock->path, &there) == 0 && !S_ISREG(there.st_mode))
    return GSL_SUCCESS;
  const int descriptor = open_lock(pni_text_beside(name, lock->path, ".lock"));
  if (descriptor < 0 && is_without_locks(errno)) {
    if (stat(name, &there) == 0 && there.st_size == 0)
      unlink(name);
    return GSL_SUCCESS;
  }
  lock->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!lock->stream) {
    const int code =
        errno == EWOULDBLOCK ? pn_error_set(error, GSL_EFAILED, path, 0,
                                            "another run is writing this file")
        : errno == ENOENT || errno == ENOTDIR
            ? pni_file_refuse(error, path, "cannot be written")
            : pni_file_refuse(error, name, "cannot be the lock of a file");
    if (descriptor >= 0) {
      unlink(name);
      close(descriptor);
    }
    return code;
  }
  strcpy(lock->temporary, name);
  lock->place = take_place(lock->path);
  set_place(lock, TO_REMOVE);
  return GSL_SUCCESS;
}
