# SPDX-License-Identifier: GPL-3.0-or-later
exercises += joints/quaternion joints/gyroscope joints/jacobian joints/bias \
  joints/multipliers joints/rk4 joints/leapfrog joints/newton \
  joints/restitution joints/bowl joints/inverse

tutorials_libexercise_la_SOURCES += \
  %D%/exercises.h \
  %D%/drivers/inputs.h \
  %D%/drivers/inputs.c \
  %D%/drivers/differences.h \
  %D%/drivers/differences.c
