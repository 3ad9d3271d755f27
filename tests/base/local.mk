# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/folder.c \
  %D%/folder.h \
  %D%/scene_sample.c \
  %D%/scene_sample.h

check_programs += \
  %D%/check_algebra \
  %D%/check_alloc \
  %D%/check_data \
  %D%/check_file \
  %D%/check_finite \
  %D%/check_json \
  %D%/check_options \
  %D%/check_plot \
  %D%/check_plot_run \
  %D%/check_pool \
  %D%/check_progress \
  %D%/check_scene \
  %D%/check_scene_faults \
  %D%/check_text
