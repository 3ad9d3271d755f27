# SPDX-License-Identifier: GPL-3.0-or-later
pantin_basedir = $(includedir)/pantin/base
pantin_base_HEADERS = \
  %D%/alloc.h \
  %D%/csv.h \
  %D%/data.h \
  %D%/error.h \
  %D%/file.h \
  %D%/json.h \
  %D%/mat3.h \
  %D%/options.h \
  %D%/plot.h \
  %D%/progress.h \
  %D%/quat.h \
  %D%/range.h \
  %D%/scene.h \
  %D%/text.h \
  %D%/vec3.h

src_libpantin_la_SOURCES += \
  %D%/alloc.c \
  %D%/csv.c \
  %D%/data.c \
  %D%/error.c \
  %D%/file.c \
  %D%/json.c \
  %D%/options.c \
  %D%/options_print.c \
  %D%/plot.c \
  %D%/plot_private.h \
  %D%/plot_run.c \
  %D%/progress.c \
  %D%/range.c \
  %D%/scene.c \
  %D%/scene_group.c \
  %D%/scene_private.h \
  %D%/scene_scan.c \
  %D%/scene_value.c \
  %D%/text.c \
  %D%/tokens.c \
  %D%/tokens_private.h

if HAVE_HDF5
src_libpantin_la_SOURCES += \
  %D%/hdf5.c \
  %D%/hdf5_image.c \
  %D%/hdf5_private.h
endif
