/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* New HDF5 files: made in memory, and written as bytes. */
#include "config.h"

#include "pantin/base/hdf5_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <string.h>

/* Makes a file in the format of HDF5 1.10, whose tables have checksums. */
hid_t pni_hdf5_create(void)
{
  enum { GROWTH = 1 << 16, NO_DISK = 0 };
  const hid_t how = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(how, GROWTH, NO_DISK);
  H5Pset_libver_bounds(how, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, how);
  H5Pclose(how);
  return file;
}

/* Returns x with its bits moved to the left, around the end. */
static uint32_t rotated(uint32_t x, int by)
{
  return x << by | x >> (32 - by);
}

/* Computes HDF5's checksum of `count` numbers of 32 bits, where count is one
   less than a multiple of 3. Source: B. Jenkins (2006), lookup3.c, public
   domain. */
static uint32_t checksum(const unsigned char *bytes, size_t count)
{
  static const int mixing[] = {4, 6, 8, 16, 19, 4};
  static const int last[] = {14, 11, 25, 16, 4, 14, 24};
  uint32_t x[3];
  x[0] = x[1] = x[2] = 0xdeadbeef + 4 * (uint32_t)count;
  for (size_t k = 0; k < count; k++) {
    const unsigned char *at = bytes + 4 * k;
    x[k % 3] += at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                (uint32_t)at[3] << 24;
    for (int i = 0; k % 3 == 2 && i < 6; i++) {
      x[i % 3] -= x[(i + 2) % 3];
      x[i % 3] ^= rotated(x[(i + 2) % 3], mixing[i]);
      x[(i + 2) % 3] += x[(i + 1) % 3];
    }
  }
  for (int i = 0; i < 7; i++) {
    x[(i + 2) % 3] ^= x[(i + 1) % 3];
    x[(i + 2) % 3] -= rotated(x[(i + 1) % 3], last[i]);
  }
  return x[2];
}

/* Repairs the checksum of a file's image. Up to version 1.14 HDF5 clears a mark
   in the first bytes of the image, but leaves their checksum as it was
   (github.com/HDFGroup/hdf5/issues/1915). */
static void mend_image(unsigned char *bytes)
{
  enum { SUPERBLOCK = 44 };
  const uint32_t sum = checksum(bytes, SUPERBLOCK / 4);
  for (int k = 0; k < 4; k++)
    bytes[SUPERBLOCK + k] = (unsigned char)(sum >> 8 * k);
}

int pni_hdf5_write(hid_t file, FILE *stream)
{
  int code = -1;
  ssize_t length = -1;
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0)
    length = H5Fget_file_image(file, NULL, 0);
  void *bytes = length > 0 ? pn_alloc((size_t)length, 1) : NULL;
  if (bytes && H5Fget_file_image(file, bytes, (size_t)length) == length) {
    mend_image(bytes);
    code = fwrite(bytes, 1, (size_t)length, stream) == (size_t)length ? 0 : -1;
  }
  pn_free(bytes);
  return code;
}

int pni_hdf5_save(hid_t file, const char *path, pn_error *error)
{
  pn_file to;
  if (pn_file_open(&to, path, error))
    return GSL_EFAILED;
  errno = ENOMEM;
  /* Seal it, unless it goes to a device or pipe. */
  if (!pni_hdf5_write(file, to.stream) && fflush(to.stream) == 0 &&
      (!to.temporary[0] || !pni_hdf5_seal(pn_file_name(&to))))
    return pn_file_commit(&to, error);
  pn_error_set(error, GSL_EFAILED, path, 0, "cannot be written: %s",
               strerror(errno));
  pn_file_discard(&to);
  return GSL_EFAILED;
}
