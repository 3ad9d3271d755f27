# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
exercises += contact/impulse contact/residual contact/product contact/sweep \
  contact/projection contact/pcg contact/solver contact/bounce

tutorials_libexercise_la_SOURCES += \
  %D%/exercises.h \
  %D%/drivers/inputs.h \
  %D%/drivers/inputs.c

# The text's own programs.
noinst_PROGRAMS += %D%/groove %D%/pile %D%/frames
tutorials_contact_groove_LDADD = $(program_ldadd)
tutorials_contact_pile_LDADD = $(program_ldadd)
tutorials_contact_frames_SOURCES = %D%/frames.c %D%/frames.h %D%/frames_make.c \
  %D%/frames_table.c
tutorials_contact_frames_CPPFLAGS = $(AM_CPPFLAGS) \
  -DFRAMES_CSV='"$(abs_top_srcdir)/tutorials/contact/frames.csv"'
tutorials_contact_frames_LDADD = $(program_ldadd)
EXTRA_DIST += %D%/README.md %D%/frames.csv

figures += %D%/geometry.svg %D%/groove.svg %D%/corner.svg %D%/bowl.svg \
  %D%/heavy.svg %D%/cg.svg %D%/stacks.svg %D%/family.svg %D%/350.svg \
  %D%/profile.svg %D%/pile.svg %D%/cone.svg %D%/plane.svg
