# SPDX-License-Identifier: GPL-3.0-or-later
pantin_chaindir = $(includedir)/pantin/chain
pantin_chain_HEADERS = \
  %D%/case.h \
  %D%/catenary.h \
  %D%/chain.h \
  %D%/classify.h \
  %D%/dense.h \
  %D%/floor.h \
  %D%/forces.h \
  %D%/kkt.h \
  %D%/lengths.h \
  %D%/line_search.h \
  %D%/qp.h \
  %D%/simulator.h \
  %D%/solver.h \
  %D%/start.h \
  %D%/stationary.h \
  %D%/step.h

src_libpantin_la_SOURCES += \
  %D%/case.c \
  %D%/catenary.c \
  %D%/chain.c \
  %D%/classify.c \
  %D%/dense.c \
  %D%/dual.c \
  %D%/finish.c \
  %D%/floor.c \
  %D%/forces.c \
  %D%/kkt.c \
  %D%/kkt_private.h \
  %D%/kkt_solve.c \
  %D%/lengths.c \
  %D%/line_search.c \
  %D%/measure.c \
  %D%/minimum.c \
  %D%/qp.c \
  %D%/simulator.c \
  %D%/solver.c \
  %D%/solver_private.h \
  %D%/sqp.c \
  %D%/start.c \
  %D%/start_parabola.c \
  %D%/start_private.h \
  %D%/stationary.c \
  %D%/step.c
