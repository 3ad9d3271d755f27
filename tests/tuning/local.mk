# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/cmaes_run.h \
  %D%/cmaes_run.c \
  %D%/piles.h \
  %D%/piles.c \
  %D%/recording.h \
  %D%/recording.c

check_programs += \
  %D%/check_cmaes \
  %D%/check_cmaes_peers \
  %D%/check_condition \
  %D%/check_golden \
  %D%/check_pgs \
  %D%/check_rule \
  %D%/check_scan \
  %D%/check_settings \
  %D%/check_tune
check_programs_ode += %D%/check_again

# They read and make files by HDF5 alone.
check_programs_hdf5 += \
  %D%/check_frames \
  %D%/check_frames_damaged \
  %D%/check_frames_killed \
  %D%/check_frames_wrong \
  %D%/check_hdf5_refused
tests_tuning_check_frames_LDADD = $(LDADD) $(HDF5_LIBS)
tests_tuning_check_frames_damaged_LDADD = $(LDADD) $(HDF5_LIBS)
tests_tuning_check_frames_wrong_LDADD = $(LDADD) $(HDF5_LIBS)
tests_tuning_check_hdf5_refused_LDADD = $(LDADD) $(HDF5_LIBS)
