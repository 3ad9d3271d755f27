# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Fuzzing. A topic is a target fuzz_TOPIC.c, a line in fuzz_topics, a program
# check_TOPIC that replays its corpus, and the inputs in corpus/TOPIC.
fuzz_topics = chain joints robots balls lcp world frames fclib
check_programs += %D%/check_chain %D%/check_joints %D%/check_balls \
  %D%/check_lcp %D%/check_world
check_programs_hdf5 += %D%/check_frames %D%/check_fclib
tests_fuzz_check_chain_SOURCES = %D%/fuzz.h %D%/replay.c %D%/fuzz_chain.c
tests_fuzz_check_joints_SOURCES = %D%/fuzz.h %D%/replay.c %D%/fuzz_joints.c
tests_fuzz_check_balls_SOURCES = %D%/fuzz.h %D%/replay.c %D%/fuzz_balls.c
tests_fuzz_check_lcp_SOURCES = %D%/fuzz.h %D%/replay.c %D%/fuzz_lcp.c
tests_fuzz_check_world_SOURCES = %D%/fuzz.h %D%/replay.c %D%/fuzz_world.c
check_programs_libxml2 += %D%/check_robots
tests_fuzz_check_robots_SOURCES = %D%/fuzz.h %D%/replay.c %D%/fuzz_robots.c
fuzz_hdf5 = %D%/hdf5_input.h %D%/hdf5_input.c
tests_fuzz_check_frames_SOURCES = %D%/fuzz.h %D%/replay.c \
  %D%/fuzz_frames.c $(fuzz_hdf5)
tests_fuzz_check_frames_LDADD = $(LDADD) $(HDF5_LIBS)
tests_fuzz_check_fclib_SOURCES = %D%/fuzz.h %D%/replay.c \
  %D%/fuzz_fclib.c $(fuzz_hdf5)
tests_fuzz_check_fclib_LDADD = $(LDADD) $(HDF5_LIBS)

EXTRA_DIST += %D%/scene.dict %D%/corpus %D%/keep.sh %D%/keep.awk

# make fuzz: every target under the sanitizers for FUZZ_SECONDS. Inputs that
# reach something new are left in tests/fuzz/found/TOPIC of the build tree,
# one that fails in tests/fuzz/found/TOPIC-crash-...
CLANG = clang
FUZZ_SECONDS = 600
fuzz_sanitizers = address,undefined
fuzz_flags = -max_len=2048 -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=256

fuzz:
	@command -v $(CLANG) >/dev/null 2>&1 || { \
	  echo 'fuzz: clang is not installed' >&2; exit 1; }
	@for topic in $(fuzz_topics); do \
	  $(MAKE) fuzz-one FUZZ_TOPIC=$$topic || exit 1; done

fuzz_library = $(addprefix $(srcdir)/,$(filter %.c,$(src_libpantin_la_SOURCES)))

# Frames and FCLIB want their input made a file.
fuzz_inputs = $(if $(filter frames fclib,$(FUZZ_TOPIC)), \
  $(srcdir)/tests/fuzz/hdf5_input.c)

fuzz-one: config.h
	@$(MKDIR_P) tests/fuzz/found/$(FUZZ_TOPIC)
	$(CLANG) -std=c11 -g -O1 -fsanitize=fuzzer,$(fuzz_sanitizers) \
	  -fno-sanitize-recover=undefined $(DEFS) -I. $(AM_CPPFLAGS) \
	  $(src_libpantin_la_CPPFLAGS) $(fuzz_library) \
	  $(srcdir)/tests/fuzz/fuzz_$(FUZZ_TOPIC).c $(fuzz_inputs) \
	  -o tests/fuzz/fuzz_$(FUZZ_TOPIC) $(src_libpantin_la_LIBADD) -lm
	tests/fuzz/fuzz_$(FUZZ_TOPIC) $(fuzz_flags) \
	  -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
	  -dict=$(srcdir)/tests/fuzz/scene.dict \
	  -artifact_prefix=tests/fuzz/found/$(FUZZ_TOPIC)- \
	  tests/fuzz/found/$(FUZZ_TOPIC) \
	  $(srcdir)/tests/fuzz/corpus/$(FUZZ_TOPIC)

# make fuzz-keep: chooses each corpus anew, from itself and from what the last
# runs found: inputs named fault-... and those that reach most, at most 25.
fuzz-keep:
	for topic in $(fuzz_topics); do \
	  $(SHELL) $(srcdir)/tests/fuzz/keep.sh tests/fuzz/fuzz_$$topic \
	    $(srcdir)/tests/fuzz/corpus/$$topic tests/fuzz/found/$$topic || \
	    exit 1; done

.PHONY: fuzz fuzz-one fuzz-keep
CLEANFILES += $(fuzz_topics:%=tests/fuzz/fuzz_%)

clean-local: clean-fuzz
clean-fuzz:
	rm -rf tests/fuzz/found
.PHONY: clean-fuzz
