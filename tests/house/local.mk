# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_programs += \
  %D%/check_gsl_memory \
  %D%/check_no_allocation

check_scripts += \
  %D%/driver.sh \
  %D%/exports.sh \
  %D%/headers.sh \
  %D%/install.sh \
  %D%/layers.sh \
  %D%/licence.sh \
  %D%/map.sh \
  %D%/reference.sh \
  %D%/without.sh \
  %D%/words.sh

EXTRA_DIST += %D%/uncomment.awk tests/driver.sh tests/stage.sh \
  tests/tap.sh
