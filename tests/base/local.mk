# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_programs += \
  %D%/check_algebra \
  %D%/check_alloc \
  %D%/check_file \
  %D%/check_finite \
  %D%/check_json \
  %D%/check_options \
  %D%/check_plot \
  %D%/check_plot_run \
  %D%/check_pool \
  %D%/check_progress \
  %D%/check_scene
