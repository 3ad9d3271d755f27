# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/judge.h \
  %D%/judge.c \
  %D%/mechanisms.h \
  %D%/mechanisms.c

check_programs += \
  %D%/check_auto \
  %D%/check_coupling_rods \
  %D%/check_least_norm \
  %D%/check_matrix \
  %D%/check_multipliers
