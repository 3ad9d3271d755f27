/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Data sets, attributes and texts of HDF5, and opening a file. */
#include "config.h"

#include "pantin/base/hdf5_private.h"

#include "pantin/base/alloc.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Data sets of at least COMPRESSED_LEAST numbers are compressed, at zlib's
   LEVEL, in chunks of at most CHUNK_MOST. */
enum { COMPRESSED_LEAST = 1024, LEVEL = 4, CHUNK_MOST = 65536 };

/* Makes the property list of a new data set: chunks of whole rows with a
   checksum, compressed if there are many numbers. To be closed. */
static hid_t plan(int rank, const hsize_t *size)
{
  hsize_t chunk[2] = {size[0], rank > 1 ? size[1] : 1};
  const hsize_t columns = chunk[1], count = chunk[0] * columns;
  const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
  if (count == 0 || columns > CHUNK_MOST)
    return how;
  if (count > CHUNK_MOST)
    chunk[0] = CHUNK_MOST / columns;
  H5Pset_chunk(how, rank, chunk);
  if (count >= COMPRESSED_LEAST && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
    H5Pset_shuffle(how);
    H5Pset_deflate(how, LEVEL);
  }
  H5Pset_fletcher32(how);
  return how;
}

/* Writes a data set of `stored` numbers from `native` ones. -1 on failure. */
static int put(hid_t at, const char *name, size_t rows, size_t columns,
               hid_t stored, hid_t native, const void *values)
{
  const hsize_t size[2] = {rows, columns};
  const int rank = columns > 0 ? 2 : 1;
  herr_t code = -1;
  const hid_t space = H5Screate_simple(rank, size, NULL);
  const hid_t how = plan(rank, size);
  const hid_t set =
      H5Dcreate2(at, name, stored, space, H5P_DEFAULT, how, H5P_DEFAULT);
  if (set >= 0) {
    code = rows == 0
               ? 0
               : H5Dwrite(set, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    if (H5Dclose(set) < 0)
      code = -1;
  }
  H5Pclose(how);
  H5Sclose(space);
  return code < 0 ? -1 : 0;
}

int pni_hdf5_put_reals(hid_t at, const char *name, size_t rows, size_t columns,
                       const double *values)
{
  return put(at, name, rows, columns, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
             values);
}

int pni_hdf5_put_counts(hid_t at, const char *name, size_t rows, size_t columns,
                        const int64_t *values)
{
  return put(at, name, rows, columns, H5T_STD_I64LE, H5T_NATIVE_INT64, values);
}

int pni_hdf5_put_ints(hid_t at, const char *name, size_t count,
                      const int *values)
{
  return put(at, name, count, 0, H5T_STD_I32LE, H5T_NATIVE_INT, values);
}

/* Compression makes data smaller by at most this factor (zlib: 1032). A data
   set that claims to hold more was made to exhaust memory. */
enum { COMPRESSION_MOST = 1100 };

/* Opens a data set; -1 if there is none. *count becomes the number of its
   elements, -1 if they are not numbers. */
static hid_t look_up(hid_t at, const char *name, int64_t *count)
{
  *count = -1;
  if (H5Lexists(at, name, H5P_DEFAULT) <= 0)
    return -1;
  const hid_t set = H5Dopen2(at, name, H5P_DEFAULT);
  if (set < 0)
    return -1;
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const H5T_class_t kind = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
  if (space >= 0 && (kind == H5T_INTEGER || kind == H5T_FLOAT))
    *count = (int64_t)H5Sget_simple_extent_npoints(space);
  if (*count > 0 && (uint64_t)*count / COMPRESSION_MOST >
                        H5Dget_storage_size(set) / H5Tget_size(type))
    *count = -1;
  H5Tclose(type);
  H5Sclose(space);
  return set;
}

int64_t pni_hdf5_length(hid_t at, const char *name)
{
  int64_t count;
  const hid_t set = look_up(at, name, &count);
  if (set >= 0)
    H5Dclose(set);
  return count;
}

/* Reads a data set of exactly `count` numbers. -1 on failure. */
static int get(hid_t at, const char *name, size_t count, hid_t native,
               void *values)
{
  int64_t there;
  int code = -1;
  const hid_t set = look_up(at, name, &there);
  if (set < 0)
    return -1;
  if (there == (int64_t)count)
    code = count == 0 || H5Dread(set, native, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                 values) >= 0
               ? 0
               : -1;
  H5Dclose(set);
  return code;
}

int pni_hdf5_get_reals(hid_t at, const char *name, size_t count, double *values)
{
  return get(at, name, count, H5T_NATIVE_DOUBLE, values);
}

int pni_hdf5_get_counts(hid_t at, const char *name, size_t count,
                        int64_t *values)
{
  return get(at, name, count, H5T_NATIVE_INT64, values);
}

int pni_hdf5_put_attribute(hid_t at, const char *name, double value)
{
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute =
      H5Acreate2(at, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  const herr_t code =
      attribute < 0 ? -1 : H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value);
  H5Aclose(attribute);
  H5Sclose(space);
  return code < 0 ? -1 : 0;
}

int pni_hdf5_get_attribute(hid_t at, const char *name, double *value)
{
  if (H5Aexists(at, name) <= 0)
    return -1;
  const hid_t attribute = H5Aopen(at, name, H5P_DEFAULT);
  if (attribute < 0)
    return -1;
  const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
  const H5T_class_t kind = H5Tget_class(type);
  herr_t code = -1;
  if ((kind == H5T_INTEGER || kind == H5T_FLOAT) &&
      H5Sget_simple_extent_npoints(space) == 1)
    code = H5Aread(attribute, H5T_NATIVE_DOUBLE, value);
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
  return code < 0 ? -1 : 0;
}

/* Writes a data set of one string; an attribute could hold 64 kB only. */
int pni_hdf5_put_text(hid_t at, const char *name, const char *text)
{
  const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, strlen(text) + 1);
  const hid_t set =
      H5Dcreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const herr_t code =
      set < 0 ? -1 : H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
  H5Dclose(set);
  H5Tclose(type);
  H5Sclose(space);
  return code < 0 ? -1 : 0;
}

