# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# An exercise TOPIC/NAME is a function that the student completes. Its files lie
# in the topic's folder:
#   exercises.h        declares the functions and says what they are to do
#   skeletons/NAME.c   the function with a hole, as it is shipped
#   exercises/NAME.c   the student's file in the build's tree: a copy of the
#                      skeleton made by the first `make exercise`, neither in
#                      git nor in the tarball
#   solutions/NAME.c   the reference solution
#   wrong/NAME.c       the solution with at least three faults, each compiled
#                      with -DWRONG=k; the line "WRONG k: ..." says what is wrong
#   drivers/NAME.c     a main program that checks any of these answers
#   hints/NAME.txt     what `make hint` shows: up to three steps with a line
#                      "---" between them, the last of which is nearly the answer
# The topic's local.mk adds its names to `exercises`, in the order of the text.
exercises =

# A topic has a script that draws the pictures of its text, and their names in
# `figures`.
figures =
noinst_PROGRAMS =

check_LTLIBRARIES += tutorials/libexercise.la
check_PROGRAMS += %D%/judge
tutorials_judge_SOURCES = %D%/judge.h %D%/judge.c %D%/judge_run.c \
  %D%/judge_show.c %D%/judge_recognise.c %D%/judge_say.c \
  %D%/judge_sandbox.c
tutorials_judge_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tutorials
tutorials_judge_LDADD = tutorials/libexercise.la $(GSL_LIBS)
tutorials_libexercise_la_SOURCES = %D%/exercise.h %D%/exercise.c
tutorials_libexercise_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tutorials

include %D%/chain/local.mk
include %D%/joints/local.mk
include %D%/elimination/local.mk
include %D%/contact/local.mk
include %D%/tuning/local.mk

# The files of all exercises: FOLDER, then the ending of their names.
exercise_files = $(foreach e,$(exercises),tutorials/$(dir $e)$1/$(notdir $e)$2)
exercise_headers = $(sort $(patsubst %,tutorials/%exercises.h,$(dir $(exercises))))
exercise_drivers = $(call exercise_files,drivers,.c)
EXTRA_DIST += $(call exercise_files,skeletons,.c) \
  $(exercise_drivers) $(call exercise_files,hints,.txt)
if SOLUTIONS
EXTRA_DIST += $(call exercise_files,solutions,.c) \
  $(call exercise_files,wrong,.c)
endif

# An answer and its driver make the program tutorials/answers/TOPIC/FOLDER/NAME,
# and NAME-1, NAME-2, .. from the wrong answers. What a hole leaves unused is no
# fault. The student's own file and its driver are compiled with the sanitizers.
# All are made anew when the library has changed, for so may have its headers.
exercise_cflags = $(AM_CPPFLAGS) $(CPPFLAGS) -I$(srcdir)/tutorials \
  $(AM_CFLAGS) -Wno-unused $(CFLAGS)
exercise_own_cflags = $(exercise_cflags) -g $(EXERCISE_SANITIZE)
exercise_libraries = tutorials/libexercise.la src/libpantin_all.la
exercise_link = $(LIBTOOL) $(AM_V_lt) --tag=CC --mode=link $(CC) \
  $(exercise_cflags) $(AM_LDFLAGS) $(LDFLAGS)
exercise_ingredients = $(filter-out %.h %.la,$^) $(exercise_libraries) \
  $(GSL_LIBS) -o
exercise_needs = $(exercise_headers) $(exercise_libraries)

exercise_programs = $(patsubst tutorials/%,tutorials/answers/%,$\
  $(call exercise_files,$1,$2))
exercise_driver = tutorials/answers/$(dir $1)drivers/$(notdir $1)
exercise_answers = $(call exercise_programs,solutions,) \
  $(call exercise_programs,skeletons,) $(call exercise_programs,wrong,-1)
