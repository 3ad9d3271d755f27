/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading and writing HDF5 in a few functions. HDF5 itself prints each failure,
   so that calls must stand between PNI_QUIET_BEGIN and PNI_QUIET_END, which
   restore the caller's setting. */
#ifndef PANTIN_BASE_HDF5_PRIVATE_H
#define PANTIN_BASE_HDF5_PRIVATE_H

#include "pantin/base/error.h"

#include <hdf5.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PNI_QUIET_BEGIN H5E_BEGIN_TRY
#define PNI_QUIET_END   H5E_END_TRY

/* Writes rows x columns numbers (columns 0: a plain vector) as data set
   `name`, with checksums, compressed if there are many. -1 on failure. */
int pni_hdf5_put_reals(hid_t at, const char *name, size_t rows, size_t columns,
                       const double *values);
int pni_hdf5_put_counts(hid_t at, const char *name, size_t rows, size_t columns,
                        const int64_t *values);

/* Writes a plain vector of numbers of 32 bits, as FCLIB wants them. -1 on
   failure. */
int pni_hdf5_put_ints(hid_t at, const char *name, size_t count,
                      const int *values);

/* Returns the number of elements of a data set of numbers; -1 if there is no
   such set. */
int64_t pni_hdf5_length(hid_t at, const char *name);

/* Reads a data set of exactly `count` numbers. -1 on failure. */
int pni_hdf5_get_reals(hid_t at, const char *name, size_t count,
                       double *values);
int pni_hdf5_get_counts(hid_t at, const char *name, size_t count,
                        int64_t *values);

/* Write and read an attribute, and write a text (a data set of one string).
   -1 on failure. */
int pni_hdf5_put_attribute(hid_t at, const char *name, double value);
int pni_hdf5_get_attribute(hid_t at, const char *name, double *value);
int pni_hdf5_put_text(hid_t at, const char *name, const char *text);

/* Reads a text of at most `most` bytes, to be freed with pn_free. Returns
   GSL_ENOMEM, or GSL_EINVAL if there is no such text; *text is NULL then. */
int pni_hdf5_get_text(hid_t at, const char *name, size_t most, char **text);

/* Opens a file to be read; -1 with the reason. HDF5 1.10 may crash on damaged
   files, so that ours bear a seal, to be looked at first, and others are tried
   in a child process. */
hid_t pni_hdf5_open(const char *path, pn_error *error);

/* Tells whether a file ends with the seal of this library, after the bytes that
   HDF5 knows of: a checksum of them, which every file has that was written
   here, as long as no bit of it changed. -1, with errno, if the file cannot be
   opened. */
int pni_hdf5_is_sealed(const char *path);

/* Seals a file, which is written to the end. -1 on failure, with errno. */
int pni_hdf5_seal(const char *path);

/* Calls read_it(of) in a child process, and closes HDF5 there. Returns 0 if
   that ended well, whatever was read; -1 if it crashed, took longer than a
   minute, or HDF5 itself complained, as it does on damaged files; 1, with
   errno, if there can be no such process. */
int pni_hdf5_try(void (*read_it)(void *of), void *of);

/* Makes a new file in memory; -1 on failure. HDF5 1.10 crashes when a disk is
   full: so it never writes to one, and pni_hdf5_save writes the bytes. */
hid_t pni_hdf5_create(void);

/* Writes the bytes of a file in memory to a stream. -1 on failure. */
int pni_hdf5_write(hid_t file, FILE *stream);

/* Writes the bytes to a file, complete or not at all (base/file.h). GSL_SUCCESS
   or GSL_EFAILED. */
int pni_hdf5_save(hid_t file, const char *path, pn_error *error);

#endif
