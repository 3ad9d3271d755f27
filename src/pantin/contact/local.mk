# SPDX-License-Identifier: GPL-3.0-or-later
pantin_contactdir = $(includedir)/pantin/contact
pantin_contact_HEADERS = \
  %D%/balls.h \
  %D%/balls_scene.h \
  %D%/collision.h \
  %D%/container.h \
  %D%/delassus.h \
  %D%/grid.h \
  %D%/lcp.h \
  %D%/lcp_file.h \
  %D%/part.h \
  %D%/rigid_delassus.h \
  %D%/solver.h \
  %D%/stepper.h \
  %D%/world.h

src_libpantin_la_SOURCES += \
  %D%/apgd.c \
  %D%/balls.c \
  %D%/balls_fill.c \
  %D%/balls_scene.c \
  %D%/bpp.c \
  %D%/collision.c \
  %D%/collision_points.c \
  %D%/collision_private.h \
  %D%/container.c \
  %D%/delassus.c \
  %D%/entries.c \
  %D%/entries_private.h \
  %D%/enumerate.c \
  %D%/face.c \
  %D%/face_private.h \
  %D%/face_eliminate.c \
  %D%/face_order.c \
  %D%/face_solve.c \
  %D%/grid.c \
  %D%/jacobi.c \
  %D%/lcp.c \
  %D%/lcp_assembled.c \
  %D%/lcp_definite.c \
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
  %D%/part.c \
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
  %D%/stepper.c \
  %D%/stepper_contacts.c \
  %D%/stepper_private.h \
  %D%/touching.c \
  %D%/touching_private.h \
  %D%/words.c \
  %D%/words_private.h \
  %D%/world.c \
  %D%/world_memory.c \
  %D%/world_private.h \
  %D%/world_rows.c
