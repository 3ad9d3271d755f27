# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_multipliersdir = $(includedir)/pantin/multipliers
pantin_multipliers_HEADERS = \
  %D%/multipliers.h

src_libpantin_la_SOURCES += \
  %D%/aba.c \
  %D%/auto.c \
  %D%/cg.c \
  %D%/dense.c \
  %D%/elimination.c \
  %D%/elimination.h \
  %D%/elimination_solver.h \
  %D%/gauss_seidel.c \
  %D%/joint_split.c \
  %D%/joint_split.h \
  %D%/kkt.c \
  %D%/least_norm.c \
  %D%/least_norm.h \
  %D%/matrix.c \
  %D%/matrix.h \
  %D%/matrix_fours.c \
  %D%/matrix_fours.h \
  %D%/matrix_rows.c \
  %D%/matrix_set.c \
  %D%/multipliers.c \
  %D%/schur.c \
  %D%/sparse.c \
  %D%/tree.c \
  %D%/tree.h