exercise_drivers_o = $(foreach e,$(exercises),$(call exercise_driver,$e).o)
if SOLUTIONS
check_DATA += $(exercise_answers)
endif
CLEANFILES += $(exercise_answers) $(call exercise_programs,exercises,) \
  tutorials/answers/*/wrong/*-? tutorials/answers/*/drivers/*.o \
  tutorials/answers/*/exercises/*.o

$(foreach e,$(exercises),$(foreach f,solutions/ skeletons/ wrong/,$(eval \
  tutorials/answers/$(dir $e)$f$(notdir $e)$(if $(filter wrong/,$f),-1): \
  $(call exercise_driver,$e).o)))
$(foreach e,$(exercises),$(eval \
  tutorials/answers/$(dir $e)exercises/$(notdir $e): \
  $(call exercise_driver,$e)-own.o))

tutorials/answers/%.o: tutorials/%.c $(exercise_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(exercise_cflags) -c $< -o $@

tutorials/answers/%-graded.o: tutorials/%.c $(exercise_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(exercise_cflags) -DEXERCISE_GRADED -c $< -o $@

tutorials/answers/%-own.o: tutorials/%.c $(exercise_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CC)$(CC) $(exercise_own_cflags) -c $< -o $@

tutorials/answers/%: tutorials/%.c $(exercise_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CCLD)$(exercise_link) $(if $(findstring /exercises/,$@),-g \
	  $(EXERCISE_SANITIZE)) $(exercise_ingredients) $@

tutorials/answers/%-1: tutorials/%.c $(exercise_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CCLD)for k in `sed -n 's/^.. WRONG \([0-9]\):.*/\1/p' $<`; do \
	  $(exercise_link) -DWRONG=$$k $(exercise_ingredients) \
	    tutorials/answers/$*-$$k || exit; \
	done

# A program that goes wrong in as many ways as it has names.
check_PROGRAMS += tests/tutorials/mistakes
tests_tutorials_mistakes_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tutorials
tests_tutorials_mistakes_LDADD = tutorials/libexercise.la $(GSL_LIBS)

# What the judge must not be taken in by: tests/tutorials/hostile.c has a way to
# cheat for each of these words.
hostile = exit exit_at_once constructor harness inputs output loop leaver \
  becomes records
hostile_answers = $(hostile:%=tests/tutorials/hostile-%)
$(hostile_answers): tests/tutorials/hostile-%: tests/tutorials/hostile.c \
    tutorials/answers/chain/drivers/gradient.o $(exercise_needs)
	@$(MKDIR_P) $(@D)
	$(AM_V_CCLD)$(exercise_link) -DHOSTILE_$* $(exercise_ingredients) $@
if SOLUTIONS
check_DATA += $(hostile_answers)
endif
CLEANFILES += $(hostile_answers)
EXTRA_DIST += tests/tutorials/hostile.c

# Compiles an answer, for the scripts. -O0, for what takes time is the compiler.
exercise_compile = $(CC) $(exercise_cflags) -Wno-error -O0 -fmax-errors=20

# The words that a student types. EX is the name of an exercise.
exercise_script = srcdir='$(srcdir)' exercises='$(exercises)' MAKE='$(MAKE)' \
  solutions='@with_solutions@' nm='$(NM)' compile="$(exercise_compile)" \
  $(SHELL) $(srcdir)/tutorials/exercises.sh
EXTRA_DIST += %D%/exercises.sh %D%/calls.sh %D%/sources.md \
  %D%/lecturers/README.md %D%/lecturers/answers.md \
  %D%/lecturers/slides.md %D%/lecturers/slides.style.html

exercises: $(exercise_libraries) tutorials/judge
	@$(exercise_script) list
exercise: $(exercise_libraries) tutorials/judge
	@$(exercise_script) run '$(EX)'
exercise-reset:
	@$(exercise_script) reset '$(EX)'
hint:
	@$(exercise_script) hint '$(EX)'

