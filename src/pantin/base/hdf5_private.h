/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Reads a text of at most `most` bytes, to be freed with pn_free; NULL on
   failure. */
char *pni_hdf5_get_text(hid_t at, const char *name, size_t most);

/* Opens a file to be read; -1 with the reason. A file that was cut short is
   refused. Changed bytes are found by checksums in the files of this library;
   the tables of HDF5's older format have none, and HDF5 1.10 may crash on
   them. */
hid_t pni_hdf5_open(const char *path, pn_error *error);

/* Makes a new file in memory; -1 on failure. HDF5 1.10 crashes when a disk is
   full: so it never writes to one, and pni_hdf5_save writes the bytes. */
hid_t pni_hdf5_create(void);

/* Writes the bytes of a file in memory to a stream. -1 on failure. */
int pni_hdf5_write(hid_t file, FILE *stream);

/* Writes the bytes to a file, complete or not at all (base/file.h). GSL_SUCCESS
   or GSL_EFAILED. */
int pni_hdf5_save(hid_t file, const char *path, pn_error *error);

#endif
