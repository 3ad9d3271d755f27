# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
exercises += joints/jacobian joints/bias joints/multipliers joints/newton \
  joints/bowl joints/joint joints/quaternion joints/gyroscope joints/rk4 \
  joints/leapfrog joints/restitution joints/inverse

tutorials_libexercise_la_SOURCES += \
  %D%/exercises.h \
  %D%/drivers/inputs.h \
  %D%/drivers/inputs.c \
  %D%/drivers/differences.h \
  %D%/drivers/differences.c

# The text's own programs.
noinst_PROGRAMS += %D%/rotation %D%/tension %D%/orders %D%/drift \
  %D%/impact %D%/steps
tutorials_joints_steps_LDADD = $(program_ldadd)
tutorials_joints_rotation_LDADD = $(program_ldadd)
tutorials_joints_tension_LDADD = $(program_ldadd)
tutorials_joints_orders_SOURCES = %D%/orders.c %D%/boxes.h %D%/boxes.c
tutorials_joints_orders_LDADD = $(program_ldadd)
tutorials_joints_drift_SOURCES = %D%/drift.c %D%/boxes.h %D%/boxes.c
tutorials_joints_drift_LDADD = $(program_ldadd)
tutorials_joints_impact_SOURCES = %D%/impact.c %D%/boxes.h %D%/boxes.c
tutorials_joints_impact_LDADD = $(program_ldadd)
EXTRA_DIST += %D%/README.md %D%/motion.md

figures += %D%/arms.svg %D%/sign.svg %D%/bricard.svg %D%/caught.svg \
  %D%/bowl.svg %D%/turn.svg %D%/book.svg %D%/convergence.svg \
  %D%/drift.svg %D%/thrown.svg %D%/body.svg %D%/torques.svg
