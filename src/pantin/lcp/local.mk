# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_lcpdir = $(includedir)/pantin/lcp
pantin_lcp_HEADERS = \
  %D%/lcp.h \
  %D%/operator.h \
  %D%/solver.h

src_libpantin_la_SOURCES += \
  %D%/apgd.c \
  %D%/assemble.c \
  %D%/assemble_private.h \
  %D%/bpp.c \
  %D%/chebyshev.c \
  %D%/colours.c \
  %D%/colours_private.h \
  %D%/cone.c \
  %D%/cone_private.h \
  %D%/enumerate.c \
  %D%/face.c \
  %D%/face_private.h \
  %D%/face_solve.c \
  %D%/fclib.h \
  %D%/ipm.c \
  %D%/jacobi.c \
  %D%/lanes_private.h \
  %D%/lcp.c \
  %D%/lcp_definite.c \
  %D%/lcp_file.h \
  %D%/lcp_file_private.h \
  %D%/lcp_friction.c \
  %D%/lcp_from_csr.c \
  %D%/lcp_measure.c \
  %D%/lcp_read.c \
  %D%/lcp_read_market.c \
  %D%/lcp_read_private.h \
  %D%/lcp_write.c \
  %D%/lemke.c \
  %D%/mprgp.c \
  %D%/naive.c \
  %D%/nncg.c \
  %D%/operator.c \
  %D%/operator_balls.c \
  %D%/operator_balls.h \
  %D%/operator_csr.c \
  %D%/operator_csr.h \
  %D%/operator_dense.c \
  %D%/operator_dense.h \
  %D%/operator_rigid.c \
  %D%/operator_rigid.h \
  %D%/order.c \
  %D%/order_private.h \
  %D%/pcg.c \
  %D%/pgs.c \
  %D%/pgs_block.c \
  %D%/pgs_sm.c \
  %D%/product_private.h \
  %D%/renouf.c \
  %D%/pieces.c \
  %D%/pieces_private.h \
  %D%/rigid_columns.c \
  %D%/rigid_contact.c \
  %D%/rigid_packed.c \
  %D%/rigid_pairs.c \
  %D%/rigid_pairs_pack.c \
  %D%/rigid_pairs_private.h \
  %D%/rigid_private.h \
  %D%/rigid_product.c \
  %D%/rigid_wide.c \
  %D%/rows_private.h \
  %D%/shock.c \
  %D%/solve.c \
  %D%/solver.c \
  %D%/solver_private.h \
  %D%/solver_tools.c \
  %D%/staggered.c \
  %D%/sweep_private.h \
  %D%/triplets.c \
  %D%/triplets_private.h \
  %D%/wide_private.h

if HAVE_HDF5
src_libpantin_la_SOURCES += \
  %D%/fclib.c \
  %D%/fclib_global.c \
  %D%/fclib_matrix.c \
  %D%/fclib_private.h \
  %D%/fclib_write.c
else
src_libpantin_la_SOURCES += %D%/fclib_without.c
endif
