# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_basedir = $(includedir)/pantin/base
pantin_base_HEADERS = \
  %D%/error.h \
  %D%/mat3.h \
  %D%/quat.h \
  %D%/vec3.h

src_libpantin_la_SOURCES += \
  %D%/alloc.c \
  %D%/alloc.h \
  %D%/csv.c \
  %D%/csv.h \
  %D%/csv_read.c \
  %D%/data.c \
  %D%/data.h \
  %D%/error.c \
  %D%/file.c \
  %D%/file.h \
  %D%/file_name.c \
  %D%/file_private.h \
  %D%/finite.h \
  %D%/json.c \
  %D%/json.h \
  %D%/fours.h \
  %D%/lanes.h \
  %D%/options.c \
  %D%/options.h \
  %D%/options_print.c \
  %D%/parts.h \
  %D%/plot.c \
  %D%/plot.h \
  %D%/plot_private.h \
  %D%/plot_run.c \
  %D%/pool.c \
  %D%/pool.h \
  %D%/progress.c \
  %D%/progress.h \
  %D%/range.c \
  %D%/range.h \
  %D%/scene.c \
  %D%/scene.h \
  %D%/scene_group.c \
  %D%/scene_private.h \
  %D%/scene_scan.c \
  %D%/scene_value.c \
  %D%/text.c \
  %D%/text.h \
  %D%/tokens.c \
  %D%/tokens_private.h

if HAVE_HDF5
src_libpantin_la_SOURCES += \
  %D%/hdf5.c \
  %D%/hdf5_image.c \
  %D%/hdf5_private.h \
  %D%/hdf5_safe.c
endif
