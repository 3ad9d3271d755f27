# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/piles.h \
  %D%/piles.c

check_programs += \
  %D%/check_cmaes \
  %D%/check_condition \
  %D%/check_pgs \
  %D%/check_rule \
  %D%/check_tune
check_programs_ode += %D%/check_again

# It makes files of other kinds.
check_programs_hdf5 += %D%/check_frames
tests_tuning_check_frames_LDADD = $(LDADD) $(HDF5_LIBS)
