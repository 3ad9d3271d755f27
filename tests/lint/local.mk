# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# make lint: what four tools find in the source; nothing, if all is well.
# LINT='cppcheck shellcheck' asks these alone.
EXTRA_DIST += %D%/lint.sh %D%/clang-tidy.yaml %D%/cppcheck.txt

lint_flags = $(GSL_CFLAGS) $(LIBCONFIG_CFLAGS) $(ODE_CFLAGS) $(HDF5_CFLAGS) \
  $(MUPARSER_CFLAGS) $(LIBXML2_CFLAGS)
lint: config.h src/programs/replay_page.inc
	@srcdir='$(abs_top_srcdir)' LINT='$(LINT)' \
	  PANTIN_LINT_FLAGS='$(lint_flags)' \
	  $(SHELL) $(srcdir)/tests/lint/lint.sh
.PHONY: lint

clean-local: clean-lint
clean-lint:
	rm -rf lint
.PHONY: clean-lint
