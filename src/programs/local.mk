# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The shell of all programs; linked into each of them, not installed.
noinst_LTLIBRARIES += src/programs/libprogram.la
src_programs_libprogram_la_SOURCES = \
  %D%/bodies.c \
  %D%/bodies.h \
  %D%/frame_list.c \
  %D%/frame_list.h \
  %D%/frame_state.c \
  %D%/frame_state.h \
  %D%/interrupt.c \
  %D%/interrupt.h \
  %D%/memory.c \
  %D%/memory.h \
  %D%/joints/bars.c \
  %D%/joints/bars.h \
  %D%/joints/system_replay.c \
  %D%/joints/system_replay.h \
  %D%/market.c \
  %D%/market.h \
  %D%/option.h \
  %D%/program.c \
  %D%/program.h \
  %D%/program_check.c \
  %D%/program_data.c \
  %D%/program_kind.c \
  %D%/program_data.h \
  %D%/program_help.c \
  %D%/program_private.h \
  %D%/program_write.c \
  %D%/quantity.c \
  %D%/quantity.h \
  %D%/replay.c \
  %D%/replay.h \
  %D%/replay_private.h \
  %D%/replay_write.c \
  %D%/text.h \
  %D%/tone.c \
  %D%/tone.h
src_programs_libprogram_la_CPPFLAGS = $(AM_CPPFLAGS) -Isrc \
  -DPROGRAM_DATA_INSTALLED='"$(pkgdatadir)"'

# The page of a replay, as text in the program.
replay_page = src/web/replay.html src/web/replay.css src/web/replay_data.js \
  src/web/replay_view.js src/web/replay.js
src/programs/replay_page.inc: src/web/embed.awk $(replay_page)
	$(AM_V_GEN)$(MKDIR_P) src/programs && \
	  $(AWK) -f $(srcdir)/src/web/embed.awk -v folder=$(srcdir)/src/web \
	  $(srcdir)/src/web/replay.html >$@.new && mv $@.new $@
$(src_programs_libprogram_la_OBJECTS): src/programs/replay_page.inc
BUILT_SOURCES += src/programs/replay_page.inc
CLEANFILES += src/programs/replay_page.inc
EXTRA_DIST += src/web/embed.awk $(replay_page)

bin_PROGRAMS += src/programs/pantin-chain
src_programs_pantin_chain_SOURCES = \
  %D%/pantin-chain.c \
  %D%/chain/advice.c \
  %D%/chain/all.c \
  %D%/chain/chain.h \
  %D%/chain/compare.c \
  %D%/chain/dump.c \
  %D%/chain/history.c \
  %D%/chain/picture.c \
  %D%/chain/replay.c \
  %D%/chain/report.c \
  %D%/chain/request.c \
  %D%/chain/run.c \
  %D%/chain/run.h \
  %D%/chain/step_picture.c
src_programs_pantin_chain_LDADD = $(program_ldadd)
src_programs_pantin_chain_LDFLAGS =
dist_man_MANS += %D%/pantin-chain.1

bin_PROGRAMS += src/programs/pantin-contact
src_programs_pantin_contact_SOURCES = \
  %D%/pantin-contact.c \
  %D%/contact/balls.c \
  %D%/contact/balls_picture.c \
  %D%/contact/depth.c \
  %D%/contact/depth.h \
  %D%/contact/impulses.c \
  %D%/contact/kind.h \
  %D%/contact/omega.c \
  %D%/contact/omega.h \
  %D%/contact/moments.c \
  %D%/contact/replay.c \
  %D%/contact/record.c \
  %D%/contact/record.h \
  %D%/contact/report.c \
  %D%/contact/report.h \
  %D%/contact/request.c \
  %D%/contact/request.h \
  %D%/contact/run.c \
  %D%/contact/run.h \
  %D%/contact/verdict.c \
  %D%/contact/verdict.h \
  %D%/contact/world.c \
  %D%/contact/world_picture.c \
  %D%/joints/solid.c \
  %D%/joints/solid.h
