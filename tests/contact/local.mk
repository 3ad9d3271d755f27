# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/made_pair.h \
  %D%/made_pair.c \
  %D%/made_row.h \
  %D%/made_row.c \
  %D%/made_world.h \
  %D%/made_world.c

check_programs += \
  %D%/check_balls_scene \
  %D%/check_frames \
  %D%/check_grid \
  %D%/check_manifold \
  %D%/check_settings \
  %D%/check_stepper \
  %D%/check_wedged \
  %D%/check_world_scene
check_programs_ode += \
  %D%/check_arms \
  %D%/check_boxes \
  %D%/check_capsules \
  %D%/check_collision \
  %D%/check_corners \
  %D%/check_faces \
  %D%/check_fast_pairs \
  %D%/check_held \
  %D%/check_oblique \
  %D%/check_overlaps \
  %D%/check_seams \
  %D%/check_spin \
  %D%/check_throws \
  %D%/check_tumbling \
  %D%/check_viscous \
  %D%/check_world \
  %D%/check_world_problems \
  %D%/check_world_scenes \
  %D%/check_world_step

# The scenes of rigid bodies for all of their 10 s; some minutes.
scenes: %D%/check_world_scenes
	PANTIN_DATA='$(abs_top_srcdir)/data' PANTIN_SCENES_WHOLE=yes \
	  CK_VERBOSITY=normal %D%/check_world_scenes
.PHONY: scenes
