# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_programs += \
  %D%/check_body \
  %D%/check_equation \
  %D%/check_joint \
  %D%/check_motor \
  %D%/check_scene \
  %D%/check_scene_bad \
  %D%/check_system
