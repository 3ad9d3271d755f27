# SPDX-License-Identifier: GPL-3.0-or-later
check_programs += \
  %D%/check_least_norm \
  %D%/check_multipliers
