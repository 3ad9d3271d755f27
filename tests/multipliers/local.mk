# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_programs += \
  %D%/check_least_norm \
  %D%/check_multipliers
