# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What make check has no time for.
EXTRA_DIST += %D%/hard.sh %D%/mutants.sh %D%/mutants.md %D%/coverage.sh \
  %D%/coverage_exit.c

# make hard: all stages of hard.sh, or HARD='kills disk', within HARD_SECONDS;
# with QUICK=1 some of them.
HARD =
HARD_SECONDS = 6000
QUICK =

hard: all
	@srcdir='$(abs_top_srcdir)' MAKE='$(MAKE)' CC='$(CC)' \
	  HARD_SECONDS='$(HARD_SECONDS)' QUICK='$(QUICK)' \
	  $(SHELL) $(srcdir)/tests/hard/hard.sh $(HARD)

# make mutants N=200 SEED=1: changes of the library that no test notices.
N = 200
SEED = 1

mutants: all
	@srcdir='$(abs_top_srcdir)' MAKE='$(MAKE)' \
	  $(SHELL) $(srcdir)/tests/hard/mutants.sh '$(N)' '$(SEED)'

# make coverage: lines and branches that make check runs, floor by floor. It
# builds and tests in a folder of its own, coverage/, which stays.
coverage:
	@srcdir='$(abs_top_srcdir)' MAKE='$(MAKE)' \
	  $(SHELL) $(srcdir)/tests/hard/coverage.sh
.PHONY: hard mutants coverage
