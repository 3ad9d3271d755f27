# SPDX-License-Identifier: GPL-3.0-or-later
pantin_lcpdir = $(includedir)/pantin/lcp
pantin_lcp_HEADERS = \
  %D%/delassus.h \
  %D%/lcp.h \
  %D%/rigid_delassus.h \
  %D%/solver.h

src_libpantin_la_SOURCES += \
  %D%/apgd.c \
  %D%/bpp.c \
  %D%/delassus.c \
  %D%/enumerate.c \
  %D%/face.c \
  %D%/face_eliminate.c \
  %D%/face_order.c \
  %D%/face_private.h \
  %D%/face_solve.c \
  %D%/fclib.h \
  %D%/jacobi.c \
  %D%/lcp.c \
  %D%/lcp_assembled.c \
  %D%/lcp_definite.c \
  %D%/lcp_file.h \
  %D%/lcp_free.c \
  %D%/lcp_friction.c \
  %D%/lcp_measure.c \
  %D%/lcp_private.h \
  %D%/lcp_read.c \
  %D%/lcp_read_market.c \
  %D%/lcp_read_private.h \
  %D%/lcp_rigid.c \
  %D%/lcp_write.c \
  %D%/lemke.c \
  %D%/mprgp.c \
  %D%/naive.c \
  %D%/nncg.c \
  %D%/pcg.c \
  %D%/pgs.c \
  %D%/pgs_sm.c \
  %D%/renouf.c \
  %D%/rigid_assemble.c \
  %D%/rigid_delassus.c \
  %D%/rigid_private.h \
  %D%/solver.c \
  %D%/solver_private.h \
  %D%/solver_tools.c \
  %D%/sparsity.c \
  %D%/sparsity_private.h \
  %D%/triplets.c \
  %D%/triplets_private.h

if HAVE_HDF5
src_libpantin_la_SOURCES += \
  %D%/fclib.c \
  %D%/fclib_matrix.c \
  %D%/fclib_private.h \
  %D%/fclib_write.c
else
src_libpantin_la_SOURCES += %D%/fclib_without.c
endif
