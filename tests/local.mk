# SPDX-License-Identifier: GPL-3.0-or-later
# Every test speaks TAP: the Check programs themselves, the shell scripts
# through their own echo.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)

# What a test may rely on: where things are, numbers with a point.
AM_TESTS_ENVIRONMENT = \
  srcdir='$(abs_top_srcdir)'; export srcdir; \
  builddir='$(abs_top_builddir)'; export builddir; \
  PANTIN_DATA='$(abs_top_srcdir)/data'; export PANTIN_DATA; \
  CK_VERBOSITY=normal; export CK_VERBOSITY; \
  LC_ALL=C; export LC_ALL;

check_LTLIBRARIES += tests/libtest.la
tests_libtest_la_SOURCES = tests/test.h tests/test.c
tests_libtest_la_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)

test_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tests $(CHECK_CFLAGS)
test_ldadd = tests/libtest.la src/libpantin.la $(GSL_LIBS) $(CHECK_LIBS)
test_ldflags = -no-install

check_programs = \
  tests/base/check_alloc \
  tests/base/check_algebra
check_scripts =

tests_base_check_alloc_CPPFLAGS = $(test_cppflags)
tests_base_check_alloc_LDADD = $(test_ldadd)
tests_base_check_alloc_LDFLAGS = $(test_ldflags)
tests_base_check_algebra_CPPFLAGS = $(test_cppflags)
tests_base_check_algebra_LDADD = $(test_ldadd)
tests_base_check_algebra_LDFLAGS = $(test_ldflags)

check_PROGRAMS += $(check_programs)
dist_check_SCRIPTS += $(check_scripts)
TESTS += $(check_programs) $(check_scripts)
