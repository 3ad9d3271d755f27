# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_lineardir = $(includedir)/pantin/linear
pantin_linear_HEADERS = \
  %D%/block.h \
  %D%/factor.h

src_libpantin_la_SOURCES += \
  %D%/block.c \
  %D%/buckets.h \
  %D%/cg.c \
  %D%/cg.h \
  %D%/columns_four.h \
  %D%/dense.c \
  %D%/dense.h \
  %D%/factor.c \
  %D%/factor_hub.c \
  %D%/factor_hub.h \
  %D%/factor_numeric.c \
  %D%/factor_three.c \
  %D%/factor_three.h \
  %D%/kernel.h \
  %D%/kernel_lanes.h \
  %D%/lanczos.c \
  %D%/lanczos.h \
  %D%/ldl.c \
  %D%/ldl.h \
  %D%/ldl_numeric.c \
  %D%/ldl_private.h \
  %D%/least_squares.c \
  %D%/least_squares.h \
  %D%/order.c \
  %D%/order.h \
  %D%/order_edges.c \
  %D%/order_given.c \
  %D%/order_leaves.c \
  %D%/order_minimum_degree.c \
  %D%/order_private.h \
  %D%/order_random.c \
  %D%/pattern.c \
  %D%/pattern.h \
  %D%/pivot.c \
  %D%/pivot.h
