# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/classified.h \
  %D%/classified.c \
  %D%/course.h \
  %D%/course.c \
  %D%/judge.h \
  %D%/judge.c \
  %D%/seek.h \
  %D%/seek.c

check_programs += \
  %D%/check_case \
  %D%/check_catenary \
  %D%/check_chain \
  %D%/check_classify \
  %D%/check_classify_course \
  %D%/check_dual \
  %D%/check_finish \
  %D%/check_floor \
  %D%/check_kkt \
  %D%/check_line_search \
  %D%/check_minimum \
  %D%/check_qp \
  %D%/check_simulator \
  %D%/check_sqp \
  %D%/check_start \
  %D%/check_stationary \
  %D%/check_weights
