# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
lib_LTLIBRARIES += src/libpantin.la
src_libpantin_la_SOURCES =
src_libpantin_la_LIBADD = $(GSL_LIBS) $(LIBCONFIG_LIBS) $(ODE_LIBS) \
  $(HDF5_LIBS) $(MUPARSER_LIBS) $(LIBXML2_LIBS)
src_libpantin_la_LDFLAGS = -no-undefined -version-info $(PANTIN_LT_VERSION) \
  -export-symbols src/pantin.sym
EXTRA_src_libpantin_la_DEPENDENCIES = src/pantin.sym

# The installed library exports what the installed headers declare, and no more.
src/pantin.sym: $(HEADERS) src/exports.awk tests/house/uncomment.awk
	$(AM_V_GEN)$(AWK) -f $(srcdir)/tests/house/uncomment.awk \
	  $(filter %.h,$^) | $(AWK) -f $(srcdir)/src/exports.awk | \
	  sort -u >$@.part && mv $@.part $@
CLEANFILES += src/pantin.sym
EXTRA_DIST += %D%/exports.awk

# Programs, tests and tutorials of this tree see all of it: the same objects as
# a convenience library.
noinst_LTLIBRARIES += src/libpantin_all.la
src_libpantin_all_la_SOURCES = $(src_libpantin_la_SOURCES)
src_libpantin_all_la_LIBADD = $(src_libpantin_la_LIBADD)

pantindir = $(includedir)/pantin
pantin_HEADERS = %D%/pantin/pantin.h

pkgconfig_DATA = src/pantin.pc

include src/pantin/base/local.mk
include src/pantin/linear/local.mk
include src/pantin/lcp/local.mk
include src/pantin/body/local.mk
include src/pantin/multipliers/local.mk
include src/pantin/dynamics/local.mk
include src/pantin/chain/local.mk
include src/pantin/contact/local.mk
include src/pantin/tuning/local.mk
include src/programs/local.mk
include src/python/local.mk
include src/web/local.mk
include src/reference/local.mk
include src/book/local.mk
include src/reproduce/local.mk
