/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A file that is written beside its name and takes it when complete, so that
   a run that dies leaves the old file as it was. */
#ifndef PANTIN_BASE_FILE_H
#define PANTIN_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "pantin/base/error.h"
#include "pantin/base/text.h"

typedef struct {
  FILE *stream;                 /* write here; owned; NULL when closed */
  char path[PN_TEXT_PATH];      /* the name it will have */
  char temporary[PN_TEXT_PATH]; /* the name it has until then; empty for a
                                   device or pipe, which is written in place */
  size_t place; /* among the files that a signal ends; 0: none; private */
} pn_file;

/* Checks, before long work, whether a file could be started under that name;
   makes none. GSL_SUCCESS, or GSL_EFAILED with the error filled. */
int pn_file_check(const char *path, pn_error *error);

/* Tells whether a name stands for what is written in place, and not replaced: a
   device, a pipe, or a file that is open, as "-" and /dev/fd/N are. */
int pn_file_is_in_place(const char *path);

/* Starts a file, to be ended by pn_file_commit or pn_file_discard; "-" is
   standard output. An old file hands on its permissions; without permission to
   write it stays, even for root. A link that leads nowhere is refused.
   GSL_SUCCESS; or GSL_EFAILED with the error filled and
   nothing left to close. */
int pn_file_open(pn_file *file, const char *path, pn_error *error);

/* Returns the name under which the file can be reached while it is being
   written. */
const char *pn_file_name(const pn_file *file);

/* Writes what is buffered to the disk, closes the file and gives it its name.
   GSL_SUCCESS; or GSL_EFAILED if anything has failed since it was opened, such
   as a full disk: then the file is discarded, and the error says why. */
int pn_file_commit(pn_file *file, pn_error *error);

/* Commits several files that belong together: none gets its name before all are
   written. If one cannot be renamed, those that still have none are
   discarded. */
int pn_file_commit_all(pn_file *file, size_t count, pn_error *error);

/* Says that what is in the file from now on is worth its name whenever the
   program ends, as whole rows of a table are. */
void pn_file_keep(const pn_file *file);

/* Gives the files of pn_file_keep their names and removes the temporary files
   of all others, and empty folders: what a signal handler does before _exit,
   and may do at any time. */
void pn_file_end_all(void);

/* Makes a folder, which pn_file_end_all removes as long as it is empty, until
   pn_file_leave_folder. Returns 0, or -1 with errno and a place that need not
   be left. */
int pn_file_make_folder(const char *path, size_t *place);
void pn_file_leave_folder(size_t *place);

/* Closes and removes what was written; harmless on a closed file. */
void pn_file_discard(pn_file *file);

/* Keeps other runs from writing this file, or the group of files to which it
   belongs, until pn_file_discard(lock) or the end of the process: an empty file
   beside it, PATH.lock, stands for it. A device or a pipe needs no lock,
   and where the file system knows none there is none.
   GSL_SUCCESS; or GSL_EFAILED with the error filled and nothing to discard: if
   another run holds it, or there can be no such file. */
int pn_file_lock(pn_file *lock, const char *path, pn_error *error);

#endif
