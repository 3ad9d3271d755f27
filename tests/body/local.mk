# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/joint_trial.c \
  %D%/joint_trial.h \
  %D%/robot_read.c \
  %D%/robot_read.h

check_programs += \
  %D%/check_assembly_set \
  %D%/check_body \
  %D%/check_custom \
  %D%/check_equation \
  %D%/check_joint \
  %D%/check_joint_kinds \
  %D%/check_motor \
  %D%/check_scene \
  %D%/check_scene_bad \
  %D%/check_scene_task \
  %D%/check_scene_written \
  %D%/check_system \
  %D%/check_system_bad

check_programs_libxml2 += \
  %D%/check_robot \
  %D%/check_robot_bad \
  %D%/check_robot_limits \
  %D%/check_robot_motions \
  %D%/check_robot_written
if HAVE_MUJOCO
check_programs_libxml2 += %D%/check_robot_mujoco
endif
tests_body_check_robot_mujoco_LDADD = $(LDADD) $(MUJOCO_LIBS)

EXTRA_DIST += \
  %D%/robots/combined.xml \
  %D%/robots/defaults.xml \
  %D%/robots/limits.xml \
  %D%/robots/loop.xml \
  %D%/robots/orientations.xml \
  %D%/robots/slider.urdf \
  %D%/robots/welded.xml
