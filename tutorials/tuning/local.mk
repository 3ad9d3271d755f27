# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
exercises += tuning/bounds tuning/residual tuning/sweep tuning/fitness \
  tuning/covariance tuning/update tuning/fit tuning/rule

tutorials_libexercise_la_SOURCES += %D%/exercises.h %D%/drivers/strategy.h \
  %D%/drivers/strategy.c %D%/drivers/problems.h %D%/drivers/problems.c

# The text's own programs.
noinst_PROGRAMS += %D%/rod %D%/curve %D%/landscape %D%/generations \
  %D%/valley %D%/tables
tutorials_tuning_rod_LDADD = $(GSL_LIBS)
tutorials_tuning_curve_SOURCES = %D%/curve.c %D%/frame.c %D%/frame.h
tutorials_tuning_curve_LDADD = $(program_ldadd)
tutorials_tuning_landscape_SOURCES = %D%/landscape.c %D%/frame.c %D%/frame.h
tutorials_tuning_landscape_LDADD = $(program_ldadd)
tutorials_tuning_generations_SOURCES = %D%/generations.c %D%/ellipse.c \
  %D%/ellipse.h %D%/frame.c %D%/frame.h
tutorials_tuning_generations_LDADD = $(program_ldadd)
tutorials_tuning_valley_SOURCES = %D%/valley.c %D%/ellipse.c %D%/ellipse.h
tutorials_tuning_valley_LDADD = $(program_ldadd)
tutorials_tuning_tables_SOURCES = %D%/tables.c %D%/tables.h %D%/tables_print.c
tutorials_tuning_tables_CPPFLAGS = $(AM_CPPFLAGS) \
  -DFOLDER='"$(abs_top_srcdir)/tutorials/tuning"'
tutorials_tuning_tables_LDADD = $(program_ldadd)
EXTRA_DIST += %D%/README.md %D%/frames.csv %D%/frames.sh %D%/studies.sh \
  %D%/rules.txt %D%/simulation.txt %D%/parameters.txt

figures += %D%/scenes.svg %D%/rod.svg %D%/matrix.svg %D%/errors.svg \
  %D%/landscape.svg %D%/valley.svg %D%/generations.svg %D%/fits.svg \
  %D%/rules.svg
