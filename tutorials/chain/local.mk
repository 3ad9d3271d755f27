# SPDX-License-Identifier: GPL-3.0-or-later
exercises += chain/gradient chain/jacobian chain/hessian chain/kkt \
  chain/armijo chain/classify chain/eliminate

tutorials_libexercise_la_SOURCES += \
  %D%/exercises.h \
  %D%/drivers/inputs.h \
  %D%/drivers/inputs.c
