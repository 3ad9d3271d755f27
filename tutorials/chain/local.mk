# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
exercises += chain/gradient chain/jacobian chain/hessian chain/kkt \
  chain/armijo chain/classify chain/hang chain/eliminate

tutorials_libexercise_la_SOURCES += \
  %D%/exercises.h \
  %D%/drivers/inputs.h \
  %D%/drivers/inputs.c

# The text's own program.
noinst_PROGRAMS += %D%/catenary
tutorials_chain_catenary_LDADD = $(program_ldadd)
EXTRA_DIST += %D%/README.md

figures += %D%/geometry.svg %D%/node.svg %D%/2a.svg %D%/newton.svg \
  %D%/phi.svg %D%/2d.svg %D%/stationary.svg %D%/lantern.svg %D%/band.svg \
  %D%/catenary.svg %D%/4c.svg
