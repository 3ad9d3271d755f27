# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_programs += \
  %D%/check_cg \
  %D%/check_factor \
  %D%/check_factor_hub \
  %D%/check_factor_three \
  %D%/check_kernel \
  %D%/check_lanczos \
  %D%/check_ldl \
  %D%/check_least_squares \
  %D%/check_order \
  %D%/check_order_amd

tests_linear_check_order_amd_LDADD = $(LDADD) $(AMD_LIBS)
