# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
AM_TESTS_ENVIRONMENT += \
  PANTIN_EXERCISES='$(exercises)'; export PANTIN_EXERCISES; \
  PANTIN_SOLUTIONS='@with_solutions@'; export PANTIN_SOLUTIONS; \
  PANTIN_CFLAGS='$(PANTIN_CFLAGS)'; export PANTIN_CFLAGS;

check_scripts += \
  %D%/elimination.sh \
  %D%/examples.sh \
  %D%/exercises.sh \
  %D%/figures.sh \
  %D%/frames.sh \
  %D%/grade.sh \
  %D%/prose.sh \
  %D%/reproduce.sh \
  %D%/tables.sh \
  %D%/texts.sh

CLEANFILES += %D%/mistakes.txt
EXTRA_DIST += %D%/blocks.awk %D%/compare.awk %D%/links.awk %D%/prose.awk \
  %D%/phrases.txt %D%/words.txt
