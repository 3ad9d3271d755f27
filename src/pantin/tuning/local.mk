# SPDX-License-Identifier: GPL-3.0-or-later
pantin_tuningdir = $(includedir)/pantin/tuning
pantin_tuning_HEADERS = \
  %D%/cmaes.h

src_libpantin_la_SOURCES += \
  %D%/cmaes.c \
  %D%/cmaes_bounds.c \
  %D%/cmaes_file.c \
  %D%/cmaes_private.h \
  %D%/cmaes_step.c \
  %D%/cmaes_test.c