int pni_hdf5_get_text(hid_t at, const char *name, size_t most, char **text)
{
  int code = GSL_EINVAL;
  *text = NULL;
  if (H5Lexists(at, name, H5P_DEFAULT) <= 0)
    return GSL_EINVAL;
  const hid_t set = H5Dopen2(at, name, H5P_DEFAULT);
  if (set < 0)
    return GSL_EINVAL;
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const size_t length = H5Tget_size(type);
  if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
      H5Sget_simple_extent_npoints(space) == 1 && length <= most) {
    *text = pn_alloc(length + 1, 1);
    code = *text ? GSL_SUCCESS : GSL_ENOMEM;
  }
  if (*text && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *text) < 0) {
    pn_free(*text);
    *text = NULL;
    code = GSL_EINVAL;
  }
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  return code;
}

/* Opens a file that can be reached by no name, such as the copy of a pipe, as
   an image in memory: HDF5 follows links to a name. Negative if it cannot be
   read. */
static hid_t open_image(const char *path)
{
  enum { GROWTH = 1 << 16, NO_DISK = 0 };
  hid_t file = -1;
  FILE *stream = fopen(path, "rb");
  const long length =
      stream && fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : 0;
  char *image = length > 0 ? pn_alloc((size_t)length, 1) : NULL;
  if (image && fseek(stream, 0, SEEK_SET) == 0 &&
      fread(image, 1, (size_t)length, stream) == (size_t)length) {
    const hid_t how = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(how, GROWTH, NO_DISK);
    H5Pset_file_image(how, image, (size_t)length);
    file = H5Fopen("in memory", H5F_ACC_RDONLY, how);
    H5Pclose(how);
  }
  pn_free(image);
  if (stream)
    fclose(stream);
  return file;
}

/* Opens a file by its name, or else by its content. */
static hid_t open_file(const char *path)
{
  char name[PATH_MAX];
  return realpath(path, name) ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT)
                              : open_image(path);
}

hid_t pni_hdf5_open(const char *path, pn_error *error)
{
  hid_t file = -1;
  FILE *stream = fopen(path, "r");
  if (!stream) {
    pn_error_set(error, GSL_EFAILED, path, 0, "cannot be opened: %s",
                 strerror(errno));
    return -1;
  }
  fclose(stream);
  PNI_QUIET_BEGIN
  {
    if (H5Fis_hdf5(path) <= 0)
      pn_error_set(error, GSL_EINVAL, path, 0, "this is no HDF5 file");
    else if ((file = open_file(path)) < 0)
      pn_error_set(error, GSL_EINVAL, path, 0,
                   "this HDF5 file is damaged or cut short");
  }
  PNI_QUIET_END
  return file;
}