src_programs_pantin_contact_LDADD = $(program_ldadd)
src_programs_pantin_contact_LDFLAGS =
dist_man_MANS += %D%/pantin-contact.1

bin_PROGRAMS += src/programs/pantin-eliminate
src_programs_pantin_eliminate_SOURCES = \
  %D%/pantin-eliminate.c \
  %D%/eliminate/eliminate.h \
  %D%/eliminate/graph.c \
  %D%/eliminate/grow.c \
  %D%/eliminate/grow.h \
  %D%/eliminate/grow_picture.c \
  %D%/eliminate/grow_report.c \
  %D%/eliminate/pattern.c \
  %D%/eliminate/picture.c \
  %D%/eliminate/report.c \
  %D%/eliminate/request.c \
  %D%/eliminate/run.c \
  %D%/joints/solid.c \
  %D%/joints/solid.h
src_programs_pantin_eliminate_LDADD = $(program_ldadd)
src_programs_pantin_eliminate_LDFLAGS =
dist_man_MANS += %D%/pantin-eliminate.1

bin_PROGRAMS += src/programs/pantin-ik
src_programs_pantin_ik_SOURCES = \
  %D%/pantin-ik.c \
  %D%/ik/follow.c \
  %D%/ik/ik.h \
  %D%/ik/history.c \
  %D%/ik/picture.c \
  %D%/ik/replay.c \
  %D%/ik/report.c \
  %D%/ik/request.c \
  %D%/ik/run.c \
  %D%/ik/save.c \
  %D%/joints/canvas.c \
  %D%/joints/canvas.h \
  %D%/joints/solid.c \
  %D%/joints/solid.h
src_programs_pantin_ik_LDADD = $(program_ldadd)
src_programs_pantin_ik_LDFLAGS =
dist_man_MANS += %D%/pantin-ik.1

bin_PROGRAMS += src/programs/pantin-inverse
src_programs_pantin_inverse_SOURCES = \
  %D%/pantin-inverse.c \
  %D%/inverse/compare.c \
  %D%/inverse/dead_point.c \
  %D%/inverse/drive.c \
  %D%/inverse/inverse.h \
  %D%/inverse/loops.c \
  %D%/inverse/picture.c \
  %D%/inverse/record.c \
  %D%/inverse/replay.c \
  %D%/inverse/report.c \
  %D%/inverse/run.c \
  %D%/inverse/steps.c
src_programs_pantin_inverse_LDADD = $(program_ldadd)
src_programs_pantin_inverse_LDFLAGS =
dist_man_MANS += %D%/pantin-inverse.1

bin_PROGRAMS += src/programs/pantin-lcp
src_programs_pantin_lcp_SOURCES = \
  %D%/pantin-lcp.c \
  %D%/lcp/frames.c \
  %D%/lcp/frames.h \
  %D%/lcp/history.c \
  %D%/lcp/picture.c \
  %D%/lcp/picture.h \
  %D%/lcp/problem.c \
  %D%/lcp/problem.h \
  %D%/lcp/report.c \
  %D%/lcp/report.h \
  %D%/lcp/request.c \
  %D%/lcp/request.h \
  %D%/lcp/run.c \
  %D%/lcp/run.h
src_programs_pantin_lcp_LDADD = $(program_ldadd)
src_programs_pantin_lcp_LDFLAGS =
dist_man_MANS += %D%/pantin-lcp.1
bin_PROGRAMS += src/programs/pantin-joints
src_programs_pantin_joints_SOURCES = \
  %D%/pantin-joints.c \
  %D%/joints/canvas.c \
  %D%/joints/canvas.h \
  %D%/joints/check.c \
  %D%/joints/compare.c \
  %D%/joints/convergence.c \
  %D%/joints/dump.c \
  %D%/joints/impacts.c \
  %D%/joints/joints.h \
  %D%/joints/picture.c \
  %D%/joints/replay.c \
  %D%/joints/picture.h \
  %D%/joints/request.c \
  %D%/joints/run.c \
  %D%/joints/save.c \
  %D%/joints/run.h \
  %D%/joints/simulate.c \
  %D%/joints/solid.c \
  %D%/joints/solid.h
