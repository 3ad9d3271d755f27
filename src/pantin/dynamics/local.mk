# SPDX-License-Identifier: GPL-3.0-or-later
pantin_dynamicsdir = $(includedir)/pantin/dynamics
pantin_dynamics_HEADERS = \
  %D%/dynamics.h \
  %D%/matrix.h \
  %D%/measure.h \
  %D%/multipliers.h \
  %D%/partition.h

src_libpantin_la_SOURCES += \
  %D%/dynamics.c \
  %D%/matrix.c \
  %D%/measure.c \
  %D%/multipliers.c \
  %D%/multipliers_cg.c \
  %D%/multipliers_dense.c \
  %D%/multipliers_sparse.c
