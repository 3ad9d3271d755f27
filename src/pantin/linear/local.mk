# SPDX-License-Identifier: GPL-3.0-or-later
pantin_lineardir = $(includedir)/pantin/linear
pantin_linear_HEADERS = \
  %D%/block.h \
  %D%/cg.h \
  %D%/dense.h \
  %D%/factor.h \
  %D%/order.h \
  %D%/pattern.h

src_libpantin_la_SOURCES += \
  %D%/block.c \
  %D%/cg.c \
  %D%/dense.c \
  %D%/factor.c \
  %D%/factor_numeric.c \
  %D%/factor_three.c \
  %D%/factor_three.h \
  %D%/kernel.h \
  %D%/order.c \
  %D%/order_given.c \
  %D%/order_leaves.c \
  %D%/order_minimum_degree.c \
  %D%/order_random.c \
  %D%/pattern.c \
  %D%/pivot.c \
  %D%/pivot.h