src_programs_pantin_joints_LDADD = $(program_ldadd)
src_programs_pantin_joints_LDFLAGS =
dist_man_MANS += %D%/pantin-joints.1

bin_PROGRAMS += src/programs/pantin-tune
src_programs_pantin_tune_SOURCES = \
  %D%/pantin-tune.c \
  %D%/lcp/problem.c \
  %D%/lcp/problem.h \
  %D%/lcp/request.c \
  %D%/lcp/request.h \
  %D%/tune/compare.c \
  %D%/tune/compare.h \
  %D%/tune/figure.c \
  %D%/tune/figure.h \
  %D%/tune/figure_frame.c \
  %D%/tune/figure_frame.h \
  %D%/tune/input.c \
  %D%/tune/input.h \
  %D%/tune/processes.c \
  %D%/tune/processes.h \
  %D%/tune/report.c \
  %D%/tune/report.h \
  %D%/tune/request.c \
  %D%/tune/request.h \
  %D%/tune/results.c \
  %D%/tune/results.h \
  %D%/tune/rule.c \
  %D%/tune/rule.h \
  %D%/tune/run.c \
  %D%/tune/run.h \
  %D%/tune/thesis.c \
  %D%/tune/thesis.h \
  %D%/tune/threads.c \
  %D%/tune/threads.h
src_programs_pantin_tune_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
src_programs_pantin_tune_LDADD = $(program_ldadd) $(MPI_LIBS)
src_programs_pantin_tune_LDFLAGS =
dist_man_MANS += %D%/pantin-tune.1

# One command in front of them all.
dist_bin_SCRIPTS += %D%/pantin
dist_man_MANS += %D%/pantin.1

dist_man_MANS += %D%/pantin.7

# Completion for bash, zsh and fish, made from the tables of options and put
# where these shells look.
completion_names = chain contact eliminate ik inverse joints lcp tune
completion_folder = src/programs/completion
bash_completions = $(completion_folder)/bash/pantin \
  $(completion_names:%=$(completion_folder)/bash/pantin-%)
zsh_completions = $(completion_folder)/zsh/_pantin \
  $(completion_names:%=$(completion_folder)/zsh/_pantin-%)
fish_completions = $(completion_folder)/fish/pantin.fish \
  $(completion_names:%=$(completion_folder)/fish/pantin-%.fish)
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_bashcompletion_DATA = $(bash_completions)
nodist_zshcompletion_DATA = $(zsh_completions)
nodist_fishcompletion_DATA = $(fish_completions)
completion_makers = src/programs/completion.awk src/programs/completions.sh
src/programs/completion.stamp: $(bin_PROGRAMS) $(completion_makers)
	$(AM_V_GEN)AWK='$(AWK)' $(SHELL) $(srcdir)/src/programs/completions.sh \
	  $(srcdir)/src/programs src/programs $(completion_folder) && touch $@
$(bash_completions) $(zsh_completions) $(fish_completions): \
  src/programs/completion.stamp
	@:
CLEANFILES += src/programs/completion.stamp $(bash_completions) \
  $(zsh_completions) $(fish_completions)
EXTRA_DIST += $(completion_makers)

# Every program on shipped data, with pictures and a page that shows them.
demo: $(bin_PROGRAMS)
	@PANTIN_DATA='$(abs_top_srcdir)/data' $(SHELL) \
	  $(srcdir)/src/programs/demo.sh src/programs demo
clean-local-demo:
	rm -rf demo
clean-local: clean-local-demo
.PHONY: demo clean-local-demo
EXTRA_DIST += %D%/demo.sh
