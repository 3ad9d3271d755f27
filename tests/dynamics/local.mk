# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
tests_libtest_la_SOURCES += \
  %D%/models.h \
  %D%/bars.h %D%/simulate.h \
  %D%/models.c \
  %D%/reference.h \
  %D%/reference.c

check_programs += \
  %D%/check_bound_bounces \
  %D%/check_bound_dips \
  %D%/check_bound_impacts \
  %D%/check_bound_loops \
  %D%/check_bound_rests \
  %D%/check_bound_starts \
  %D%/check_bounds \
  %D%/check_box \
  %D%/check_box_drums \
  %D%/check_box_force \
  %D%/check_box_leans \
  %D%/check_box_parts \
  %D%/check_box_rest \
  %D%/check_box_rims \
  %D%/check_box_rough \
  %D%/check_box_stops \
  %D%/check_box_wedges \
  %D%/check_box_work \
  %D%/check_change_points \
  %D%/check_correction \
  %D%/check_differential \
  %D%/check_dynamics \
  %D%/check_gauss \
  %D%/check_hold_impacts \
  %D%/check_holds \
  %D%/check_impulse \
  %D%/check_integrator \
  %D%/check_inverse \
  %D%/check_inverse_kinematics \
  %D%/check_islands \
  %D%/check_joint_motion \
  %D%/check_joint_path \
  %D%/check_kinematics \
  %D%/check_ledger \
  %D%/check_levers \
  %D%/check_loop_cuts \
  %D%/check_loop_motion \
  %D%/check_loop_spins \
  %D%/check_measure \
  %D%/check_motion \
  %D%/check_penalty \
  %D%/check_reduced \
  %D%/check_reversals \
  %D%/check_sarrus \
  %D%/check_scenario \
  %D%/check_scene_write \
  %D%/check_scenes \
  %D%/check_simulation \
  %D%/check_spline \
  %D%/check_stability \
  %D%/check_tumbling
