# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_chaindir = $(includedir)/pantin/chain
pantin_chain_HEADERS = \
  %D%/case.h \
  %D%/chain.h \
  %D%/solver.h

src_libpantin_la_SOURCES += \
  %D%/case.c \
  %D%/catenary.c \
  %D%/catenary.h \
  %D%/chain.c \
  %D%/chain_private.h \
  %D%/classify.c \
  %D%/classify.h \
  %D%/dense.c \
  %D%/dense.h \
  %D%/directions.c \
  %D%/directions.h \
  %D%/dual.c \
  %D%/finish.c \
  %D%/floor.c \
  %D%/floor.h \
  %D%/fold.c \
  %D%/fold.h \
  %D%/forces.c \
  %D%/forces.h \
  %D%/kkt.c \
  %D%/kkt.h \
  %D%/kkt_bars.c \
  %D%/kkt_factor.c \
  %D%/kkt_private.h \
  %D%/kkt_residual.c \
  %D%/kkt_solve.c \
  %D%/lay.c \
  %D%/lay.h \
  %D%/lengths.c \
  %D%/lengths.h \
  %D%/line_search.c \
  %D%/line_search.h \
  %D%/measure.c \
  %D%/minimum.c \
  %D%/minimum_descent.c \
  %D%/minimum_leave.c \
  %D%/minimum_private.h \
  %D%/minimum_rescue.c \
  %D%/moored.c \
  %D%/moored.h \
  %D%/nested.c \
  %D%/nested.h \
  %D%/qp.c \
  %D%/qp.h \
  %D%/settle.c \
  %D%/settle.h \
  %D%/simulator.c \
  %D%/simulator.h \
  %D%/slack.c \
  %D%/slack.h \
  %D%/solver.c \
  %D%/solver_private.h \
  %D%/sqp.c \
  %D%/start.c \
  %D%/start.h \
  %D%/start_parabola.c \
  %D%/start_private.h \
  %D%/stationary.c \
  %D%/stationary.h \
  %D%/step.c \
  %D%/step.h \
  %D%/swing.c \
  %D%/swing.h
