/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "hdf5_input.h"

#include "pantin/base/text.h"

#include "fuzz.h"

#include <hdf5.h>
#include <string.h>
#include <unistd.h>

enum { STORED_MOST = 1000 };

static char path[PN_TEXT_PATH];

static void forget(void)
{
  unlink(path);
}

static void name_file(void)
{
  if (path[0])
    return;
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/pantin-fuzz-%ld.h5", folder ? folder : "/tmp",
           (long)getpid());
  atexit(forget);
}

static void put_numbers(hid_t file, hid_t how, const char *name, int real,
                        char *rest)
{
  double values[STORED_MOST] = {0};
  char *end;
  const double wanted = strtod(rest, &end);
  hsize_t count = wanted >= 0 && wanted < 1e15 ? (hsize_t)wanted : 0;
  for (size_t k = 0; k < STORED_MOST && *end; k++)
    values[k] = strtod(rest = end, &end);
  const hid_t space = H5Screate_simple(1, &count, NULL);
  const hid_t set =
      H5Dcreate2(file, name, real ? H5T_IEEE_F64LE : H5T_STD_I64LE, space, how,
                 H5P_DEFAULT, H5P_DEFAULT);
  if (count > 0 && count <= STORED_MOST)
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  H5Dclose(set);
  H5Sclose(space);
}

static void put_text(hid_t file, hid_t how, const char *name, const char *text)
{
  const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, strlen(text) + 1);
  const hid_t set =
      H5Dcreate2(file, name, type, space, how, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
  H5Dclose(set);
  H5Tclose(type);
  H5Sclose(space);
}

static void put_attribute(hid_t file, hid_t how, const char *name, char *rest)
{
  char *value = strchr(rest, ' ');
  if (!value)
    return;
  *value++ = '\0';
  const double x = strtod(value, NULL);
  const hid_t space = H5Screate(H5S_SCALAR);
  if (H5Lexists(file, name, H5P_DEFAULT) == 0)
    H5Gclose(H5Gcreate2(file, name, how, H5P_DEFAULT, H5P_DEFAULT));
  const hid_t attribute =
      H5Acreate_by_name(file, name, rest, H5T_IEEE_F64LE, space, H5P_DEFAULT,
                        H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, H5T_NATIVE_DOUBLE, &x);
  H5Aclose(attribute);
  H5Sclose(space);
}

/* Puts a line into the file: what, name, rest. */
static void put_line(hid_t file, hid_t links, char *line)
{
  char *name = strchr(line, ' ');
  char *rest = name ? strchr(name + 1, ' ') : NULL;
  if (!rest)
    return;
  *name++ = '\0';
  *rest++ = '\0';
  if (strcmp(line, "real") == 0 || strcmp(line, "whole") == 0)
    put_numbers(file, links, name, line[0] == 'r', rest);
  else if (strcmp(line, "text") == 0)
    put_text(file, links, name, rest);
  else if (strcmp(line, "attribute") == 0)
    put_attribute(file, links, name, rest);
}

static void write_description(const uint8_t *bytes, size_t length)
{
  char *text = malloc(length + 1);
  memcpy(text, bytes, length);
  text[length] = '\0';
  H5E_BEGIN_TRY
  {
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    for (char *line = text, *next; line; line = next) {
      next = strchr(line, '\n');
      if (next)
        *next++ = '\0';
      put_line(file, links, line);
    }
    H5Fclose(file);
    H5Pclose(links);
  }
  H5E_END_TRY
  free(text);
}

const char *fuzz_hdf5_file(const uint8_t *bytes, size_t length)
{
  static const char signature[] = "\211HDF";
  name_file();
  if (length >= 4 && memcmp(bytes, signature, 4) == 0) {
    FILE *stream = fopen(path, "wb");
    fuzz_require(stream && fwrite(bytes, 1, length, stream) == length);
    fclose(stream);
  } else
    write_description(bytes, length);
  return path;
}