# The tarball for students: no solutions, no wrong answers, nothing for lecturers.
# Three programs of the text on elimination are made of solutions; they, and what
# is graded, need the whole tree.
students = $(distdir)-students
dist-students: distdir
	rm -rf $(distdir)/tutorials/*/solutions $(distdir)/tutorials/*/wrong \
	  $(distdir)/tutorials/lecturers
	rm -rf $(students) && mv $(distdir) $(students)
	$(AMTAR) chf - $(students) | gzip -9 >$(students).tar.gz
	rm -rf $(students)
DISTCLEANFILES += $(PACKAGE)-$(VERSION)-students.tar.gz

# Grades the folders of a class; see grade.sh.
grade_headers = /usr/include /usr/lib /usr/lib64 /usr/local/include \
  $(abs_top_srcdir)/tutorials/exercise.h \
  $(exercise_headers:%=$(abs_top_srcdir)/%) \
  $(patsubst -I%,%,$(filter -I/%,$(GSL_CFLAGS)))
GRADES = grades
grade: $(exercise_libraries) tutorials/judge
	@grades='$(GRADES)' solutions='@with_solutions@' jobs=`nproc 2>/dev/null || echo 2` srcdir='$(srcdir)' exercises='$(exercises)' \
	MAKE='$(MAKE)' nm='$(NM)' headers='$(grade_headers)' CCACHE_DISABLE=1 \
	compile="$(exercise_compile)" \
	link="`$(LIBTOOL) --dry-run --tag=CC --mode=link $(CC) $(CFLAGS) \
	  $(AM_LDFLAGS) $(LDFLAGS) DRIVER.o ANSWER.o $(exercise_libraries) \
	  $(GSL_LIBS) -o PROGRAM | sed 's/^libtool: link: //'`" \
	$(SHELL) $(srcdir)/tutorials/grade.sh all '$(STUDENTS)'
EXTRA_DIST += %D%/grade.sh %D%/grades.awk %D%/assembly.awk

# Draws every picture anew, into the source tree.
figures: all
	@for script in $(sort $(addsuffix figures.sh,$(dir $(figures)))); do \
	  (cd $(srcdir) && cd "$${script%/*}" && \
	   PATH='$(abs_builddir)/src/programs:$(abs_builddir)'/"$${script%/*}":$$PATH \
	   PANTIN_DATA='$(abs_top_srcdir)/data' $(SHELL) ./figures.sh) || exit; \
	done
EXTRA_DIST += $(figures) $(sort $(addsuffix figures.sh,$(dir $(figures))))

# The slides of the meetings: slides.html, one file with all pictures, by pandoc,
# and slides.pdf by beamer where LaTeX is.
slides_from = cd $(srcdir)/tutorials/lecturers && \
  pandoc -f markdown-implicit_figures --slide-level 2 slides.md
slides:
	$(slides_from) -t dzslides --self-contained --mathml \
	  -H slides.style.html -o '$(abs_builddir)/slides.html'
	if command -v pdflatex >/dev/null 2>&1; then \
	  $(slides_from) -t beamer -o '$(abs_builddir)/slides.pdf'; \
	else \
	  echo 'no slides.pdf without pdflatex'; \
	fi
CLEANFILES += slides.html slides.pdf

# The pictures of the README.
readme-pictures: all
	@cd $(srcdir)/tutorials/pictures && \
	  PATH='$(abs_builddir)/src/programs':"$$PATH" \
	  PANTIN_DATA='$(abs_top_srcdir)/data' $(SHELL) ./draw.sh
EXTRA_DIST += %D%/pictures/draw.sh %D%/pictures/puppet.gif \
  %D%/pictures/chain.png %D%/pictures/contact.png \
  %D%/pictures/elimination.png %D%/pictures/joints.png \
  %D%/pictures/tuning.png
.PHONY: exercises exercise exercise-reset hint grade dist-students figures slides \
  readme-pictures

# Small programs on the installed library; a test builds them.
examples = double_pendulum sliding_box lcp chain factor rosenbrock
EXTRA_DIST += $(examples:%=tutorials/examples/%.c) tutorials/examples/Makefile
