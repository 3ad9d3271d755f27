# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/course.h \
  %D%/course.c \
  %D%/judge.h \
  %D%/judge.c

check_programs += \
  %D%/check_case \
  %D%/check_catenary \
  %D%/check_chain \
  %D%/check_classify \
  %D%/check_classify_course \
  %D%/check_classify_floor \
  %D%/check_dense \
  %D%/check_dual \
  %D%/check_finish \
  %D%/check_floor \
  %D%/check_fold \
  %D%/check_kkt \
  %D%/check_kkt_ways \
  %D%/check_lengths \
  %D%/check_line_search \
  %D%/check_minimum \
  %D%/check_mooring \
  %D%/check_nested \
  %D%/check_qp \
  %D%/check_saddle \
  %D%/check_settle \
  %D%/check_simulator \
  %D%/check_slack \
  %D%/check_sqp \
  %D%/check_start \
  %D%/check_stationary \
  %D%/check_step \
  %D%/check_swing \
  %D%/check_taut \
  %D%/check_units \
  %D%/check_weights

tests_chain_check_classify_SOURCES = %D%/check_classify.c %D%/classified.h \
  %D%/classified.c
tests_chain_check_classify_course_SOURCES = %D%/check_classify_course.c \
  %D%/classified.h %D%/classified.c
tests_chain_check_classify_floor_SOURCES = %D%/check_classify_floor.c \
  %D%/classified.h %D%/classified.c
tests_chain_check_floor_SOURCES = %D%/check_floor.c %D%/seek.h %D%/seek.c
tests_chain_check_fold_SOURCES = %D%/check_fold.c %D%/seek.h %D%/seek.c
tests_chain_check_minimum_SOURCES = %D%/check_minimum.c %D%/seek.h %D%/seek.c
tests_chain_check_mooring_SOURCES = %D%/check_mooring.c %D%/seek.h %D%/seek.c
tests_chain_check_nested_SOURCES = %D%/check_nested.c %D%/seek.h %D%/seek.c
tests_chain_check_saddle_SOURCES = %D%/check_saddle.c %D%/seek.h %D%/seek.c
tests_chain_check_settle_SOURCES = %D%/check_settle.c %D%/seek.h %D%/seek.c
tests_chain_check_slack_SOURCES = %D%/check_slack.c %D%/seek.h %D%/seek.c
tests_chain_check_swing_SOURCES = %D%/check_swing.c %D%/seek.h %D%/seek.c
tests_chain_check_taut_SOURCES = %D%/check_taut.c %D%/seek.h %D%/seek.c
tests_chain_check_units_SOURCES = %D%/check_units.c %D%/seek.h %D%/seek.c
tests_chain_check_weights_SOURCES = %D%/check_weights.c %D%/seek.h %D%/seek.c
