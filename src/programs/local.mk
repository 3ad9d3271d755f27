# SPDX-License-Identifier: GPL-3.0-or-later
# The shell of all programs; linked into each of them, not installed.
noinst_LTLIBRARIES += src/programs/libprogram.la
src_programs_libprogram_la_SOURCES = \
  %D%/program.c \
  %D%/program.h \
  %D%/program_help.c \
  %D%/program_private.h
src_programs_libprogram_la_CPPFLAGS = $(AM_CPPFLAGS) \
  -DPROGRAM_DATA_INSTALLED='"$(pkgdatadir)"' \
  -DPROGRAM_DATA_TREE='"$(abs_top_srcdir)/data"'
