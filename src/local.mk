# SPDX-License-Identifier: GPL-3.0-or-later
lib_LTLIBRARIES += src/libpantin.la
src_libpantin_la_SOURCES =
src_libpantin_la_LIBADD = $(GSL_LIBS) $(LIBCONFIG_LIBS) $(ODE_LIBS) \
  $(HDF5_LIBS)
src_libpantin_la_LDFLAGS = -no-undefined -version-info $(PANTIN_LT_VERSION) \
  -export-symbols-regex '^pn_'

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
