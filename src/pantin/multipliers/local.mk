# SPDX-License-Identifier: GPL-3.0-or-later
pantin_multipliersdir = $(includedir)/pantin/multipliers
pantin_multipliers_HEADERS = \
  %D%/elimination.h \
  %D%/least_norm.h \
  %D%/matrix.h \
  %D%/multipliers.h \
  %D%/tree.h

src_libpantin_la_SOURCES += \
  %D%/aba.c \
  %D%/auto.c \
  %D%/cg.c \
  %D%/dense.c \
  %D%/elimination.c \
  %D%/elimination_solver.h \
  %D%/gauss_seidel.c \
  %D%/joint_split.c \
  %D%/joint_split.h \
  %D%/kkt.c \
  %D%/least_norm.c \
  %D%/matrix.c \
  %D%/matrix_rows.c \
  %D%/matrix_set.c \
  %D%/multipliers.c \
  %D%/schur.c \
  %D%/sparse.c \
  %D%/tree.c
