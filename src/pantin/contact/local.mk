# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_contactdir = $(includedir)/pantin/contact
pantin_contact_HEADERS = \
  %D%/balls.h \
  %D%/collision.h \
  %D%/container.h \
  %D%/geom.h \
  %D%/step_info.h \
  %D%/stepper.h \
  %D%/world.h \
  %D%/world_scene.h

src_libpantin_la_SOURCES += \
  %D%/balls.c \
  %D%/balls_fill.c \
  %D%/balls_scene.c \
  %D%/balls_scene.h \
  %D%/collision_ahead.c \
  %D%/collision_axes.c \
  %D%/collision_box.h \
  %D%/collision_boxes.c \
  %D%/collision_capsule.c \
  %D%/collision_faces.c \
  %D%/collision_joined.c \
  %D%/collision_manifold.c \
  %D%/collision_private.h \
  %D%/collision_reach.c \
  %D%/collision_round.c \
  %D%/collision_round.h \
  %D%/collision_slide.c \
  %D%/collision_sweep.c \
  %D%/collision_throw.c \
  %D%/compound.c \
  %D%/compound.h \
  %D%/container.c \
  %D%/geom.c \
  %D%/overlaps.c \
  %D%/grid.c \
  %D%/grid.h \
  %D%/impulses_private.h \
  %D%/stepper.c \
  %D%/stepper_contacts.c \
  %D%/stepper_private.h \
  %D%/world.c \
  %D%/world_private.h \
  %D%/world_problem.c \
  %D%/world_robot.c \
  %D%/world_rows.c \
  %D%/world_scene.c \
  %D%/world_scene_body.c \
  %D%/world_scene_private.h \
  %D%/world_settings.c \
  %D%/world_solve.c \
  %D%/world_spin.c \
  %D%/world_viscous.c \
  %D%/world_warm_start.c

if HAVE_ODE
src_libpantin_la_SOURCES += %D%/collision.c %D%/collision_pairs.c
else
src_libpantin_la_SOURCES += %D%/collision_without.c
endif
