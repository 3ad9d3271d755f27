/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5 in a few words. The library would print what fails: every call stands
   between PNI_QUIET_BEGIN and PNI_QUIET_END, which keep the caller's setting.
   Arrays are told apart by type: double, int64_t. */
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

/* A plain vector of 32 bits each, as FCLIB has them. -1 on failure. */
int pni_hdf5_put_ints(hid_t at, const char *name, size_t count,
                      const int *values);

/* The elements of a data set, or -1 if there is none of numbers. */
int64_t pni_hdf5_length(hid_t at, const char *name);

/* Reads a data set of exactly `count` numbers. -1 on failure. */
int pni_hdf5_get_reals(hid_t at, const char *name, size_t count,
                       double *values);
int pni_hdf5_get_counts(hid_t at, const char *name, size_t count,
                        int64_t *values);

/* Attributes, and texts (data sets of one string); -1 on failure. */
int pni_hdf5_put_attribute(hid_t at, const char *name, double value);
int pni_hdf5_get_attribute(hid_t at, const char *name, double *value);
int pni_hdf5_put_text(hid_t at, const char *name, const char *text);

/* A text of at most `most` bytes, to be freed with pn_free; NULL. */
char *pni_hdf5_get_text(hid_t at, const char *name, size_t most);

/* A file opened to be read; -1 with the reason. A file that was cut short is
   refused, and where bytes were changed in one that was made here, checksums
   tell. In those of others, in HDF5's older format, they may be in tables that
   have none, and then HDF5 1.10 itself may crash. */
hid_t pni_hdf5_open(const char *path, pn_error *error);

/* A new file in memory. HDF5 1.10 crashes when a disk is full, so it is not
   let near one: files are made here, and written as bytes. -1 on
   failure. */
hid_t pni_hdf5_create(void);

/* Writes the bytes of a file in memory to a stream. -1 on failure. */
int pni_hdf5_write(hid_t file, FILE *stream);

/* The same to a file, complete or not at all (base/file.h). GSL_EFAILED. */
int pni_hdf5_save(hid_t file, const char *path, pn_error *error);

#endif
