# SPDX-License-Identifier: GPL-3.0-or-later
# An exercise TOPIC/NAME is a function that the reader completes. Its files lie
# in the topic's folder:
#   exercises.h           what the functions are to do
#   exercises/NAME.c      the answer in the making, for the reader to edit
#   skeletons/NAME.c      the same as shipped, to begin anew
#   solutions/NAME.c      the reference solution
#   wrong/NAME-1.c ..     plausible wrong answers, which must be refused
#   drivers/NAME.c        a main program that checks any of these
#   hints/NAME.txt
# The topic's local.mk adds its names to `exercises`, in the order of the text.
exercises =

# A topic has a script that draws the pictures of its text, and their names in
# `figures`.
figures =
noinst_PROGRAMS =

check_LTLIBRARIES += tutorials/libexercise.la
tutorials_libexercise_la_SOURCES = %D%/exercise.h %D%/exercise.c
tutorials_libexercise_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tutorials

include %D%/chain/local.mk
include %D%/joints/local.mk
include %D%/elimination/local.mk
include %D%/contact/local.mk
include %D%/tuning/local.mk

# The files of all exercises: FOLDER, then the endings of their names.
exercise_files = $(foreach e,$(exercises),$(foreach end,$2,$\
  tutorials/$(dir $e)$1/$(notdir $e)$(end)))
exercise_headers = $(sort $(patsubst %,tutorials/%exercises.h,$(dir $(exercises))))
exercise_drivers = $(call exercise_files,drivers,.c)
exercise_shipped = $(call exercise_files,skeletons,.c) \
  $(call exercise_files,solutions,.c) \
  $(call exercise_files,wrong,-1.c -2.c -3.c)
EXTRA_DIST += $(call exercise_files,exercises,.c) $(exercise_shipped) \
  $(exercise_drivers) $(call exercise_files,hints,.txt)

# An answer and its driver make the program tutorials/answers/TOPIC/FOLDER/NAME.
# What a hole leaves unused is no fault.
exercise_cflags = $(AM_CPPFLAGS) $(CPPFLAGS) -I$(srcdir)/tutorials \
  $(AM_CFLAGS) -Wno-unused $(CFLAGS)
exercise_driver = $(srcdir)/tutorials/$(firstword $(subst /, ,$1))/drivers/$\
  $(firstword $(subst -, ,$(notdir $1))).c
exercise_libraries = tutorials/libexercise.la src/libpantin.la

tutorials/answers/%: tutorials/%.c $(exercise_headers) $(exercise_drivers) \
  $(exercise_libraries)
	@$(MKDIR_P) $(@D)
	$(AM_V_CCLD)$(LIBTOOL) $(AM_V_lt) --tag=CC --mode=link $(CC) \
	  $(exercise_cflags) $(AM_LDFLAGS) $(LDFLAGS) -o $@ \
	  $(call exercise_driver,$*) $< $(exercise_libraries) $(GSL_LIBS)

exercise_programs = $(patsubst tutorials/%.c,tutorials/answers/%,$1)
check_DATA = $(call exercise_programs,$(exercise_shipped))
CLEANFILES += $(check_DATA) \
  $(call exercise_programs,$(call exercise_files,exercises,.c))

# The words that a reader types. EX is the name of an exercise.
exercise_script = srcdir='$(srcdir)' exercises='$(exercises)' MAKE='$(MAKE)' \
  $(SHELL) $(srcdir)/tutorials/exercises.sh
EXTRA_DIST += %D%/exercises.sh

exercises: $(exercise_libraries)
	@$(exercise_script) list
exercise: $(exercise_libraries)
	@$(exercise_script) run '$(EX)'
hint:
	@$(exercise_script) hint '$(EX)'

# Every picture anew, into the source tree.
figures: all
	@for script in $(sort $(addsuffix figures.sh,$(dir $(figures)))); do \
	  (cd $(srcdir) && cd "$${script%/*}" && \
	   PATH='$(abs_builddir)/src/programs:$(abs_builddir)'/"$${script%/*}":$$PATH \
	   PANTIN_DATA='$(abs_top_srcdir)/data' $(SHELL) ./figures.sh) || exit; \
	done
EXTRA_DIST += $(figures) $(sort $(addsuffix figures.sh,$(dir $(figures))))
.PHONY: exercises exercise hint figures
