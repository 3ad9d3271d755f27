# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/problems.h \
  %D%/plain_sweeps.c \
  %D%/plain_sweeps.h \
  %D%/problems.c \
  %D%/solver_run.h \
  %D%/solver_run.c

check_programs += \
  %D%/check_colours \
  %D%/check_cone \
  %D%/check_face \
  %D%/check_family \
  %D%/check_from_csr \
  %D%/check_lcp \
  %D%/check_lcp_file \
  %D%/check_lcp_market \
  %D%/check_mixed \
  %D%/check_operator \
  %D%/check_order \
  %D%/check_packed \
  %D%/check_pairs \
  %D%/check_pivoting \
  %D%/check_rigid \
  %D%/check_rows \
  %D%/check_solver \
  %D%/check_solver_claims \
  %D%/check_solver_interface \
  %D%/check_tolerance \
  %D%/check_unsolvable

# They make files of another kind.
check_programs_hdf5 += %D%/check_fclib %D%/check_fclib_foreign
tests_lcp_check_fclib_foreign_LDADD = $(LDADD) $(HDF5_LIBS)
tests_lcp_check_fclib_LDADD = $(LDADD) $(FCLIB_LIBS) $(HDF5_LIBS)
