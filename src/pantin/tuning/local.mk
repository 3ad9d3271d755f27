# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_tuningdir = $(includedir)/pantin/tuning
pantin_tuning_HEADERS = \
  %D%/cmaes.h \
  %D%/fitness.h \
  %D%/frames.h \
  %D%/pgs.h \
  %D%/tune.h

src_libpantin_la_SOURCES += \
  %D%/cmaes.c \
  %D%/cmaes_bounds.c \
  %D%/cmaes_file.c \
  %D%/cmaes_private.h \
  %D%/cmaes_step.c \
  %D%/cmaes_test.c \
  %D%/condition.c \
  %D%/condition.h \
  %D%/condition_blocks.c \
  %D%/condition_private.h \
  %D%/condition_rigid.c \
  %D%/fitness.c \
  %D%/pgs.c \
  %D%/regression.c \
  %D%/regression.h \
  %D%/rule.c \
  %D%/rule.h \
  %D%/rule_study.c \
  %D%/rule_study.h \
  %D%/tune.c \
  %D%/tune_cmaes.c \
  %D%/tune_golden.c \
  %D%/tune_grid.c \
  %D%/tune_methods.c \
  %D%/tune_order.c \
  %D%/tune_private.h \
  %D%/tune_quick.c \
  %D%/tune_scan.c

if HAVE_HDF5
src_libpantin_la_SOURCES += \
  %D%/frames.c \
  %D%/frames_names.c \
  %D%/frames_parts.c \
  %D%/frames_private.h \
  %D%/frames_read.c \
  %D%/frames_write.c
else
src_libpantin_la_SOURCES += %D%/frames_without.c
endif
