# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
pantin_dynamicsdir = $(includedir)/pantin/dynamics
pantin_dynamics_HEADERS = \
  %D%/correction.h \
  %D%/dynamics.h \
  %D%/integrator.h \
  %D%/inverse.h \
  %D%/inverse_kinematics.h \
  %D%/measure.h \
  %D%/simulation.h

src_libpantin_la_SOURCES += \
  %D%/bounds.c \
  %D%/bounds.h \
  %D%/bounds_forces.c \
  %D%/bounds_impacts.c \
  %D%/bounds_private.h \
  %D%/bounds_returns.c \
  %D%/bounds_rows.c \
  %D%/bounds_solve.c \
  %D%/bounds_turns.c \
  %D%/box.c \
  %D%/box.h \
  %D%/box_rest.c \
  %D%/convergence.c \
  %D%/convergence.h \
  %D%/correction.c \
  %D%/correction_tree.c \
  %D%/dynamics.c \
  %D%/dynamics_private.h \
  %D%/impulse.c \
  %D%/impulse.h \
  %D%/impulse_group.c \
  %D%/impulse_group.h \
  %D%/integrator.c \
  %D%/inverse.c \
  %D%/inverse_kinematics.c \
  %D%/inverse_kinematics_private.h \
  %D%/inverse_kinematics_step.c \
  %D%/inverse_kinematics_stiffness.c \
  %D%/inverse_loops.c \
  %D%/inverse_loops.h \
  %D%/inverse_private.h \
  %D%/islands.c \
  %D%/islands.h \
  %D%/joint_motion.c \
  %D%/joint_motion.h \
  %D%/joint_path.c \
  %D%/joint_path.h \
  %D%/joint_wrench.c \
  %D%/joint_wrench.h \
  %D%/kinematics.c \
  %D%/ledger.c \
  %D%/ledger_private.h \
  %D%/loop_closure.c \
  %D%/loop_least.c \
  %D%/loop_motion.c \
  %D%/loop_motion.h \
  %D%/loop_motion_private.h \
  %D%/loop_passage.c \
  %D%/measure.c \
  %D%/reduced.c \
  %D%/reduced.h \
  %D%/response.c \
  %D%/response.h \
  %D%/rotation_vector.c \
  %D%/rotation_vector.h \
  %D%/scenario.c \
  %D%/scenario.h \
  %D%/simulation.c \
  %D%/simulation_private.h \
  %D%/simulation_refuse.c \
  %D%/simulation_step.c \
  %D%/spline.c \
  %D%/spline.h \
  %D%/stability.c \
  %D%/stability_private.h \
  %D%/step.c \
  %D%/step.h \
  %D%/step_ab4.c \
  %D%/step_euler.c \
  %D%/step_leapfrog.c \
  %D%/step_rk2.c \
  %D%/step_rk4.c \
  %D%/step_semi_implicit_euler.c \
  %D%/turn_path.c \
  %D%/turn_path.h
