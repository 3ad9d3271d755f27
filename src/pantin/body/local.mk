# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_bodydir = $(includedir)/pantin/body
pantin_body_HEADERS = \
  %D%/assembly.h \
  %D%/body.h \
  %D%/joint.h \
  %D%/scene.h \
  %D%/shape.h \
  %D%/system.h

src_libpantin_la_SOURCES += \
  %D%/assembly.c \
  %D%/assembly_private.h \
  %D%/assembly_set.c \
  %D%/body.c \
  %D%/coordinate.c \
  %D%/coordinate.h \
  %D%/custom.h \
  %D%/equation.c \
  %D%/equation.h \
  %D%/four.h \
  %D%/generate.c \
  %D%/generate.h \
  %D%/joint.c \
  %D%/joint_axes.h \
  %D%/joint_motions.c \
  %D%/joint_motions.h \
  %D%/joint_ball.c \
  %D%/joint_cosine_wire.c \
  %D%/joint_custom.c \
  %D%/joint_cylindrical.c \
  %D%/joint_differential.c \
  %D%/joint_distance.c \
  %D%/joint_fixed.c \
  %D%/joint_free.c \
  %D%/joint_gear.c \
  %D%/joint_planar.c \
  %D%/joint_point_on_line.c \
  %D%/joint_point_on_plane.c \
  %D%/joint_prismatic.c \
  %D%/joint_revolute.c \
  %D%/joint_screw.c \
  %D%/joint_universal.c \
  %D%/load.c \
  %D%/motion.h \
  %D%/motor.c \
  %D%/motor.h \
  %D%/point.h \
  %D%/robot_model.c \
  %D%/robot_model.h \
  %D%/rows.h \
  %D%/scene.c \
  %D%/scene_body.c \
  %D%/scene_bound.c \
  %D%/scene_generate.c \
  %D%/scene_index.c \
  %D%/scene_joint.c \
  %D%/scene_mjcf.h \
  %D%/scene_mjcf_private.h \
  %D%/scene_motor.c \
  %D%/scene_private.h \
  %D%/scene_task.c \
  %D%/scene_trees.c \
  %D%/scene_trees.h \
  %D%/scene_write.c \
  %D%/scene_write_mjcf.c \
  %D%/scene_write_mjcf_joint.c \
  %D%/scene_write_mjcf_text.c \
  %D%/shape.c \
  %D%/shape_private.h \
  %D%/side.h \
  %D%/slip.c \
  %D%/slip.h \
  %D%/system.c \
  %D%/system_check.c

if HAVE_LIBXML2
src_libpantin_la_SOURCES += \
  %D%/robot.c \
  %D%/robot.h \
  %D%/robot_bound.c \
  %D%/robot_build.c \
  %D%/robot_damping.c \
  %D%/robot_joint.c \
  %D%/robot_mjcf.c \
  %D%/robot_mjcf.h \
  %D%/robot_mjcf_frame.c \
  %D%/robot_mjcf_geom.c \
  %D%/robot_urdf.c \
  %D%/robot_xml.c \
  %D%/robot_xml.h
endif
