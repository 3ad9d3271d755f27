# SPDX-License-Identifier: GPL-3.0-or-later
pantin_dynamicsdir = $(includedir)/pantin/dynamics
pantin_dynamics_HEADERS = \
  %D%/box.h \
  %D%/convergence.h \
  %D%/correction.h \
  %D%/dynamics.h \
  %D%/elimination.h \
  %D%/impulse.h \
  %D%/integrator.h \
  %D%/inverse.h \
  %D%/inverse_kinematics.h \
  %D%/joint_wrench.h \
  %D%/joint_motion.h \
  %D%/least_norm.h \
  %D%/matrix.h \
  %D%/measure.h \
  %D%/multipliers.h \
  %D%/partition.h \
  %D%/scenario.h \
  %D%/simulation.h \
  %D%/tree.h

src_libpantin_la_SOURCES += \
  %D%/box.c \
  %D%/convergence.c \
  %D%/correction.c \
  %D%/correction_tree.c \
  %D%/dynamics.c \
  %D%/elimination.c \
  %D%/impulse.c \
  %D%/integrator.c \
  %D%/inverse.c \
  %D%/inverse_kinematics.c \
  %D%/inverse_kinematics_private.h \
  %D%/inverse_kinematics_step.c \
  %D%/inverse_kinematics_stiffness.c \
  %D%/joint_split.c \
  %D%/joint_split.h \
  %D%/joint_wrench.c \
  %D%/least_norm.c \
  %D%/joint_motion.c \
  %D%/matrix.c \
  %D%/matrix_rows.c \
  %D%/matrix_set.c \
  %D%/measure.c \
  %D%/multipliers.c \
  %D%/multipliers_aba.c \
  %D%/multipliers_auto.c \
  %D%/multipliers_cg.c \
  %D%/multipliers_dense.c \
  %D%/multipliers_elimination.h \
  %D%/multipliers_gauss_seidel.c \
  %D%/multipliers_kkt.c \
  %D%/multipliers_schur.c \
  %D%/multipliers_sparse.c \
  %D%/scenario.c \
  %D%/simulation.c \
  %D%/step.h \
  %D%/step_ab4.c \
  %D%/step_euler.c \
  %D%/step_leapfrog.c \
  %D%/step_rk2.c \
  %D%/step_rk4.c \
  %D%/step_semi_implicit_euler.c \
  %D%/tree.c
