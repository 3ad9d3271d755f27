# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Every test speaks TAP: the Check programs themselves, the shell scripts
# through tests/tap.sh. "make check V=1" prints a line for each of their tests.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' V='$(V)' $(SHELL) \
  $(top_srcdir)/tests/driver.sh
TEST_EXTENSIONS = .sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)

# What a test may rely on: where things are, how to compile, numbers with a
# point.
AM_TESTS_ENVIRONMENT = \
  srcdir='$(abs_top_srcdir)'; export srcdir; \
  builddir='$(abs_top_builddir)'; export builddir; \
  PANTIN_DATA='$(abs_top_srcdir)/data'; export PANTIN_DATA; \
  CK_VERBOSITY=normal; export CK_VERBOSITY; \
  : "$${CK_TIMEOUT_MULTIPLIER:=5}"; export CK_TIMEOUT_MULTIPLIER; \
  CC='$(CC)'; export CC; \
  CXX='$(CXX)'; export CXX; \
  CFLAGS='$(CFLAGS)'; export CFLAGS; \
  LDFLAGS='$(LDFLAGS)'; export LDFLAGS; \
  GSL_CFLAGS='$(GSL_CFLAGS)'; export GSL_CFLAGS; \
  PANTIN_HEADERS='$(HEADERS)'; export PANTIN_HEADERS; \
  LC_ALL=C; export LC_ALL;

if HAVE_CHECK
check_LTLIBRARIES += tests/libtest.la
endif
tests_libtest_la_SOURCES = tests/draw.c tests/draw.h tests/shipped.h \
  tests/test.h tests/test.c

# To add a test is one line in its folder's local.mk: check_NAME for
# check_NAME.c, or NAME.sh. Programs that need a library which this build may be
# without have lists of their own.
check_programs =
check_programs_hdf5 =
check_programs_ode =
check_programs_libxml2 =
check_scripts =

include %D%/base/local.mk
include %D%/body/local.mk
include %D%/chain/local.mk
include %D%/contact/local.mk
include %D%/fuzz/local.mk
include %D%/dynamics/local.mk
include %D%/hard/local.mk
include %D%/house/local.mk
include %D%/lcp/local.mk
include %D%/linear/local.mk
include %D%/lint/local.mk
include %D%/multipliers/local.mk
include %D%/programs/local.mk
include %D%/python/local.mk
include %D%/tuning/local.mk
include %D%/tutorials/local.mk
include %D%/web/local.mk

left_out =
if HAVE_HDF5
check_programs += $(check_programs_hdf5)
else
left_out += $(check_programs_hdf5:%=%:HDF5)
endif
if HAVE_ODE
check_programs += $(check_programs_ode)
else
left_out += $(check_programs_ode:%=%:ODE)
endif
if HAVE_LIBXML2
check_programs += $(check_programs_libxml2)
else
left_out += $(check_programs_libxml2:%=%:libxml2)
endif
AM_TESTS_ENVIRONMENT += PANTIN_LEFT_OUT='$(left_out)'; export PANTIN_LEFT_OUT;

dist_check_SCRIPTS += $(check_scripts)
if HAVE_CHECK
check_PROGRAMS += $(check_programs)
TESTS += $(check_programs) $(check_scripts)
else
check_DATA += check-is-missing
endif

# Without the library of the tests there are none.
check-is-missing:
	@echo 'make check needs the library Check, 0.15 or later: install it' \
	  '(Debian: apt install check; Fedora: check-devel), then run' \
	  './configure again' >&2; exit 1
.PHONY: check-is-missing

# The test programs under valgrind; it sees most in a tree configured with
# CFLAGS='-O0 -g', where the compiler removes nothing.
VALGRIND = valgrind
VALGRIND_FLAGS = --quiet --leak-check=full --error-exitcode=9
VALGRIND_SLOWDOWN = 20

memcheck:
	@command -v $(VALGRIND) >/dev/null 2>&1 || { \
	  echo 'memcheck: valgrind is not installed' >&2; exit 1; }
	$(MAKE) all $(check_LTLIBRARIES) $(check_programs)
	CK_TIMEOUT_MULTIPLIER=$(VALGRIND_SLOWDOWN) $(MAKE) check-TESTS \
	  TESTS='$(check_programs)' LOG_COMPILER='$(SHELL) ./libtool' \
	  AM_LOG_FLAGS='--mode=execute $(VALGRIND) $(VALGRIND_FLAGS)'
.PHONY: memcheck
