# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
exercises += elimination/subtract elimination/arrive elimination/solve \
  elimination/fill elimination/order elimination/loop \
  elimination/articulated elimination/sweep

# The lists, and what one exercise needs of the others: where there are no
# solutions, the student's own files.
elimination_lists = %D%/exercises.h %D%/lists.c %D%/solutions/subtract.c
tutorials_libexercise_la_SOURCES += \
  %D%/exercises.h \
  %D%/lists.c \
  %D%/drivers/inputs.h \
  %D%/drivers/inputs.c
if SOLUTIONS
tutorials_libexercise_la_SOURCES += \
  %D%/solutions/subtract.c \
  %D%/solutions/arrive.c
else
tutorials/answers/elimination/exercises/arrive: \
  tutorials/elimination/exercises/subtract.c
tutorials/answers/elimination/exercises/solve: \
  tutorials/elimination/exercises/subtract.c \
  tutorials/elimination/exercises/arrive.c
tutorials/elimination/exercises/%.c:
	@echo "first make exercise EX=elimination/$*: this one needs it" >&2
	@false
endif

# The text's own programs, three of which are made of solutions.
noinst_PROGRAMS += %D%/pattern %D%/growth
if SOLUTIONS
noinst_PROGRAMS += %D%/rows %D%/sweeps %D%/felt
endif
elimination_cppflags = $(AM_CPPFLAGS) -I$(srcdir)/tutorials \
  -DTUTORIAL_PUPPET='"$(abs_top_srcdir)/data/joints/puppet.cfg"'
elimination_mechanism = %D%/mechanism.h %D%/mechanism.c
elimination_equations = $(elimination_mechanism) $(elimination_lists) \
  %D%/equations.h %D%/equations.c
tutorials_elimination_pattern_SOURCES = %D%/pattern.c $(elimination_mechanism)
tutorials_elimination_pattern_CPPFLAGS = $(elimination_cppflags)
tutorials_elimination_pattern_LDADD = $(program_ldadd)
tutorials_elimination_rows_SOURCES = %D%/rows.c $(elimination_equations) \
  %D%/solutions/arrive.c %D%/solutions/solve.c
tutorials_elimination_rows_CPPFLAGS = $(elimination_cppflags)
tutorials_elimination_rows_LDADD = $(program_ldadd)
tutorials_elimination_growth_SOURCES = %D%/growth.c $(elimination_mechanism)
tutorials_elimination_growth_CPPFLAGS = $(elimination_cppflags)
tutorials_elimination_growth_LDADD = $(program_ldadd)
tutorials_elimination_sweeps_SOURCES = %D%/sweeps.c $(elimination_equations) \
  %D%/solutions/sweep.c
tutorials_elimination_sweeps_CPPFLAGS = $(elimination_cppflags)
tutorials_elimination_sweeps_LDADD = $(program_ldadd)
tutorials_elimination_felt_SOURCES = %D%/felt.c %D%/exercises.h \
  %D%/solutions/articulated.c
tutorials_elimination_felt_CPPFLAGS = $(elimination_cppflags)
tutorials_elimination_felt_LDADD = $(program_ldadd)
EXTRA_DIST += %D%/README.md

figures += %D%/mechanism.svg %D%/game.svg %D%/leaves.svg %D%/root.svg \
  %D%/hub.svg %D%/growth.svg %D%/sweeps.svg
